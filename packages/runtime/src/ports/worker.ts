import type { AgentSummary, Plan, PlanProblem, StepOutcome, WorkOrder } from '@planwright/core';

export type WorkOptions = {
  /** Aborted on cancel, on timeout and when this try was superseded. */
  readonly signal: AbortSignal;
  /** Progress for people; not stored, and nothing may depend on it. */
  readonly onProgress?: (text: string) => void;
};

/** Carries steps out. */
export interface Worker {
  /** The agents it can be. A step for any other agent is handed over to a person. */
  readonly agents: readonly AgentSummary[];
  /** Answers with an outcome; a failure is an outcome. A throw counts as `agent-failed`. */
  readonly work: (order: WorkOrder, options: WorkOptions) => Promise<StepOutcome>;
  /** The closing turn: writes the run's answer from the report. Absent: the report is the answer. */
  readonly answer?: (order: AnswerOrder, options: WorkOptions) => Promise<string>;
}

export type AnswerOrder = {
  readonly runId: string;
  readonly task: string;
  readonly plan: Plan;
  readonly report: string;
};

/** A drafted plan, or why there is none. */
export type Draft =
  | { readonly ok: true; readonly plan: Plan; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Turns a task into a plan. Reads only. Throws `model-unavailable` when it cannot work at all. */
export interface Planner {
  readonly draft: (task: string, options: WorkOptions) => Promise<Draft>;
}
