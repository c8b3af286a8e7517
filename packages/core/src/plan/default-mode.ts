import type { Plan } from './plan.js';
import { referencesIn } from './references.js';
import type { Step } from './step.js';

/** The mode of a plan that states none: a graph says what may run together; in a plain list each step builds on the last. */
export function defaultMode(steps: readonly Step[]): Plan['mode'] {
  const hasEdges = steps.some(({ dependsOn, task }) => dependsOn.length > 0 || referencesIn(task).length > 0);
  return hasEdges ? 'parallel' : 'sequential';
}
