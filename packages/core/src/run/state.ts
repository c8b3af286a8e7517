import type { Alternative } from '../approve/alternatives.js';
import { type ApprovalRecord, rejectionLimit, rejectionsIn } from '../approve/approval-history.js';
import type { Approval } from '../approve/approval.js';
import type { CoordinationState } from '../coordinate/coordination-state.js';
import { type Budget, noSpending, type Spending } from '../execute/budget.js';
import type { Execution, RunSettings } from '../execute/execution.js';
import { pauseHold } from '../execute/execution.js';
import type { Hold } from '../execute/hold.js';
import type { Usage } from '../execute/step-outcome.js';
import type { Finding, RuleFix } from '../check/finding.js';
import type { ExplorationRecord } from '../explore/exploration-record.js';
import type { ClarificationAnswer, ClarificationQuestion } from '../explore/merge-questions.js';
import type { PlanningWish } from '../explore/planning-wish.js';
import type { Plan } from '../plan/plan.js';
import type { OutlinedStep } from '../plan/split-plan.js';
import type { ErrorInfo } from '../shared/errors.js';
import type { RunId } from '../shared/ids.js';
import type { Receipt } from '../tools/receipt.js';
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
  /** How it is to be planned; null for what was planned before there was a choice. */
  readonly planning: PlanningWish | null;
  /** What looking at the project gave; null until it is over, or where nobody looked. */
  readonly exploration: ExplorationRecord | null;
  /** Questions that planning waits for. */
  readonly asked: readonly ClarificationQuestion[];
  readonly answers: readonly ClarificationAnswer[];
  /** How several agents come to the plan; null where one planner drafts it. */
  readonly coordination: CoordinationState | null;
  /** 1, and one more with every restart. */
  readonly attempt: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: 'none' | Exclude<PlanState, 'paused'>;
  readonly revision: number;
  readonly hash: string | null;
  readonly notes: readonly string[];
  /** Why the plan is less than it could be; null when it is not. */
  readonly degraded: string | null;
  /** The steps of the plans that are to follow this one. */
  readonly outline: readonly OutlinedStep[];
  readonly findings: readonly Finding[];
  readonly checkResult: 'pass' | 'auto-fix' | 'regenerate' | null;
  /** 0–100; null before a check, and of checks that gave none. */
  readonly checkScore: number | null;
  /** What the check put right in this plan. */
  readonly fixes: readonly RuleFix[];
  readonly approval: Approval | null;
  /** Every decision about a plan of this run, the oldest first. */
  readonly approvals: readonly ApprovalRecord[];
  /** The plan that was last decided on: what a new revision is compared with. */
  readonly lastDecided: { readonly revision: number; readonly plan: Plan } | null;
  /** What could be tried instead of a plan that was rejected too often. */
  readonly alternatives: readonly Alternative[];
  /** What the planner is told when it drafts again; null when it is not to. */
  readonly redraft: Redraft | null;
  /** New drafts the check asked for since a person last asked. */
  readonly regenerations: number;
  /** The plan and how far it is; null until one is drafted. */
  readonly execution: Execution | null;
  /** The highest number a label of this run ever had: labels are not used twice. */
  readonly lastLabel: number;
  readonly usage: Usage;
  /** One for each planning phase that could have touched something. */
  readonly receipts: readonly Receipt[];
  /** Calls of tools that the gate turned down. */
  readonly refusedCalls: number;
  /** What it may spend; null for no limit. */
  readonly budget: Budget | null;
  /** What was spent of the budget and what calls in flight may still take. */
  readonly spending: Spending;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly hadErrors: boolean;
  readonly error: ErrorInfo | null;
  readonly cancelReason: string | null;
  /** Null until the closing turn is over; `text` is null when the report is the answer. */
  readonly answer: { readonly text: string | null; readonly source: 'report' | 'model' } | null;
};

/** Why a plan is drafted again: what a person said about it, or what the check found. */
export type Redraft = { readonly feedback: string | null; readonly findings: readonly Finding[] };

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
    planning: null,
    exploration: null,
    asked: [],
    answers: [],
    coordination: null,
    attempt: 1,
    createdAt: '',
    updatedAt: '',
    status: 'none',
    revision: 0,
    hash: null,
    notes: [],
    degraded: null,
    outline: [],
    findings: [],
    checkResult: null,
    checkScore: null,
    fixes: [],
    approval: null,
    approvals: [],
    lastDecided: null,
    alternatives: [],
    redraft: null,
    regenerations: 0,
    execution: null,
    lastLabel: 0,
    usage: {},
    receipts: [],
    refusedCalls: 0,
    budget: null,
    spending: noSpending,
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

/** Why a draft waits for a person whatever policy there is; null where a policy may decide. */
export function needsReview(state: RunState): string | null {
  if (state.status !== 'draft') return null;
  if (rejectionsIn(state.approvals) >= rejectionLimit)
    return `it was rejected ${rejectionsIn(state.approvals)} times; choose another way`;
  if (state.checkResult !== 'regenerate') return null;
  const again = state.regenerations === 0 ? '' : `, also after ${state.regenerations} more drafts`;
  return `the check finds it not good enough to run${again}`;
}

export function isActive(state: RunState): boolean {
  return state.status === 'planning' || state.status === 'draft' || state.status === 'running';
}

/** One planner could not plan it: nothing is there to run, and nothing keeps it from being planned once more. */
export function isUnplanned({ status, execution, coordination }: RunState): boolean {
  return status === 'failed' && execution === null && coordination === null;
}

/** What planning came to: `needs_review` waits for a person, `degraded` says in the state why it is less than it could be. */
export function planningStatus(state: RunState): 'success' | 'needs_review' | 'degraded' | null {
  if (state.execution === null) return null;
  if (state.degraded !== null) return 'degraded';
  return needsReview(state) === null ? 'success' : 'needs_review';
}
