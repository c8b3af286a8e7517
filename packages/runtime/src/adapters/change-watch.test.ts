import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChangeWatch } from './change-watch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch over a version that the test sets, and how often it was looked at. */
function aWatch() {
  const looked = { version: 1 as unknown, times: 0 };
  const watch = createChangeWatch({
    pollMs: 100,
    version: () => {
      looked.times += 1;
      return looked.version;
    },
  });
  return { watch, looked };
}

describe('createChangeWatch', () => {
  it('tells every watcher within the interval, once for a change', () => {
    const { watch, looked } = aWatch();
    const [first, second] = [vi.fn(), vi.fn()];
    watch.watch(first);
    watch.watch(second);
    vi.advanceTimersByTime(300);
    expect(first).not.toHaveBeenCalled();
    looked.version = 2;
    vi.advanceTimersByTime(300);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
    watch.stop();
  });

  it('looks only while somebody watches', () => {
    const { watch, looked } = aWatch();
    vi.advanceTimersByTime(1_000);
    expect(looked.times).toBe(0);
    const stopFirst = watch.watch(() => undefined);
    const stopSecond = watch.watch(() => undefined);
    stopFirst();
    stopFirst();
    vi.advanceTimersByTime(100);
    const before = looked.times;
    expect(before).toBeGreaterThan(1);
    stopSecond();
    vi.advanceTimersByTime(1_000);
    expect(looked.times).toBe(before);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('looks no more once it was stopped', () => {
    const { watch, looked } = aWatch();
    watch.stop();
    watch.watch(() => undefined)();
    vi.advanceTimersByTime(1_000);
    expect([looked.times, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('does not tell a new watcher of what changed before it came', () => {
    const { watch, looked } = aWatch();
    watch.watch(() => undefined)();
    looked.version = 2;
    const late = vi.fn();
    watch.watch(late);
    vi.advanceTimersByTime(300);
    expect(late).not.toHaveBeenCalled();
    watch.stop();
  });
});
