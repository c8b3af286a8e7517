import type { Execution } from '../execute/execution.js';
import { isTerminal, isWorking } from '../execute/step-state.js';
import type { StepId } from '../shared/ids.js';

/** Steps an edit may not touch: they ran, or a try of theirs is under way. One that waits for a decision may be rewritten. */
export function frozenSteps(execution: Execution): ReadonlySet<StepId> {
  const frozen = execution.plan.steps.filter((_, index) => {
    const state = execution.steps[index];
    return state !== undefined && (isTerminal(state) || isWorking(state));
  });
  return new Set(frozen.map((step) => step.id));
}
