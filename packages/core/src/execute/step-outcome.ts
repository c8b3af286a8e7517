import { z } from 'zod';
import { errorCodes, type ErrorCode } from '../shared/errors.js';

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

/** One command or look that shows a criterion is met. */
export const proofSchema = z.object({ criterion: z.string(), evidence: z.string(), met: z.boolean() });
export type Proof = z.infer<typeof proofSchema>;

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
  }),
  z.object({
    type: z.literal('failed'),
    error: errorInfoSchema,
    next: failureNextSchema.optional(),
    transcript: z.string().optional(),
    usage: usageSchema.optional(),
  }),
]);
export type StepOutcome = z.infer<typeof stepOutcomeSchema>;
