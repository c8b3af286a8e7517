import * as z from 'zod';
import { phaseSchema } from '../shared/phase.js';

/** What a planning phase did and left undone: proof that nothing but looking happened. */
export const receiptSchema = z.object({
  phase: phaseSchema,
  agent: z.string(),
  /** Digests of the workspace. */
  before: z.string(),
  after: z.string(),
  /** What differs between the two: nothing, or the phase has failed. */
  changes: z.array(z.object({ path: z.string(), change: z.enum(['added', 'changed', 'deleted']) })),
  /** Calls that were carried out, by tool. */
  calls: z.array(z.object({ tool: z.string(), count: z.number().int() })),
  /** Calls that were not, with their arguments, shortened and without secrets. */
  refused: z.array(z.object({ tool: z.string(), args: z.string(), reason: z.string() })),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** What is wrong with a planning phase by its receipt; undefined when nothing was touched. */
export function whyReceiptFails({ phase, changes }: Receipt): string | undefined {
  if (changes.length === 0) return undefined;
  const shown = changes.slice(0, 10).map(({ path, change }) => `${path} (${change})`);
  const more = changes.length > shown.length ? ` and ${changes.length - shown.length} more` : '';
  return `files changed during ${phase}, which may only look: ${shown.join(', ')}${more}`;
}
