import { expect, it } from 'vitest';
import type { EventStore, ExecutorRecord } from '../../../ports/event-store.js';
import { at } from './an-append.js';

const anExecutor = (id: string, changes: Partial<ExecutorRecord> = {}): ExecutorRecord => ({
  id,
  machine: 'machine-1',
  boot: 'boot-1',
  pid: 4711,
  pidStarted: '12345',
  heartbeatAt: at,
  runs: ['run-aaaa'],
  ...changes,
});

/** What a store knows of the processes that work. */
export function describeExecutors(aStore: () => Promise<EventStore>): void {
  it('keeps one record for each executor, the latest', async () => {
    const store = await aStore();
    await store.heartbeat(anExecutor('executor-2'));
    await store.heartbeat(anExecutor('executor-1', { runs: [] }));
    const renewed = anExecutor('executor-2', { heartbeatAt: '2026-11-15T12:00:10.000Z', runs: ['run-a', 'run-b'] });
    await store.heartbeat(renewed);
    expect(await store.executors()).toEqual([anExecutor('executor-1', { runs: [] }), renewed]);
    await store.removeExecutor('executor-1');
    await store.removeExecutor('executor-never');
    expect(await store.executors()).toEqual([renewed]);
    expect(await store.readAll(0, 10)).toEqual([]);
  });
}
