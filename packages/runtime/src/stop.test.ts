import { describe, expect, it } from 'vitest';
import { Stop } from './stop.js';

describe('Stop', () => {
  it('aborts its signal, whether it was looked at before or is only afterwards', () => {
    const [seen, unseen] = [new Stop(), new Stop()];
    const { signal } = seen;
    for (const stop of [seen, unseen]) stop.abort('enough');
    expect([signal.aborted, signal.reason]).toEqual([true, 'enough']);
    expect([unseen.signal.aborted, unseen.signal.reason]).toEqual([true, 'enough']);
    expect([seen.aborted, unseen.aborted]).toEqual([true, true]);
  });

  it('tells its own listeners before those of the signal', () => {
    const stop = new Stop();
    const told: string[] = [];
    stop.signal.addEventListener('abort', () => told.push('signal'));
    stop.onAbort(() => told.push('own'));
    stop.abort();
    expect(told).toEqual(['own', 'signal']);
  });

  it('stops once', () => {
    const stop = new Stop();
    let told = 0;
    stop.onAbort(() => (told += 1));
    stop.abort('first');
    stop.abort('second');
    expect([told, stop.signal.reason]).toEqual([1, 'first']);
  });

  it('is not stopped until somebody stops it', () => {
    const stop = new Stop();
    expect([stop.aborted, stop.signal.aborted]).toEqual([false, false]);
  });
});
