import { describe, expect, it } from 'vitest';
import { withinTime } from './within-time.js';

const never = new AbortController().signal;
const forever = (): Promise<never> => new Promise(() => undefined);

describe('work with a time limit', () => {
  it('gives what it gives in time', async () => {
    expect(await withinTime(() => Promise.resolve(7), { what: 'it', limitMs: 60_000, signal: never })).toBe(7);
  });

  it('is aborted when its time is up, and says so', async () => {
    let given: AbortSignal | undefined;
    const late = withinTime((signal) => ((given = signal), forever()), { what: 'the turn', limitMs: 5, signal: never });
    await expect(late).rejects.toMatchObject({ code: 'step-timeout', message: 'the turn took longer than 5 ms' });
    expect(given?.aborted).toBe(true);
  });

  it('ends with the reason of whoever stopped it', async () => {
    const stop = new AbortController();
    const stopped = withinTime(forever, { what: 'it', limitMs: 60_000, signal: stop.signal });
    stop.abort(new Error('cancelled'));
    await expect(stopped).rejects.toThrow('cancelled');
  });
});
