import { failureFacts, type ModelFailure } from './model-failure.js';

/** How patient we are with one model before the next takes over. */
export const retryLimits = {
  maxRetries: 2,
  /** The wait before the first retry; each further one doubles. */
  firstWaitMs: 1_000,
  maxWaitMs: 30_000,
  /** Told to wait longer than this, we give up, so that a fallback can take over. */
  longestRetryAfterMs: 60_000,
} as const;

export type AfterModelFailure = { readonly retry: true; readonly afterMs: number } | { readonly retry: false };

/**
 * Whether the same request is worth another try, and when. `random` is a number from 0 to 1 that spreads the waits, so that
 * steps which failed together do not all come back together. Never earlier than the provider said.
 */
export function afterModelFailure(
  failure: Pick<ModelFailure, 'kind' | 'retryAfterMs'>,
  {
    retries,
    random,
    maxRetries = retryLimits.maxRetries,
  }: Readonly<{ retries: number; random: number; maxRetries?: number }>,
): AfterModelFailure {
  const { retryAfterMs = 0 } = failure;
  if (!failureFacts(failure.kind).retry || retries >= maxRetries) return { retry: false };
  if (retryAfterMs > retryLimits.longestRetryAfterMs) return { retry: false };
  const backOff = Math.min(retryLimits.firstWaitMs * 2 ** retries, retryLimits.maxWaitMs) * (0.5 + random / 2);
  return { retry: true, afterMs: Math.round(Math.max(backOff, retryAfterMs * (1 + random / 10))) };
}
