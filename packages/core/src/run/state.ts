import type { Approval } from '../approve/approval.js';
import type { Execution, RunSettings } from '../execute/execution.js';
import { pauseHold } from '../execute/execution.js';
import type { Hold } from '../execute/hold.js';
import type { Usage } from '../execute/step-outcome.js';
import type { Finding } from '../check/finding.js';
import type { ErrorInfo } from '../shared/errors.js';
import type { RunId } from '../shared/ids.js';
import type { RunEventData } from './events.js';

/** The states people see. `planning` comes before there is a plan; `paused` is `running` under a hold. */
export type PlanState = 'planning' | 'draft' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

/** A run: the fold of its events. */
export type RunState = {
  readonly id: RunId;
  readonly seq: number;
  readonly task: string;
  readonly gate: NonNullable<RunEventData<'run.created'>['gate']> | null;
  readonly origin: { readonly plan: string; readonly revision: number } | null;
  readonly settings: RunSettings;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: 'none' | Exclude<PlanState, 'paused'>;
  readonly revision: number;
  readonly hash: string | null;
  readonly notes: readonly string[];
  readonly findings: readonly Finding[];
  readonly checkResult: 'pass' | 'auto-fix' | 'regenerate' | null;
  readonly approval: Approval | null;
  /** The plan and how far it is; null until one is drafted. */
  readonly execution: Execution | null;
  /** The highest number a label of this run ever had: labels are not used twice. */
  readonly lastLabel: number;
  readonly usage: Usage;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly hadErrors: boolean;
  readonly error: ErrorInfo | null;
  readonly cancelReason: string | null;
  /** Null until the closing turn is over; `text` is null when the report is the answer. */
  readonly answer: { readonly text: string | null; readonly source: 'report' | 'model' } | null;
};

export function emptyRun(id: RunId): RunState {
  return {
    id,
    seq: 0,
    task: '',
    gate: null,
    origin: null,
    settings: {
      supervised: false,
      autoSteps: null,
      concurrency: 1,
      maxAttempts: 1,
      maxSteps: 1,
      onFailure: 'continue',
    },
    createdAt: '',
    updatedAt: '',
    status: 'none',
    revision: 0,
    hash: null,
    notes: [],
    findings: [],
    checkResult: null,
    approval: null,
    execution: null,
    lastLabel: 0,
    usage: {},
    startedAt: null,
    endedAt: null,
    hadErrors: false,
    error: null,
    cancelReason: null,
    answer: null,
  };
}

export function planState(state: RunState): PlanState {
  if (state.status === 'none') return 'planning';
  if (state.status !== 'running') return state.status;
  return pauseOf(state) === undefined ? 'running' : 'paused';
}

/** The hold that pauses the plan now, the first by precedence. */
export function pauseOf(state: RunState): Hold | undefined {
  if (state.status !== 'running' || state.execution === null) return undefined;
  return pauseHold(state.execution);
}

export function isActive(state: RunState): boolean {
  return state.status === 'planning' || state.status === 'draft' || state.status === 'running';
}
