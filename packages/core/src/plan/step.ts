import * as z from 'zod';
import { stepIdSchema } from '../shared/ids.js';

export const stepActionSchema = z.enum([
  'Create',
  'Update',
  'Implement',
  'Refactor',
  'Add',
  'Delete',
  'Configure',
  'Test',
  'Fix',
]);
export type StepAction = z.infer<typeof stepActionSchema>;

/** What follows when a step has used its attempts. */
export const onFailureSchema = z.enum(['pause', 'continue', 'skip-dependents', 'abort']);
export type OnFailure = z.infer<typeof onFailureSchema>;

export const labelSchema = z.string().regex(/^E[1-9][0-9]{0,5}$/);

/** A file the step may touch. */
export const stepFileSchema = z.object({
  path: z.string(),
  action: z.string().optional(),
  target: z.string().optional(),
  change: z.string().optional(),
});
export type StepFile = z.infer<typeof stepFileSchema>;

const texts = z.array(z.string()).default([]);

/** One step as it was authored. Whether and how it ran is in the run's state, never here. */
export const stepSchema = z.object({
  id: stepIdSchema,
  /** `E1`, `E2`, …: never renumbered, never reused in a run. */
  label: labelSchema,
  /** The id another system gave it (`TASK-001`); dependencies and placeholders accept it when read. */
  alias: z.string().optional(),
  title: z.string(),
  task: z.string(),
  agent: z.string(),
  /** Labels. The edges of the graph are these and the placeholders in `task`. */
  dependsOn: z.array(labelSchema).default([]),
  scope: z.string().optional(),
  action: stepActionSchema.optional(),
  files: z.array(stepFileSchema).default([]),
  implementation: texts,
  reference: z.object({ pattern: z.string().optional(), files: texts, examples: z.string().optional() }).optional(),
  criteria: texts,
  /** Commands that prove the criteria. */
  verify: texts,
  onFailure: onFailureSchema.optional(),
  /** A step that may write does not start on an input that is an error, unless it says so here. */
  runsOnError: z.boolean().optional(),
  execution: z
    .object({
      strategy: z.enum(['new', 'resume', 'fork', 'merge_fork']),
      id: z.string().optional(),
      from: texts,
    })
    .optional(),
  rationale: z.unknown().optional(),
  test: z.unknown().optional(),
  risks: z.unknown().optional(),
  codeSkeleton: z.unknown().optional(),
  /** Fields we do not know, kept as they came. */
  extra: z.record(z.string(), z.unknown()).default({}),
});
export type Step = z.infer<typeof stepSchema>;
