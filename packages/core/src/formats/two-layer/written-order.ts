import type { Plan } from '../../plan/plan.js';
import { stepGraph } from '../../plan/step-graph.js';

/** How a plan stands in files whose readers know nothing but `depends_on`. Every number is a position in `plan.steps`. */
export type WrittenOrder = {
  /** The authored order where each step stands after all it needs, else one in which it does. */
  readonly order: readonly number[];
  readonly isSorted: boolean;
  /** All that must be done before: dependencies, placeholders and, in a sequential plan, the step before. */
  readonly needs: readonly (readonly number[])[];
};

export function writtenOrder(plan: Plan): WrittenOrder {
  const graph = stepGraph(plan);
  const isSorted = graph.needs.some((needs, position) => needs.some((need) => need > position));
  const order = isSorted ? graph.order : [...plan.steps.keys()];
  if (plan.mode === 'parallel') return { order, isSorted, needs: graph.needs };
  const previous = new Map(order.slice(1).map((position, place) => [position, order[place]]));
  const needs = graph.needs.map((list, position) => {
    const before = previous.get(position);
    return before === undefined ? list : [...new Set([...list, before])];
  });
  return { order, isSorted, needs };
}
