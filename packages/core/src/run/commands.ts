import type { ApprovalPolicy } from '../approve/approval.js';
import type { RunSettings } from '../execute/execution.js';
import type { HoldReason } from '../execute/hold.js';
import type { Proof, StepOutcome, Usage } from '../execute/step-outcome.js';
import type { Plan } from '../plan/plan.js';
import type { Actor } from '../shared/envelope.js';
import type { ErrorInfo } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import type { AgentSummary } from '../tools/agents.js';
import type { NewRunEvent, RunEventData } from './events.js';

/** What may be asked of a run. */
export type RunCommand =
  | {
      readonly type: 'run.create';
      readonly task: string;
      readonly settings: RunSettings;
      readonly gate?: RunEventData<'run.created'>['gate'];
      readonly origin?: RunEventData<'run.created'>['origin'];
    }
  | {
      readonly type: 'plan.draft';
      readonly plan: Plan;
      readonly source: 'planner' | 'code' | 'given';
      readonly notes?: readonly string[];
    }
  | { readonly type: 'planning.fail'; readonly error: ErrorInfo }
  /** `approve` approves the new revision in the same breath; for persons only. */
  | { readonly type: 'plan.edit'; readonly plan: Plan; readonly approve?: boolean }
  /** With `step`, lets one step go on that waits for approval. With `hash`, refused unless the plan still has it. */
  | { readonly type: 'plan.approve'; readonly policy: ApprovalPolicy; readonly hash?: string; readonly step?: StepId }
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
  /** The try's process is gone or gives it up. */
  | { readonly type: 'step.interrupt'; readonly step: StepId; readonly try: number; readonly reason: string }
  | { readonly type: 'step.retry'; readonly step: StepId; readonly hint?: string }
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
};

/** Events to store, or why not. A refusal is data, and changes nothing. */
export type Decision =
  { readonly ok: true; readonly events: readonly NewRunEvent[] } | { readonly ok: false; readonly refusal: ErrorInfo };
