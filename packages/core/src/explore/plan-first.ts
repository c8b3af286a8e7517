import type { Assessment } from './assess-task.js';

/** `off`: never; `auto`: from the threshold on; `always`: every task. */
export type PlanFirstMode = 'off' | 'auto' | 'always';

export type PlanFirstOptions = {
  readonly mode: PlanFirstMode;
  readonly threshold: number;
  /** `/plan` was typed for this one task. */
  readonly armed: boolean;
};

export type PlanFirstDecision = { readonly plan: boolean; readonly reason: string };

/**
 * Whether a planner is called for a task, and why. `off` beats `/plan`: whoever turned planning off is told so rather
 * than surprised by a planner's bill. A task that is not planned still runs as a plan of one step, with the same gates.
 */
export function shouldPlanFirst(
  assessment: Pick<Assessment, 'score'>,
  { mode, threshold, armed }: PlanFirstOptions,
): PlanFirstDecision {
  switch (mode) {
    case 'off':
      return {
        plan: false,
        reason: armed ? 'planning first is off, though a plan was asked for' : 'planning first is off',
      };
    case 'always':
      return { plan: true, reason: 'planning first is set to always' };
    case 'auto':
      return armed ? { plan: true, reason: 'a plan was asked for' } : byScore(assessment.score, threshold);
  }
}

function byScore(score: number, threshold: number): PlanFirstDecision {
  const plan = score >= threshold;
  return {
    plan,
    reason: `the task scores ${score} of 10, ${plan ? 'at or above' : 'below'} the threshold ${threshold}`,
  };
}
