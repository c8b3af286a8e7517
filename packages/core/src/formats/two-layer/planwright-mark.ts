import * as z from 'zod';
import { planAdvanceSchema, planModeSchema, planVenueSchema } from '../../plan/plan.js';
import { labelSchema, onFailureSchema } from '../../plan/step.js';
import { stepIdSchema } from '../../shared/ids.js';

/** Where our own fields stand in files whose other fields are fixed by their readers. */
export const markKey = 'planwright';

/** What `plan.json` has no field for. */
export const planMarkSchema = z.object({
  /** Where it is not the summary. */
  goal: z.string().optional(),
  /** `plan_type` is always written; this says that the plan stated it. */
  kind: z.enum(['feature', 'fix']).optional(),
  score: z.number().optional(),
  mode: planModeSchema,
  advance: planAdvanceSchema,
  venue: planVenueSchema,
  /** The fields of `_metadata` that are the plan's own, not this form's. */
  metadata: z.array(z.string()).optional(),
  /** Labels as the author ordered them, where the tasks had to be sorted. */
  order: z.array(labelSchema).optional(),
});
export type PlanMark = z.infer<typeof planMarkSchema>;

/** What a task file has no field for. */
export const taskMarkSchema = z.object({
  id: stepIdSchema,
  label: labelSchema,
  /** The name its author gave it. */
  alias: z.string().optional(),
  /** Tasks in `depends_on` that its author did not write there: a placeholder or the plan's order asks for them. */
  implied: z.array(z.string()).optional(),
  /** The commands of `verification`, where they could not be told from it. */
  verify: z.array(z.string()).optional(),
  onFailure: onFailureSchema.optional(),
  runsOnError: z.boolean().optional(),
  /** `cli_execution` follows from the dependencies; its author stated none. */
  execution: z.literal('derived').optional(),
});
export type TaskMark = z.infer<typeof taskMarkSchema>;
