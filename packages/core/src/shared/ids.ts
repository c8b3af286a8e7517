import * as z from 'zod';

/** `run-…` and `plan-…` name the same thing: a run holds at most one plan. */
export const runIdSchema = z
  .string()
  .regex(/^run-[a-z0-9]{4,32}$/)
  .brand<'RunId'>();
export type RunId = z.infer<typeof runIdSchema>;

/** Five characters that stay with a step for good, whatever happens to its label or place. */
export const stepIdSchema = z
  .string()
  .regex(/^[a-z0-9]{5}$/)
  .brand<'StepId'>();
export type StepId = z.infer<typeof stepIdSchema>;

/** Reads `run-x`, `plan-x` or a bare `x`; undefined when it can be none of them. */
export function parseRunId(text: string): RunId | undefined {
  const tail = text.trim().replace(/^(run|plan)-/, '');
  const parsed = runIdSchema.safeParse(`run-${tail}`);
  return parsed.success ? parsed.data : undefined;
}

export function planIdOf(runId: RunId): string {
  return runId.replace(/^run-/, 'plan-');
}
