import * as z from 'zod';

/** How a task is to be planned, fixed when its run is created. */
export const planningWishSchema = z.object({
  /** Look at the project first. */
  explore: z.boolean(),
  /** What happens with questions that come up: somebody is asked, or the recommended answers are taken. */
  clarify: z.enum(['ask', 'recommended']),
  kind: z.enum(['feature', 'fix']).optional(),
  severity: z.enum(['Low', 'Medium', 'High', 'Critical']).optional(),
  /** A person's own word on how big the task is. */
  complexity: z.enum(['low', 'medium', 'high']).optional(),
  /** Instead of the angles that the task's words call for. */
  angles: z.array(z.string()).readonly().optional(),
  /** Explore anew whatever is kept. */
  refresh: z.boolean().optional(),
  /** What somebody has found out already: planned from, instead of exploring. */
  analysis: z.string().optional(),
  /** What the planner is told beside the task, and what is no part of it: what was planned before. */
  background: z.string().optional(),
  /** `draft`: nothing but a plan was asked for. Whoever answers a question or has it drafted again does not start it. */
  until: z.literal('draft').optional(),
  /** A JSON Schema that the plan shall fit. */
  schema: z.record(z.string(), z.unknown()).optional(),
  /** Into how many areas the task is split, each planned by itself. */
  areas: z.number().int().optional(),
  /** What of the wish could not be met; told with the plan. */
  notes: z.array(z.string()).readonly().optional(),
});
export type PlanningWish = z.infer<typeof planningWishSchema>;
