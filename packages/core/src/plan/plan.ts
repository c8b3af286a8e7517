import * as z from 'zod';
import { stepSchema } from './step.js';

/** How many steps a plan may have, attempts a step, automatic steps in a row and steps at once, unless a run says otherwise. */
export const planLimits = { maxSteps: 20, maxAttempts: 3, autoSteps: 8, concurrency: 4 } as const;

export const planModeSchema = z.enum(['sequential', 'parallel']);
export const planAdvanceSchema = z.enum(['auto', 'manual']);
export const planVenueSchema = z.enum(['main', 'sidekick']);

/** A plan as it was authored: what is shown, hashed, approved and edited. */
export const planSchema = z.object({
  /** One sentence. */
  goal: z.string(),
  summary: z.string().optional(),
  approach: z.string().optional(),
  kind: z.enum(['feature', 'fix']).optional(),
  complexity: z.enum(['low', 'medium', 'high']).optional(),
  score: z.number().optional(),
  mode: planModeSchema,
  advance: planAdvanceSchema.default('auto'),
  venue: planVenueSchema.default('main'),
  estimatedTime: z.string().optional(),
  recommendedExecution: z.string().optional(),
  /** For `kind: fix`. */
  fix: z
    .object({
      rootCause: z.string().optional(),
      strategy: z.string().optional(),
      severity: z.string().optional(),
      risk: z.string().optional(),
    })
    .optional(),
  designDecisions: z.unknown().optional(),
  dataFlow: z.unknown().optional(),
  risks: z.unknown().optional(),
  skeleton: z.unknown().optional(),
  steps: z.array(stepSchema),
  /** Fields we do not know, kept as they came. */
  extra: z.record(z.string(), z.unknown()).default({}),
});
export type Plan = z.infer<typeof planSchema>;

/** Why a text is not a plan. `step` is its label, written id or place, `field` the field's written name, where they are known. */
export type PlanProblem = {
  readonly code: PlanProblemCode;
  readonly step: string | null;
  readonly field: string | null;
  readonly message: string;
};

export type PlanProblemCode =
  | 'text-empty'
  | 'text-too-large'
  /** Stands for the problems that are not listed. */
  | 'problems-too-many'
  | 'no-plan-found'
  | 'json-invalid'
  | 'json-truncated'
  | 'nesting-too-deep'
  | 'key-duplicate'
  | 'field-invalid'
  | 'goal-missing'
  | 'steps-missing'
  | 'steps-too-many'
  | 'step-invalid'
  | 'id-missing'
  | 'id-invalid'
  | 'id-duplicate'
  | 'agent-missing'
  | 'task-missing'
  | 'dependency-unknown'
  | 'dependency-self'
  | 'dependency-cycle'
  | 'reference-unknown'
  | 'reference-self'
  /** Of plans that are a folder of files. */
  | 'file-missing'
  | 'file-extra'
  | 'count-wrong'
  | 'field-missing';
