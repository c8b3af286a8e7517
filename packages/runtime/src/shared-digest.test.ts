import { describe, expect, it } from 'vitest';
import type { WorkspaceDigest } from './ports/workspaces.js';
import { createSharedDigest } from './shared-digest.js';

const { signal } = new AbortController();

/** A digest that is ready when the test says so; numbered in the order in which they were begun. */
function aDigest() {
  const pending: ((error?: Error) => void)[] = [];
  let begun = 0;
  const take = () =>
    new Promise<WorkspaceDigest>((resolve, reject) => {
      const digest = { digest: String((begun += 1)), files: new Map<string, string>() };
      pending.push((error) => (error ? reject(error) : resolve(digest)));
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    take,
    begun: () => begun,
    finish: async (error?: Error) => (await settled(), pending.shift()?.(error), settled()),
  };
}

describe('a digest that is shared', () => {
  it('is one for all who ask at the same time', async () => {
    const { take, begun, finish } = aDigest();
    const digest = createSharedDigest(take);
    const asked = Promise.all([digest({ signal }), digest({ signal }), digest({ signal })]);
    await finish();
    expect((await asked).map((each) => each.digest)).toEqual(['1', '1', '1']);
    expect(begun()).toBe(1);
  });

  it('is never one that was begun before it was asked for', async () => {
    const { take, finish } = aDigest();
    const digest = createSharedDigest(take);
    const first = digest({ signal });
    await new Promise((resolve) => setImmediate(resolve));
    const later = Promise.all([digest({ signal }), digest({ signal })]);
    await finish();
    await finish();
    expect((await first).digest).toBe('1');
    expect((await later).map((each) => each.digest)).toEqual(['2', '2']);
  });

  it('fails those who asked for it, and nobody after them', async () => {
    const { take, finish } = aDigest();
    const digest = createSharedDigest(take);
    const failing = expect(digest({ signal })).rejects.toThrow('no git');
    await finish(new Error('no git'));
    await failing;
    const next = digest({ signal });
    await finish();
    expect((await next).digest).toBe('2');
  });

  it('is given up by who no longer wants it, and kept for the others', async () => {
    const { take, finish } = aDigest();
    const digest = createSharedDigest(take);
    const stop = new AbortController();
    const stopped = expect(digest({ signal: stop.signal })).rejects.toThrow('cancelled');
    const other = digest({ signal });
    stop.abort(new Error('cancelled'));
    await stopped;
    await finish();
    expect((await other).digest).toBe('1');
  });
});
