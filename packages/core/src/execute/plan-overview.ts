import { stepGraph } from '../plan/step-graph.js';
import type { Execution } from './execution.js';
import type { StepState } from './step-state.js';

/** One step of the plan, as the worker of another is told about it. */
export type OverviewLine = {
  readonly label: string;
  readonly agent: string;
  readonly title: string;
  readonly status: StepState['status'];
};

/** How many steps before and after the own one are told: plans have at most 20, and a lifted limit must not cost every step. */
const reach = 20;

/** The plan around a step in execution order. */
export function planOverview({ plan, steps }: Execution, index: number): readonly OverviewLine[] {
  const { order, rank } = stepGraph(plan);
  const place = rank[index] ?? 0;
  const lines: OverviewLine[] = [];
  for (const each of order.slice(Math.max(0, place - reach), place + reach + 1)) {
    const step = plan.steps[each];
    const status = steps[each]?.status;
    if (step !== undefined && status !== undefined)
      lines.push({ label: step.label, agent: step.agent, title: step.title, status });
  }
  return lines;
}
