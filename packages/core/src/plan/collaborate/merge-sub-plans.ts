import { type ExecutionStrategy, executionStrategies } from '../execution-strategy.js';
import { type Plan, planLimits, type PlanProblem } from '../plan.js';
import { referencesIn } from '../references.js';
import type { Step } from '../step.js';
import { stepGraph } from '../step-graph.js';
import { type Area, numberOfId, type SubPlan } from './area.js';
import type { AreaConflict } from './area-conflict.js';
import { mergePlanFields } from './merge-plan-fields.js';
import { labelsNeeded, ownCycles, type PlacedStep, placeSubPlans } from './place-sub-plans.js';
import { resolveIds } from './rename-references.js';
import { settleFiles } from './settle-files.js';
import { settleNeeds } from './settle-needs.js';
import { createStepOrder, type StepOrder } from './step-order.js';

export type MergedSubPlans =
  | {
      readonly ok: true;
      /** Without circles: every step of every area once, with all it needs. */
      readonly plan: Plan;
      /** How each step's conversation begins now, in the order of the steps. */
      readonly strategies: readonly ExecutionStrategy[];
      readonly conflicts: readonly AreaConflict[];
    }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/**
 * One plan from the plans of areas, in their order: labels are `E1`, `E2`, …, aliases are ids of each area's range. What areas
 * need of each other becomes dependencies, what they both touch is put in order, and every such matter is listed with how it
 * was settled, or the question that is left. `areas` are all there were, also those that have no plan.
 */
export function mergeSubPlans(
  subPlans: readonly SubPlan[],
  areas: readonly Area[] = subPlans.map(({ area }) => area),
): MergedSubPlans {
  const problems = subPlans.length === 0 ? [nothing] : subPlans.flatMap(ownCycles);
  if (problems.length > 0) return { ok: false, problems };
  const placed = placeSubPlans(subPlans, areas);
  const order = createStepOrder(new Map(placed.map(({ step }) => [step.label, labelsNeeded(step)])));
  const settled = [...settleNeeds(placed, areas, order), ...settleFiles(placed, order)];
  const { fields, conflicts } = mergePlanFields(subPlans);
  const linked: Plan = { ...fields, steps: placed.map(({ step }) => withOrder(step, order, placed)) };
  const strategies = executionStrategies(stepGraph(linked).needs);
  const { steps, changed } = withStrategies(linked, strategies, placed);
  return {
    ok: true,
    plan: { ...linked, steps },
    strategies,
    conflicts: [...settled, ...changed, ...conflicts, ...tooMany(placed)],
  };
}

const nothing: PlanProblem = {
  code: 'steps-missing',
  step: null,
  field: null,
  message: 'no area has a plan, so there is nothing to merge',
};

/** Ids behind `#` are placeholders where the step waits for what they name; else they stay text. */
function withOrder(step: Step, order: StepOrder, placed: readonly PlacedStep[]): Step {
  const needs = order.needsOf(step.label);
  const task = resolveIds(step.task, (id) => {
    const meant = placed.find((each) => numberOfId(each.step.alias ?? '') === numberOfId(id));
    return meant && needs.includes(meant.step.label) ? meant.step.label : undefined;
  });
  const used = new Set(referencesIn(task).map(({ label }) => label));
  const dependsOn = needs.filter((label) => step.dependsOn.includes(label) || !used.has(label));
  return { ...step, task, dependsOn };
}

/** Where an area said how a conversation begins, that is said again as it is now; elsewhere it follows from the needs. */
function withStrategies(
  plan: Plan,
  strategies: readonly ExecutionStrategy[],
  placed: readonly PlacedStep[],
): { readonly steps: Step[]; readonly changed: readonly AreaConflict[] } {
  const changed: AreaConflict[] = [];
  const steps = plan.steps.map((step, position): Step => {
    const now = strategies[position];
    if (step.execution === undefined || now === undefined) return step;
    const from = now.from.flatMap((need) => plan.steps[need]?.label ?? []);
    if (step.execution.strategy !== now.strategy)
      changed.push({
        type: 'strategy',
        areas: [placed[position]?.area.name ?? ''],
        steps: [step.label],
        message: `${step.label} was to begin with "${step.execution.strategy}"`,
        resolution: { type: 'resolved', how: `with what it needs now it is "${now.strategy}"` },
      });
    return { ...step, execution: { ...step.execution, strategy: now.strategy, from } };
  });
  return { steps, changed };
}

function tooMany(placed: readonly PlacedStep[]): readonly AreaConflict[] {
  if (placed.length <= planLimits.maxSteps) return [];
  const areas = [...new Set(placed.map(({ area }) => area.name))];
  const counts = areas.map((name) => `${name} ${placed.filter(({ area }) => area.name === name).length}`).join(', ');
  return [
    {
      type: 'size',
      areas,
      steps: [],
      message: `the areas have ${placed.length} steps together (${counts}), and a plan has at most ${planLimits.maxSteps}`,
      resolution: { type: 'asked', question: 'Which areas shall be planned later, or with fewer steps?' },
    },
  ];
}
