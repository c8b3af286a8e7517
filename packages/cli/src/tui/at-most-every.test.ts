import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atMostEvery } from './at-most-every.js';

describe('atMostEvery', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('acts at once, then paced, and never loses the last call', () => {
    const action = vi.fn();
    const paced = atMostEvery(100, action);
    paced.call();
    expect(action).toHaveBeenCalledTimes(1);
    for (let call = 0; call < 50; call += 1) paced.call();
    expect(action).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(100);
    expect(action).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1000);
    expect(action).toHaveBeenCalledTimes(2);
    paced.call();
    expect(action).toHaveBeenCalledTimes(3);
  });

  it('is quiet after it was stopped', () => {
    const action = vi.fn();
    const paced = atMostEvery(100, action);
    paced.call();
    paced.call();
    paced.stop();
    vi.advanceTimersByTime(1000);
    expect(action).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
