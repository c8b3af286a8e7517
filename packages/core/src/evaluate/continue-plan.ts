import type { Execution } from '../execute/execution.js';
import type { Plan } from '../plan/plan.js';
import { referencesIn } from '../plan/references.js';
import type { Step } from '../plan/step.js';
import { stepGraph } from '../plan/step-graph.js';
import { stepIdFor } from '../plan/step-id.js';
import type { StepId } from '../shared/ids.js';

/** What stays in the plan after a restart: the steps that are done, and all that they rest on. In plan order. */
export function keptSteps({ plan, steps }: Execution): readonly StepId[] {
  const { needs } = stepGraph(plan);
  const kept = new Set<number>();
  const open = steps.flatMap((step, index) => (step.status === 'done' ? [index] : []));
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (kept.has(index)) continue;
    kept.add(index);
    open.push(...(needs[index] ?? []));
  }
  return plan.steps.flatMap(({ id }, index) => (kept.has(index) ? [id] : []));
}

/** What a run has behind it. */
export type Begun = {
  readonly plan: Plan;
  readonly kept: readonly StepId[];
  /** The highest number a label of the run ever had. */
  readonly lastLabel: number;
};

/**
 * A plan for what is missing, behind the steps that are kept. It was written to stand alone, so its labels are its own: they
 * become the next that were never used, wherever it names them.
 */
export function continuePlan({ plan, kept, lastLabel }: Begun, missing: Plan): Plan {
  const before = plan.steps.filter(({ id }) => kept.includes(id));
  const labels = new Map(missing.steps.map(({ label }, index) => [label, `E${lastLabel + index + 1}`]));
  const taken = new Set<string>([...plan.steps.map(({ id }) => id), ...earlierIds(lastLabel)]);
  const aliases = new Set(before.map(({ alias }) => alias));
  const steps = missing.steps.map((step) => {
    const renamed = relabelled(step, labels);
    const id = stepIdFor(renamed.label, taken);
    taken.add(id);
    const { alias, ...unaliased } = renamed;
    return alias !== undefined && aliases.has(alias) ? { ...unaliased, id } : { ...renamed, id };
  });
  return { ...missing, steps: [...before, ...steps] };
}

/** Ids of steps that an earlier revision may have had: answers are stored by id, so none is given twice. */
function earlierIds(lastLabel: number): readonly string[] {
  return Array.from({ length: lastLabel }, (_, index) => stepIdFor(`E${index + 1}`, new Set()));
}

function relabelled(step: Step, labels: ReadonlyMap<string, string>): Step {
  const named = (label: string): string => labels.get(label) ?? label;
  return {
    ...step,
    label: named(step.label),
    task: withLabels(step.task, labels),
    dependsOn: step.dependsOn.map(named),
    ...(step.execution === undefined ? {} : { execution: { ...step.execution, from: step.execution.from.map(named) } }),
  };
}

function withLabels(task: string, labels: ReadonlyMap<string, string>): string {
  let end = 0;
  const parts = referencesIn(task).flatMap(({ label, text, index }) => {
    const before = task.slice(end, index);
    end = index + text.length;
    return [before, `#${labels.get(label) ?? label}${text.slice(1 + label.length)}`];
  });
  return [...parts, task.slice(end)].join('');
}
