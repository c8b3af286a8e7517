import { findCycles } from '../find-cycle.js';
import type { Plan, PlanProblem } from '../plan.js';
import { referencesIn } from '../references.js';
import type { Step } from '../step.js';
import { orderSteps, stepGraph } from '../step-graph.js';
import { stepIdFor } from '../step-id.js';
import { type Area, areaOfId, numberOfId, type SubPlan, taskIdFor, withIdsOf } from './area.js';
import { idsIn, renameReferences } from './rename-references.js';
import { statedNeeds, withoutStatedNeeds } from './stated-needs.js';

/** A step in its place in the merged plan, with what it needs of other areas still to be found. */
export type PlacedStep = {
  readonly area: Area;
  readonly step: Step;
  /** Needs as they were written: `packages-core: the limit`, `TASK-101`. */
  readonly open: readonly string[];
};

/**
 * The steps of all areas one below the other, `E1` first, each with an id of its area's range. Needs within an area are in
 * labels; placeholders for steps of other areas are ids (`#TASK-101`), which are plain text until somebody resolves them.
 */
export function placeSubPlans(subPlans: readonly SubPlan[], areas: readonly Area[]): readonly PlacedStep[] {
  const taken = new Set<string>();
  let count = 0;
  return subPlans.flatMap(({ area, plan }) => {
    const own = new Map(plan.steps.map(({ label }, place) => [label, `E${count + place + 1}`]));
    count += plan.steps.length;
    const before = chainOf(plan);
    return withIdsOf(area, plan).steps.map((written) => {
      const label = own.get(written.label) ?? '';
      const id = stepIdFor(label, taken);
      taken.add(id);
      const step = placed(written, { own, areas, before: before.get(written.label) });
      return { area, step: { ...step, id, label }, open: openNeeds(written, { own, areas, area }) };
    });
  });
}

/** In a list every step waits for the one before it; in a graph that has to be said. */
function chainOf(plan: Plan): ReadonlyMap<string, string> {
  const order = plan.mode === 'sequential' ? orderSteps(plan) : [];
  return new Map(order.slice(1).map(({ label }, place) => [label, order[place]?.label ?? '']));
}

type Names = { readonly own: ReadonlyMap<string, string>; readonly areas: readonly Area[] };

function placed(step: Step, { own, areas, before }: Names & { readonly before: string | undefined }): Step {
  const needs = [...step.dependsOn, ...(before === undefined ? [] : [before])];
  const from = step.execution?.from.map((label) => own.get(label) ?? label);
  return {
    ...withoutStatedNeeds(step),
    task: renameReferences(step.task, (label) => own.get(label) ?? idOfForeign(label, areas)),
    dependsOn: [...new Set(needs.flatMap((label) => own.get(label) ?? []))],
    ...(step.execution && from ? { execution: { ...step.execution, from } } : {}),
  };
}

function idOfForeign(label: string, areas: readonly Area[]): string | undefined {
  const number = numberOfId(label);
  return number === undefined || !areaOfId(label, areas) ? undefined : taskIdFor(number, undefined);
}

/** What a step needs beyond its own area: by names that its own plan does not have, and as it says in words. */
function openNeeds(step: Step, { own, areas, area }: Names & { readonly area: Area }): readonly string[] {
  const labels = labelsNeeded(step).filter((label) => !own.has(label));
  const ids = idsIn(step.task).filter((id) => areaOfId(id, areas) !== undefined);
  return [...new Set([...labels, ...ids, ...statedNeeds(step, areas, area)])];
}

/** What a step waits for by label, and by placeholder. */
export function labelsNeeded({ dependsOn, task }: Step): readonly string[] {
  return [...dependsOn, ...referencesIn(task).map(({ label }) => label)];
}

/** Circles within one area's own plan, each with the way around. */
export function ownCycles({ area, plan }: SubPlan): readonly PlanProblem[] {
  const { needs } = stepGraph(plan);
  const labelAt = (position: number): string => plan.steps[position]?.label ?? '';
  const byLabel = new Map(plan.steps.map(({ label }, position) => [label, (needs[position] ?? []).map(labelAt)]));
  return findCycles(byLabel).map((cycle) => ({
    code: 'dependency-cycle',
    step: cycle[0] ?? null,
    field: null,
    message: `in the plan of ${area.name}, steps need each other in a circle: ${[...cycle, cycle[0] ?? ''].join(' → ')}`,
  }));
}
