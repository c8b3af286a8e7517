import * as z from 'zod';
import { errorCodes, type ErrorCode } from '../shared/errors.js';
import { stated } from '../shared/stated.js';
import { sessionRefSchema } from '../tools/session.js';

export const errorInfoSchema = z.object({
  code: z.enum(errorCodes as readonly [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** What a worker may ask for when it gives a step up. */
export const failureNextSchema = z.enum(['retry', 'skip', 'abort', 'revise']);
export type FailureNext = z.infer<typeof failureNextSchema>;

export const usageSchema = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  costUsd: z.number().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** What both cost together; what neither knows stays unknown. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = (x: number | undefined, y: number | undefined): number | undefined =>
    x === undefined ? y : x + (y ?? 0);
  return stated({
    inputTokens: sum(a.inputTokens, b.inputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    costUsd: sum(a.costUsd, b.costUsd),
  });
}

/** One command or look that shows a criterion is met. */
export const proofSchema = z.object({ criterion: z.string(), evidence: z.string(), met: z.boolean() });
export type Proof = z.infer<typeof proofSchema>;

/** What a step changed in the workspace: its one commit on the run's branch. */
export const stepWorkSchema = z.object({
  commit: z.string().nullable(),
  changes: z.array(z.object({ path: z.string(), change: z.enum(['added', 'changed', 'deleted']) })),
  /** Changed although the step does not name them. */
  outside: z.array(z.string()),
});
export type StepWork = z.infer<typeof stepWorkSchema>;

/** What a step wants to do beyond what was approved. */
export const askedSchema = z.object({
  tool: z.string(),
  commands: z.array(z.string()),
  files: z.array(z.string()),
  /** What of it came from text of others. */
  suggested: z.string().optional(),
  reason: z.string(),
});
export type Asked = z.infer<typeof askedSchema>;

/** How a try of a step ended. A failure is an outcome, never an exception. */
export const stepOutcomeSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('done'),
    /** What later steps and the report read. */
    answer: z.string(),
    /** How the worker got there; never substituted into other steps. */
    transcript: z.string().optional(),
    proof: z.array(proofSchema).optional(),
    usage: usageSchema.optional(),
    /** Who did it, where that is a model. */
    model: z.string().optional(),
    /** The conversation it was done in, where it can be gone on with. */
    session: sessionRefSchema.optional(),
    work: stepWorkSchema.optional(),
    /** Another try would do exactly the same, so that there is none when a command that proves it fails. */
    repeats: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('failed'),
    error: errorInfoSchema,
    next: failureNextSchema.optional(),
    transcript: z.string().optional(),
    usage: usageSchema.optional(),
    model: z.string().optional(),
  }),
  /** It wants to do something that was not approved: it waits for a person. */
  z.object({ type: z.literal('asks'), asked: askedSchema, usage: usageSchema.optional() }),
  /** Nobody here can do it after all: it waits for a person. */
  z.object({ type: z.literal('handed-over'), reason: z.string(), usage: usageSchema.optional() }),
]);
export type StepOutcome = z.infer<typeof stepOutcomeSchema>;
/** A try that came to an end here. */
export type SettledOutcome = Extract<StepOutcome, { type: 'done' | 'failed' }>;
