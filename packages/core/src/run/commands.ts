import type { ApprovalLimits } from '../approve/approval-limits.js';
import type { ApprovalPolicy, Ground } from '../approve/approval.js';
import type { CheckContext } from '../check/finding.js';
import type { PlanReview } from '../check/merge-review.js';
import type { Consulted, Verdict } from '../coordinate/consult-order.js';
import type { CoordinationSettings } from '../coordinate/coordination-settings.js';
import type { Budget, Reservation } from '../execute/budget.js';
import type { RunSettings } from '../execute/execution.js';
import type { HoldReason } from '../execute/hold.js';
import type { Proof, StepOutcome, Usage } from '../execute/step-outcome.js';
import type { GivenAnswer } from '../explore/clarify.js';
import type { ExplorationRecord } from '../explore/exploration-record.js';
import type { PlanningWish } from '../explore/planning-wish.js';
import type { Plan } from '../plan/plan.js';
import type { Actor } from '../shared/envelope.js';
import type { ErrorInfo } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import type { AgentSummary } from '../tools/agents.js';
import type { Receipt } from '../tools/receipt.js';
import type { NewRunEvent, RunEventData } from './events.js';

/** One agent in one round, and what it cost since it last spoke. */
type Asked = {
  readonly agent: string;
  readonly attempt: number;
  readonly round: number;
  readonly usage?: Usage | undefined;
};

/** What may be asked of a run. */
export type RunCommand =
  | {
      readonly type: 'run.create';
      readonly task: string;
      readonly settings: RunSettings;
      readonly gate?: RunEventData<'run.created'>['gate'];
      readonly origin?: RunEventData<'run.created'>['origin'];
      readonly budget?: Budget;
      readonly planning?: PlanningWish;
      readonly coordination?: CoordinationSettings;
    }
  | { readonly type: 'exploration.finish'; readonly found: ExplorationRecord; readonly usage?: Usage | undefined }
  /** `given` are a person's words; `recommended` takes what was recommended for all the rest. */
  | { readonly type: 'questions.answer'; readonly given?: readonly GivenAnswer[]; readonly recommended?: boolean }
  | {
      readonly type: 'plan.draft';
      readonly plan: Plan;
      readonly source: 'planner' | 'code' | 'given';
      /** Which revision it was to be; refused when another draft has become that one meanwhile. */
      readonly revision?: number;
      readonly notes?: readonly string[];
      readonly degraded?: string;
      readonly usage?: Usage;
      /** What a model that reviewed it found, beside what the rules find. */
      readonly review?: PlanReview;
    }
  /** What an agent says when it is asked in a round. Its mistakes are recorded as events, never refused as commands. */
  | ({ readonly type: 'agent.say'; readonly said: Consulted } & Asked)
  /** An agent ended without anything that was taken: it is not asked again in this attempt. */
  | ({ readonly type: 'agent.give-up'; readonly error: ErrorInfo } & Asked)
  /** `verdict` null: none was reached, and `note` says why. */
  | {
      readonly type: 'evaluation.finish';
      readonly attempt: number;
      readonly evaluator: string;
      readonly verdict: Verdict | null;
      readonly note?: string | undefined;
      readonly usage?: Usage | undefined;
    }
  | { readonly type: 'planning.fail'; readonly error: ErrorInfo; readonly usage?: Usage }
  /** Plans once more what could not be planned, with all that was found and answered. */
  | { readonly type: 'planning.retry' }
  /** `approve` approves the new revision in the same breath; for persons only. Refused when `revision`, which was edited, is no longer the last. */
  | { readonly type: 'plan.edit'; readonly plan: Plan; readonly approve?: boolean; readonly revision?: number }
  /** With `step`, lets one step go on that waits for approval. With `hash`, refused unless the plan still has it. */
  | {
      readonly type: 'plan.approve';
      readonly policy: ApprovalPolicy;
      readonly hash?: string;
      readonly step?: StepId;
      /** Within what `auto` may approve. */
      readonly limits?: ApprovalLimits;
    }
  /** The planner drafts again with the feedback; what was submitted is not approved. */
  | { readonly type: 'plan.revise'; readonly feedback: string }
  | { readonly type: 'plan.reject'; readonly reason: string }
  | { readonly type: 'run.start' }
  | { readonly type: 'run.pause'; readonly note?: string }
  /** Clears one kind of hold, or all that a person may clear. */
  | { readonly type: 'run.resume'; readonly hold?: HoldReason }
  | { readonly type: 'run.cancel'; readonly reason?: string }
  | { readonly type: 'run.archive' }
  /** Somebody wrote: a person's message resets the throttle and wakes a throttled plan. */
  | { readonly type: 'message.note' }
  /** A worker's result for one try. */
  | { readonly type: 'step.settle'; readonly step: StepId; readonly try: number; readonly outcome: StepOutcome }
  | { readonly type: 'receipt.record'; readonly receipt: Receipt }
  /** What the run may spend from now on; null for no limit. */
  | { readonly type: 'budget.set'; readonly budget: Budget | null }
  | ({ readonly type: 'call.reserve' } & Reservation)
  | { readonly type: 'call.settle'; readonly call: string; readonly usage?: Usage | undefined }
  /** A retry, fallback or refusal on the way to an outcome. */
  | { readonly type: 'notice.record'; readonly noticed: RunEventData<'notice.recorded'> }
  /** The try's process is gone or gives it up. */
  | { readonly type: 'step.interrupt'; readonly step: StepId; readonly try: number; readonly reason: string }
  | { readonly type: 'step.retry'; readonly step: StepId; readonly hint?: string }
  /** Takes these steps back with all that depend on them, once their work is out of the workspace; for persons only. */
  | { readonly type: 'step.undo'; readonly steps: readonly StepId[] }
  | { readonly type: 'step.skip'; readonly step: StepId; readonly reason?: string }
  /** Settles a step by hand: one that was handed over, is in doubt, or waits at the retry cap. */
  | { readonly type: 'step.done'; readonly step: StepId; readonly answer: string; readonly proof?: readonly Proof[] }
  | { readonly type: 'step.fail'; readonly step: StepId; readonly reason: string }
  /** The closing turn's text; without one the report is the answer, and `note` says why. */
  | { readonly type: 'run.answer'; readonly answer?: string; readonly note?: string; readonly usage?: Usage }
  /** Nothing is asked; what is due by itself happens. */
  | { readonly type: 'run.advance' };

export type CommandOf<Type extends RunCommand['type']> = Extract<RunCommand, { type: Type }>;

/** What the asking process can carry out: these agents, and perhaps the closing turn. */
export type ExecutorContext = {
  readonly id: string;
  readonly agents: readonly string[];
  readonly writesAnswers: boolean;
  /** Its planner can be told what was wrong with a plan, and drafts it again. */
  readonly redrafts?: boolean;
};

/** Who asks, and what the asking process can do. */
export type CommandContext = {
  readonly actor: Actor;
  /** When it is asked: ISO 8601, UTC. */
  readonly at: string;
  /** Given by a process that carries steps out: what is ready is dispatched to it. */
  readonly executor?: ExecutorContext;
  /** Executors known to be gone: their steps are interrupted first. */
  readonly deadExecutors?: readonly string[];
  /** The agents a plan may name, for the check and the steps' classes. */
  readonly agents?: readonly AgentSummary[];
  /** What the project stands at now; held against what was approved before every step. */
  readonly ground?: Ground;
  /** What plans of this project are held against beside the rules. */
  readonly expectations?: Pick<CheckContext, 'requirements' | 'constraints'>;
};

/** Events to store, or why not. A refusal is data, and changes nothing. */
export type Decision =
  { readonly ok: true; readonly events: readonly NewRunEvent[] } | { readonly ok: false; readonly refusal: ErrorInfo };
