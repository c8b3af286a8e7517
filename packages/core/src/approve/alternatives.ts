import * as z from 'zod';
import type { Plan } from '../plan/plan.js';
import { waves } from '../plan/step-graph.js';

/** Another way to get on with a task whose plans were rejected again and again. */
export const alternativeSchema = z.object({
  kind: z.enum(['split', 'other-approach', 'smaller-goal']),
  proposal: z.string(),
});
export type Alternative = z.infer<typeof alternativeSchema>;

/** What can be proposed instead of a fourth plan like the last, from what that plan says; a person chooses. */
export function alternativesFor(plan: Plan): readonly Alternative[] {
  const levels = waves(plan).map((wave) => wave.map(({ label }) => label));
  const half = Math.ceil(levels.length / 2);
  const [first, second] = [levels.slice(0, half).flat(), levels.slice(half).flat()];
  const other: Alternative = {
    kind: 'other-approach',
    proposal: `Ask for the same goal in another way than ${plan.approach === undefined ? 'by these steps' : `"${plan.approach}"`}.`,
  };
  if (second.length === 0) return [other];
  return [
    {
      kind: 'split',
      proposal: `Make two plans of it, each approved on its own: first ${listed(first)}, then ${listed(second)}.`,
    },
    other,
    { kind: 'smaller-goal', proposal: `Settle for ${listed(first)} and leave ${listed(second)} for another time.` },
  ];
}

function listed(labels: readonly string[]): string {
  return labels.join(', ');
}
