import { currentAttempt } from '../coordinate/coordination-state.js';
import { continuePlan } from '../evaluate/continue-plan.js';
import type { Plan } from '../plan/plan.js';
import type { StepId } from '../shared/ids.js';
import type { RunState } from './state.js';

/** Steps of earlier attempts that are part of the plan: they count neither for its end nor for its size. */
export function keptIn({ coordination }: RunState): readonly StepId[] {
  if (coordination === null) return [];
  return currentAttempt(coordination).restart?.kept ?? [];
}

/** The plan that a proposal comes to in this run: as it is, or behind what earlier attempts have done. */
export function plannedPlan(state: RunState, proposed: Plan): Plan {
  const { execution, lastLabel, attempt } = state;
  if (execution === null || attempt === 1) return proposed;
  return continuePlan({ plan: execution.plan, kept: keptIn(state), lastLabel }, proposed);
}
