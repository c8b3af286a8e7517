import { createMemoryEventStore, createRuntime, type EventStore } from '@planwright/runtime';
import { createCountingIds, createFunctionWorker } from '@planwright/runtime/testing';
import { expect, it } from 'vitest';
import { namedRun } from './find-run.js';

/** `run-a0001`, `run-a0002` and so on. */
async function storeWithRuns(count: number): Promise<EventStore> {
  const store = createMemoryEventStore();
  const worker = createFunctionWorker(() => 'fine');
  const runtime = createRuntime({ store, worker, ids: createCountingIds('a') });
  for (let started = 0; started < count; started += 1) await runtime.start({ task: 'look' });
  return store;
}

it.each(['run-a0002', 'plan-a0002', 'a0002', ' A0002 '])('finds a run by "%s"', async (name) => {
  expect(await namedRun(await storeWithRuns(3), name)).toBe('run-a0002');
});

it('takes the beginning of a name that no other run shares, and never guesses between two', async () => {
  const store = await storeWithRuns(12);
  expect(await namedRun(store, 'a0012')).toBe('run-a0012');
  await expect(namedRun(store, 'run-a001')).rejects.toMatchObject({
    code: 'run-not-found',
    message: '"run-a001" fits 3 runs: run-a0012, run-a0011, run-a0010',
  });
  await expect(namedRun(store, 'a')).rejects.toThrow('"a" fits 12 runs: run-a0012, run-a0011, run-a0010, …');
});

it.each(['', 'run-', 'plan-'])('takes "%s" for no name, though every run begins so', async (name) => {
  await expect(namedRun(await storeWithRuns(1), name)).rejects.toThrow(`there is no run "${name}"`);
});
