import { stepGraph } from '../plan/step-graph.js';
import type { SessionWish } from '../tools/session.js';
import type { Execution } from './execution.js';
import { answerOf } from './step-input.js';

/** Which conversation a step goes on with, from what its plan says and what its parents left; undefined for a new one. */
export function sessionWish(execution: Execution, index: number): SessionWish | undefined {
  const { plan, steps } = execution;
  const wanted = plan.steps[index]?.execution;
  if (wanted === undefined || wanted.strategy === 'new') return undefined;
  const { indexOfLabel, needs } = stepGraph(plan);
  const named = wanted.from
    .map((name) => indexOfLabel.get(name) ?? plan.steps.findIndex(({ alias }) => alias === name))
    .filter((index) => index !== -1);
  const parents = named.length > 0 ? named : (needs[index] ?? []);
  return {
    strategy: wanted.strategy,
    from: parents.flatMap((parent) => {
      const state = steps[parent];
      const label = plan.steps[parent]?.label;
      const answer = state === undefined ? undefined : answerOf(state);
      if (state === undefined || label === undefined || answer === undefined) return [];
      return [{ label, answer, ...(state.status === 'done' && state.session ? { session: state.session } : {}) }];
    }),
  };
}
