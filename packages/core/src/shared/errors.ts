import { cutText } from './cut-text.js';

/** Every problem that can stop an operation: HTTP status, exit code, whether trying again can help, and a hint. */
const errorTable = {
  'settings-invalid': {
    http: 400,
    exit: 2,
    retryable: false,
    hint: 'correct the setting; `planwright doctor` shows where each came from',
  },
  'usage-wrong': { http: 400, exit: 2, retryable: false, hint: 'see `planwright --help`' },
  'command-refused': { http: 409, exit: 2, retryable: false, hint: 'see what is possible now with `planwright show`' },
  'plan-invalid': {
    http: 422,
    exit: 2,
    retryable: false,
    hint: 'correct the plan; `planwright check` lists every problem',
  },
  'file-unreadable': { http: 400, exit: 2, retryable: false, hint: 'check that the file exists and may be read' },
  'run-not-found': { http: 404, exit: 2, retryable: false, hint: '`planwright list` shows the runs of this project' },
  'step-not-found': { http: 404, exit: 2, retryable: false, hint: '`planwright show` lists the steps' },
  'room-not-found': { http: 404, exit: 2, retryable: false, hint: 'list the rooms' },
  'run-busy': { http: 409, exit: 1, retryable: true, hint: 'another process is driving this run' },
  'store-conflict': { http: 409, exit: 1, retryable: true, hint: 'somebody else was first; read again' },
  'tool-denied': {
    http: 403,
    exit: 1,
    retryable: false,
    hint: 'the tool is not allowed in this phase or for this step',
  },
  'approval-missing': {
    http: 403,
    exit: 3,
    retryable: false,
    hint: '`planwright approve` approves exactly the plan that is shown',
  },
  'agent-unknown': { http: 422, exit: 2, retryable: false, hint: 'name one of the agents that exist' },
  'agent-failed': { http: 502, exit: 1, retryable: true, hint: 'see the step with `planwright show`' },
  'answer-missing': { http: 502, exit: 1, retryable: true, hint: 'the worker ended the step without an answer' },
  'answer-too-large': {
    http: 502,
    exit: 1,
    retryable: false,
    hint: 'write large output to a file and answer with its path',
  },
  'model-unavailable': { http: 503, exit: 1, retryable: true, hint: 'check the model name, key and network' },
  'model-reply-unreadable': {
    http: 502,
    exit: 1,
    retryable: true,
    hint: 'the reply could not be read as what was asked for',
  },
  'workspace-changed': {
    http: 409,
    exit: 1,
    retryable: false,
    hint: '`planwright show --receipt` says what changed; put it back, and plan again',
  },
  'workspace-failed': {
    http: 500,
    exit: 1,
    retryable: true,
    hint: 'see what git says, put it right, and try again',
  },
  'replay-diverged': {
    http: 409,
    exit: 1,
    retryable: false,
    hint: 'the run is not the recorded one: undo what changed, or record it again',
  },
  'step-timeout': { http: 504, exit: 4, retryable: true, hint: 'give the step more time or make it smaller' },
  'step-incomplete': {
    http: 502,
    exit: 1,
    retryable: true,
    hint: 'the worker ran out of turns before the step was settled',
  },
  'budget-spent': { http: 429, exit: 4, retryable: false, hint: 'raise the budget to go on' },
  'store-damaged': {
    http: 500,
    exit: 1,
    retryable: false,
    hint: 'the store file cannot be trusted; restore a copy or move it away',
  },
  'store-newer': {
    http: 500,
    exit: 1,
    retryable: false,
    hint: 'this store was written by a newer version; use that one',
  },
  'store-unwritable': {
    http: 500,
    exit: 1,
    retryable: true,
    hint: 'make room or allow writing, then run the same command again',
  },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** How a problem is told in events, HTTP bodies, MCP results and `--json`: JSON-safe, no stack. */
export type ErrorInfo = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
};

/** What the table says about a code: read by every front end, repeated by none. */
export function errorFacts(code: ErrorCode): {
  readonly http: number;
  readonly exit: number;
  readonly retryable: boolean;
  readonly hint: string;
} {
  return errorTable[code];
}

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

/** More than anybody reads of an error; some carry a whole reply along. */
const longestMessage = 16_000;

export function errorInfo(code: ErrorCode, message: string, details?: Readonly<Record<string, unknown>>): ErrorInfo {
  const told = cutText(message, longestMessage);
  return { code, message: told, retryable: errorTable[code].retryable, ...(details ? { details } : {}) };
}

const mark = Symbol.for('planwright.error');

export type PlanwrightErrorOptions = {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  /** Where this case is surer than the table about its code. */
  readonly retryable?: boolean;
};

/** Stops an operation. Outcomes (a failed step, a refused command) are data and are never thrown. */
export class PlanwrightError extends Error {
  readonly [mark] = true;
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: PlanwrightErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'PlanwrightError';
    this.code = code;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? errorTable[code].retryable;
  }

  /** By symbol, not by class, so that two installed copies agree. */
  static is(value: unknown): value is PlanwrightError {
    return typeof value === 'object' && value !== null && mark in value;
  }

  get info(): ErrorInfo {
    const info = errorInfo(this.code, this.message, Object.keys(this.details).length > 0 ? this.details : undefined);
    return { ...info, retryable: this.retryable };
  }
}

/** Any thrown value as data: ours keeps its code, foreign ones become `fallback`. */
export function toErrorInfo(thrown: unknown, fallback: ErrorCode): ErrorInfo {
  if (PlanwrightError.is(thrown)) return thrown.info;
  return errorInfo(fallback, textOf(thrown));
}

/** Anything can be thrown: an error without words, or with something else in their place, and what cannot be made a text of. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message || thrown.name : thrown);
  } catch {
    return `${typeof thrown} without a text was thrown`;
  }
}
