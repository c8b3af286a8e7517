import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { remindAt } from './remind-at.js';

const clock = { now: () => new Date().toISOString() };
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('a reminder', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes at its moment, and again until it is forgotten', async () => {
    const remind = vi.fn(() => Promise.resolve());
    const forget = remindAt(inMs(1000), clock, remind);
    await vi.advanceTimersByTimeAsync(999);
    expect(remind).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(remind).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(remind).toHaveBeenCalledTimes(2);
    forget();
    await vi.advanceTimersByTimeAsync(1000);
    expect(remind).toHaveBeenCalledTimes(2);
  });

  it('does not come early for a moment further away than a timer reaches', async () => {
    const remind = vi.fn(() => Promise.resolve());
    const forget = remindAt(inMs(2 ** 31 + 1000), clock, remind);
    await vi.advanceTimersByTimeAsync(2 ** 31);
    expect(remind).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(remind).toHaveBeenCalledTimes(1);
    forget();
  });

  it('never comes without a moment, and goes on after one that failed', async () => {
    const remind = vi.fn(() => Promise.reject(new Error('refused')));
    remindAt(null, clock, remind);
    const forget = remindAt(inMs(10), clock, remind);
    await vi.advanceTimersByTimeAsync(11);
    expect(remind).toHaveBeenCalledTimes(2);
    forget();
  });
});
