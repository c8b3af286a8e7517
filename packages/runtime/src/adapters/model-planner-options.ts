import type { AgentSummary, Effort, Notice, PlanReview, ReviewOrder, Usage } from '@planwright/core';
import type { Model } from '../ports/model.js';
import type { Tools } from '../ports/tools.js';
import type { WorkOptions } from '../ports/worker.js';

export type ModelPlannerOptions = {
  readonly model: Model;
  /** Asked one after another for the whole plan where what `model` says is none. */
  readonly others?: readonly Model[] | undefined;
  /** Tools that read; a planner is given no other. */
  readonly tools: (hooks: PlanningHooks) => Promise<Tools>;
  /** The project, for agent programs that read with tools of their own, and to see whether planned files are there. */
  readonly root: string;
  readonly agents?: readonly AgentSummary[];
  readonly effort?: Effort | undefined;
  /** How a planner of this project works, before the form it answers in. */
  readonly instructions?: string | undefined;
  /** What earlier runs taught that fits the task, as the model is told it. */
  readonly lessonsFor?: (task: string) => Promise<string>;
  /** Looks at every plan that could be read; see `createModelReviewer`. */
  readonly review?: ReviewDraft | undefined;
};

/** Who is told about the calls of a planner. */
export type PlanningHooks = {
  readonly onNotice: (notice: Notice) => void;
  readonly onCall: ((tool: string) => void) | undefined;
};

/** What came of reviewing a plan; without a review, `note` says why there is none. */
export type ReviewedDraft = { readonly review?: PlanReview; readonly note?: string; readonly usage?: Usage };

/** Looks at a plan with judgement. Rejects only with the signal's reason. */
export type ReviewDraft = (
  order: ReviewOrder,
  options: Pick<WorkOptions, 'signal' | 'onNotice' | 'meter'>,
) => Promise<ReviewedDraft>;
