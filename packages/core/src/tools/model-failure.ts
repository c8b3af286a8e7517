import { PlanwrightError } from '../shared/errors.js';

/** Every way a model can fail to reply: whether the same may help a moment later, and whether another model may take over. */
const failureTable = {
  /** No key, no program, nothing configured. */
  missing: { retry: false, fallBack: true },
  auth: { retry: false, fallBack: true },
  /** The provider does not know the model (404). */
  unknown: { retry: false, fallBack: true },
  'rate-limited': { retry: true, fallBack: true },
  /** The provider's fault: 5xx, overloaded. */
  server: { retry: true, fallBack: true },
  network: { retry: true, fallBack: true },
  timeout: { retry: true, fallBack: true },
  /** A reply came and cannot be read. */
  unreadable: { retry: false, fallBack: true },
  /** The request itself is wrong (400, 413, 422): nobody else would take it either. */
  rejected: { retry: false, fallBack: false },
} as const;

export type ModelFailureKind = keyof typeof failureTable;

export const modelFailureKinds = Object.keys(failureTable) as readonly ModelFailureKind[];

export type ModelFailure = {
  readonly kind: ModelFailureKind;
  readonly model: string;
  readonly message: string;
  readonly status?: number | undefined;
  /** When the provider said to come back. */
  readonly retryAfterMs?: number | undefined;
};

/** The error a `Model` throws when there is no reply. */
export function modelError({ kind, model, message, ...rest }: ModelFailure, cause?: unknown): PlanwrightError {
  const code = kind === 'unreadable' ? 'model-reply-unreadable' : 'model-unavailable';
  return new PlanwrightError(code, message, {
    details: { failure: kind, model, ...rest },
    // A missing key is still missing a second later; a reply that could not be read may be readable the next time.
    retryable: failureTable[kind].retry || kind === 'unreadable',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What a thrown value says about the model; undefined when it is about something else. */
export function modelFailureOf(thrown: unknown): ModelFailure | undefined {
  if (!PlanwrightError.is(thrown)) return undefined;
  const { failure, model, status, retryAfterMs } = thrown.details;
  if (!isKind(failure)) return undefined;
  return {
    kind: failure,
    model: typeof model === 'string' ? model : '',
    message: thrown.message,
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
  };
}

export function failureFacts(kind: ModelFailureKind): { readonly retry: boolean; readonly fallBack: boolean } {
  return failureTable[kind];
}

/** What an HTTP status says went wrong. */
export function failureKindOf(status: number): ModelFailureKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 404) return 'unknown';
  if (status === 408) return 'timeout';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server' : 'rejected';
}

function isKind(value: unknown): value is ModelFailureKind {
  return typeof value === 'string' && Object.hasOwn(failureTable, value);
}
