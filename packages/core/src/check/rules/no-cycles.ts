import { findCycles } from '../../plan/find-cycle.js';
import { stepGraph } from '../../plan/step-graph.js';
import { critical, type Rule } from '../finding.js';

const shown = 10;

/** Dependencies and placeholders alike: either makes a step wait. */
export const noCycles: Rule = {
  name: 'no-cycles',
  dimension: 'dependencies',
  check: (plan) => {
    const { needs, rank } = stepGraph(plan);
    // In the order of the graph every step stands behind all it needs, unless there is a circle.
    const isOrdered = needs.every((own, place) => own.every((need) => (rank[need] ?? 0) < (rank[place] ?? 0)));
    if (isOrdered) return [];
    const labelAt = (position: number): string => plan.steps[position]?.label ?? '';
    const byLabel = new Map(plan.steps.map(({ label }, place) => [label, (needs[place] ?? []).map(labelAt)]));
    return findCycles(byLabel).map((cycle) => critical(cycle[0] ?? null, circleMessage(cycle)));
  },
};

function circleMessage(cycle: readonly string[]): string {
  const [first = ''] = cycle;
  if (cycle.length === 1) return `step "${first}" needs itself`;
  const way = cycle.length > shown ? [...cycle.slice(0, shown), '…'] : cycle;
  return `these steps wait for each other: ${[...way, first].join(' → ')}`;
}
