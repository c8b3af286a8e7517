import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { stepIdFor } from '../plan/step-id.js';

/** A small valid step; only what a test is about needs saying. */
export function aStep(label: string, fields: Partial<Step> = {}): Step {
  return {
    id: stepIdFor(label, new Set()),
    label,
    title: `do ${label}`,
    task: `do ${label}`,
    agent: 'search',
    dependsOn: [],
    files: [],
    implementation: [],
    criteria: [],
    verify: [],
    extra: {},
    ...fields,
  };
}

/** A plan of these steps; parallel where one of them depends on another, as when a plan is read. */
export function aPlan(steps: readonly Step[], fields: Partial<Plan> = {}): Plan {
  const mode = steps.some((step) => step.dependsOn.length > 0 || /#E\d/.test(step.task)) ? 'parallel' : 'sequential';
  return { goal: 'a goal', mode, advance: 'auto', venue: 'main', steps: [...steps], extra: {}, ...fields };
}

/** `count` steps that only follow one another. */
export function aList(count: number, fields: Partial<Plan> = {}): Plan {
  return aPlan(
    Array.from({ length: count }, (_, index) => aStep(`E${index + 1}`)),
    fields,
  );
}
