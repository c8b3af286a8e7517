import type {
  AgentSummary,
  Notice,
  Plan,
  PlanningContext,
  PlanProblem,
  PlanReview,
  RedraftRequest,
  Receipt,
  StepOutcome,
  Usage,
  WorkOrder,
} from '@planwright/core';
import type { Meter } from './meter.js';

export type WorkOptions = {
  /** Aborted on cancel, on timeout and when this try was superseded. */
  readonly signal: AbortSignal;
  /** Progress for people; not stored, and nothing may depend on it. */
  readonly onProgress?: (text: string) => void;
  /** Retries, fallbacks and refusals on the way; stored. */
  readonly onNotice?: (notice: Notice) => void;
  /** Every call of a tool that is carried out, by the tool's name. */
  readonly onCall?: (tool: string) => void;
  /** What a planning phase did and left undone; stored. */
  readonly onReceipt?: (receipt: Receipt) => void;
  /** Asked for room before every call of a model. */
  readonly meter?: Meter;
  /** Where the step works, when that is not the project itself: an absolute path. */
  readonly root?: string;
  /** For a planner: the plan it drafted before, and what is to be different. */
  readonly redraft?: RedraftRequest;
  /** For a planner: what is known about the task. */
  readonly context?: PlanningContext | undefined;
};

/** Carries steps out. */
export interface Worker {
  /** The agents it can be. A step for any other agent is handed over to a person. */
  readonly agents: readonly AgentSummary[];
  /** Answers with an outcome; a failure is an outcome. A throw counts as `agent-failed`. */
  readonly work: (order: WorkOrder, options: WorkOptions) => Promise<StepOutcome>;
  /** The closing turn: writes the run's answer from the report. Absent: the report is the answer. */
  readonly answer?: (order: AnswerOrder, options: WorkOptions) => Promise<Answer>;
}

export type Answer = { readonly text: string; readonly usage?: Usage };

export type AnswerOrder = {
  readonly runId: string;
  readonly task: string;
  readonly plan: Plan;
  readonly report: string;
  /** The agent whose proposal was chosen, where several proposed. */
  readonly presenter?: string | undefined;
};

/** A drafted plan, or why there is none. */
export type Draft = (
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly notes: readonly string[];
      /** Why the plan is less than it should be: something of it was lost, or no model drafted it. */
      readonly degraded?: string;
      /** What was found in it beside what the rules of the check find. */
      readonly review?: PlanReview;
    }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] }
) & { readonly usage?: Usage };

/** Turns a task into a plan. Reads only. Throws `model-unavailable` when it cannot work at all. */
export interface Planner {
  /** It can be told what was wrong with a plan (`redraft`) and drafts it again; absent: it would draft the same. */
  readonly redrafts?: boolean;
  /** The plan of a task too small to be planned, where its words alone say what to run; otherwise it is one step. */
  readonly draftSmall?: (task: string, options: Pick<WorkOptions, 'signal'>) => Promise<Plan | undefined>;
  readonly draft: (task: string, options: WorkOptions) => Promise<Draft>;
}
