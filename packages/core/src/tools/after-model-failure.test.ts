import { describe, expect, it } from 'vitest';
import { afterModelFailure, retryLimits } from './after-model-failure.js';
import { failureFacts, modelFailureKinds } from './model-failure.js';

describe('after a model failed', () => {
  it.each(modelFailureKinds)('is asked again only where that may help: %s', (kind) => {
    expect(afterModelFailure({ kind }, { retries: 0, random: 0 }).retry).toBe(failureFacts(kind).retry);
  });

  it('waits twice as long each time, up to a limit', () => {
    const waits = [0, 1, 2, 3, 20].map((retries) =>
      afterModelFailure({ kind: 'server' }, { retries, random: 1, maxRetries: 100 }),
    );
    expect(waits.map((after) => after.retry && after.afterMs)).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
  });

  it('spreads the waits over the upper half', () => {
    expect(afterModelFailure({ kind: 'server' }, { retries: 1, random: 0 })).toEqual({ retry: true, afterMs: 1_000 });
    expect(afterModelFailure({ kind: 'server' }, { retries: 1, random: 0.5 })).toEqual({ retry: true, afterMs: 1_500 });
  });

  it('gives up after so many retries', () => {
    const { maxRetries } = retryLimits;
    expect(afterModelFailure({ kind: 'network' }, { retries: maxRetries - 1, random: 0 }).retry).toBe(true);
    expect(afterModelFailure({ kind: 'network' }, { retries: maxRetries, random: 0 }).retry).toBe(false);
    expect(afterModelFailure({ kind: 'network' }, { retries: 0, random: 0, maxRetries: 0 }).retry).toBe(false);
  });

  it.each([0, 0.3, 1])('never comes back earlier than the provider said (random %d)', (random) => {
    const after = afterModelFailure({ kind: 'rate-limited', retryAfterMs: 20_000 }, { retries: 0, random });
    expect(after.retry && after.afterMs).toBeGreaterThanOrEqual(20_000);
  });

  it('gives up when it is told to wait longer than a fallback should be kept waiting', () => {
    const failure = { kind: 'rate-limited', retryAfterMs: retryLimits.longestRetryAfterMs + 1 } as const;
    expect(afterModelFailure(failure, { retries: 0, random: 0 })).toEqual({ retry: false });
  });
});
