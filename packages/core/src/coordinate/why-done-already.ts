import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import type { Refusal } from './coordination-state.js';

/**
 * Why a plan for what is missing would do something again that nobody can take back: a step of it asks in the same words for
 * what an earlier attempt has done. `isLasting` tells which steps reach beyond the run's own files.
 */
export function whyDoneAlready(
  missing: Plan,
  done: readonly Step[],
  isLasting: (step: Step) => boolean,
): Refusal | undefined {
  const earlier = new Map(done.filter(isLasting).map((step) => [wordsOf(step), step]));
  for (const step of missing.steps.filter(isLasting)) {
    const before = earlier.get(wordsOf(step));
    if (before !== undefined)
      return {
        code: 'done-already',
        reason: `${before.label} "${before.title}" was carried out and stands, and ${step.label} asks for it in the same words: leave it out, or say what is to be done beyond it`,
      };
  }
  return undefined;
}

function wordsOf({ task }: Step): string {
  return task
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/#E[0-9]+/g, '#E')
    .toLowerCase();
}
