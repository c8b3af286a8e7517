import { defaultMode } from '../plan/default-mode.js';
import { parsePlan } from '../plan/parse-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { orderSteps, stepGraph, waves } from '../plan/step-graph.js';
import { unlessEmpty } from '../shared/unless-empty.js';
import type { ReadableFormat } from './format.js';

/**
 * The form of ReWOO planners: goal, agents, tasks and edges, nothing else. Written for strict readers: steps stand after
 * all they need, and `deps` name every edge, those of placeholders included.
 */
export const rewoo: ReadableFormat = {
  name: 'rewoo',
  write: (plan) => `${JSON.stringify(rewooData(plan), null, 2)}\n`,
  read: parsePlan,
  leavesOut: ({ steps }) => [...new Set(steps.flatMap(lostFields))],
};

/** Ids and titles are made again from labels and tasks when it is read. */
const kept: readonly string[] = ['id', 'label', 'alias', 'title', 'agent', 'task', 'dependsOn'];

function lostFields(step: Step): readonly string[] {
  return Object.entries(step).flatMap(([name, value]: [string, unknown]) => {
    const isSaid = typeof value === 'object' && value !== null ? unlessEmpty(value) !== undefined : value !== undefined;
    return isSaid && !kept.includes(name) ? [name] : [];
  });
}

function rewooData(plan: Plan): object {
  const steps = orderSteps(plan).map(({ label, agent, task }) => ({
    id: label,
    agent,
    task,
    deps: depsOf(plan, label),
  }));
  return {
    task_summary: plan.goal,
    // The form has no mode; other readers pass over it.
    ...(plan.mode === defaultMode(plan.steps) ? {} : { mode: plan.mode }),
    steps,
    parallel_groups: waves(plan).map((wave) => wave.map(({ label }) => label)),
  };
}

function depsOf(plan: Plan, label: string): readonly string[] {
  const { indexOfLabel, needs } = stepGraph(plan);
  const position = indexOfLabel.get(label);
  const needed = position === undefined ? [] : (needs[position] ?? []);
  return needed.flatMap((need) => plan.steps[need]?.label ?? []);
}
