import { z } from 'zod';

/** What a list shows of a run: written beside the events in the same transaction, and rebuilt from them. */
export const runRowSchema = z.object({
  id: z.string(),
  goal: z.string(),
  state: z.enum(['planning', 'draft', 'running', 'paused', 'done', 'failed', 'cancelled']),
  pauseReason: z.string().nullable(),
  stepsDone: z.number(),
  stepsTotal: z.number(),
  hadErrors: z.boolean(),
  revision: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RunRow = z.infer<typeof runRowSchema>;
