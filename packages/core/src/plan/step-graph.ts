import type { StepId } from '../shared/ids.js';
import type { Plan } from './plan.js';
import { referencesIn } from './references.js';
import type { Step } from './step.js';
import { topologicalOrder } from './topological-order.js';

/** The edges of a plan. Every number is a position in `plan.steps`. */
export type StepGraph = {
  readonly size: number;
  readonly indexOf: ReadonlyMap<StepId, number>;
  readonly indexOfLabel: ReadonlyMap<string, number>;
  /** What a step needs: its dependencies and the placeholders in its task, each once. */
  readonly needs: readonly (readonly number[])[];
  readonly dependents: readonly (readonly number[])[];
  /** Every position, each after all it needs. */
  readonly order: readonly number[];
  /** The inverse of `order`. */
  readonly rank: readonly number[];
};

/**
 * Asked for at every fold of every event, over plans that never change in place. Keyed weakly by the plan object, so it is
 * a memory of a pure answer: it cannot go stale and keeps nothing alive.
 */
const remembered = new WeakMap<Plan, StepGraph>();

/** The graph of a plan, worked out once per plan object. Labels the plan does not have are no edges. */
export function stepGraph(plan: Plan): StepGraph {
  const known = remembered.get(plan);
  if (known) return known;
  const graph = graphOf(plan);
  remembered.set(plan, graph);
  return graph;
}

/** Every step after all it needs; ties by label (`E2` before `E10`) in a parallel plan, by place in a sequential one. */
export function orderSteps(plan: Plan): readonly Step[] {
  return stepsAt(plan, stepGraph(plan).order);
}

/** Steps that may run together: in a parallel plan one wave per level of the graph, in a sequential one a step each. */
export function waves(plan: Plan): readonly (readonly Step[])[] {
  const { order, needs } = stepGraph(plan);
  if (plan.mode === 'sequential') return orderSteps(plan).map((step) => [step]);
  const level = new Map<number, number>();
  for (const position of order) {
    const below = (needs[position] ?? []).reduce((highest, need) => Math.max(highest, level.get(need) ?? -1), -1);
    level.set(position, below + 1);
  }
  const found: number[][] = [];
  for (const position of byPriority(plan)) (found[level.get(position) ?? 0] ??= []).push(position);
  return found.map((positions) => stepsAt(plan, positions));
}

/** Natural order: by number where both are `E<n>`, else by code units. */
export function compareLabels(a: string, b: string): number {
  const [numberA, numberB] = [labelNumber(a), labelNumber(b)];
  if (numberA !== undefined && numberB !== undefined && numberA !== numberB) return numberA - numberB;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The `n` of `E<n>`. */
export function labelNumber(label: string): number | undefined {
  return /^E[0-9]+$/.test(label) ? Number(label.slice(1)) : undefined;
}

function graphOf(plan: Plan): StepGraph {
  const indexOf = new Map(plan.steps.map((step, position) => [step.id, position]));
  const indexOfLabel = new Map(plan.steps.map((step, position) => [step.label, position]));
  const needs = plan.steps.map((step) => neededPositions(step, indexOfLabel));
  const dependents = reversed(needs);
  const order = topologicalOrder(needs, dependents, inverse(byPriority(plan)));
  return { size: plan.steps.length, indexOf, indexOfLabel, needs, dependents, order, rank: inverse(order) };
}

function neededPositions(step: Step, indexOfLabel: ReadonlyMap<string, number>): readonly number[] {
  const labels = [...step.dependsOn, ...referencesIn(step.task).map(({ label }) => label)];
  const positions = labels.flatMap((label) => indexOfLabel.get(label) ?? []);
  return [...new Set(positions)];
}

function reversed(needs: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const dependents: number[][] = needs.map(() => []);
  needs.forEach((list, position) => {
    for (const need of list) dependents[need]?.push(position);
  });
  return dependents;
}

function byPriority(plan: Plan): readonly number[] {
  const positions = [...plan.steps.keys()];
  if (plan.mode === 'sequential') return positions;
  const labelAt = (position: number): string => plan.steps[position]?.label ?? '';
  return positions.sort((a, b) => compareLabels(labelAt(a), labelAt(b)));
}

function inverse(order: readonly number[]): readonly number[] {
  const rank = order.map(() => 0);
  order.forEach((position, place) => {
    rank[position] = place;
  });
  return rank;
}

function stepsAt(plan: Plan, positions: readonly number[]): readonly Step[] {
  return positions.flatMap((position) => plan.steps[position] ?? []);
}
