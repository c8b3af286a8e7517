import type { RunRow } from '@planwright/core';
import { expect, it } from 'vitest';
import type { Append, EventStore } from '../../../ports/event-store.js';
import { anAppend, anEvent, aRow, refusalOf } from './an-append.js';

/** What a store knows of the runs in its list. */
export function describeRows(aStore: () => Promise<EventStore>): void {
  const write = (store: EventStore, row: RunRow, expectedSeq = 0): Promise<unknown> =>
    store.append({
      ...anAppend(row.id, expectedSeq),
      streams: [{ stream: row.id, expectedSeq, events: [anEvent()], row }],
    });
  const idsOf = (rows: readonly RunRow[]): readonly string[] => rows.map(({ id }) => id);

  it('writes a run’s row with its events, and renews it', async () => {
    const store = await aStore();
    const row = aRow('run-a', { goal: 'odd text: a\0b \ud83d 😀', pauseReason: 'supervisor', state: 'paused' });
    await write(store, row);
    expect(await store.findRun('run-a')).toEqual(row);
    const later = aRow('run-a', { state: 'done', stepsDone: 3, updatedAt: '2026-11-15T13:00:00.000Z' });
    await write(store, later, 1);
    expect(await store.findRun('run-a')).toEqual(later);
    expect(await store.listRuns({ limit: 10 })).toEqual([later]);
    expect(await store.findRun('run-b')).toBeUndefined();
  });

  it('lists the newest first, by time and then by id, page by page', async () => {
    const store = await aStore();
    const rows = [
      aRow('run-b', { createdAt: '2026-11-15T10:00:00.000Z' }),
      aRow('run-c', { createdAt: '2026-11-15T11:00:00.000Z' }),
      aRow('run-a', { createdAt: '2026-11-15T10:00:00.000Z' }),
      aRow('run-d', { createdAt: '2026-11-15T09:00:00.000Z' }),
    ];
    for (const row of rows) await write(store, row);
    expect(idsOf(await store.listRuns({ limit: 10 }))).toEqual(['run-c', 'run-b', 'run-a', 'run-d']);
    expect(idsOf(await store.listRuns({ limit: 2 }))).toEqual(['run-c', 'run-b']);
    expect(idsOf(await store.listRuns({ limit: 2, offset: 2 }))).toEqual(['run-a', 'run-d']);
    expect(idsOf(await store.listRuns({ limit: 2, offset: 9 }))).toEqual([]);
  });

  it('lists only the states asked for, as they are now', async () => {
    const store = await aStore();
    await write(store, aRow('run-a', { state: 'running' }));
    await write(store, aRow('run-b', { state: 'failed' }));
    await write(store, aRow('run-c', { state: 'running' }));
    await write(store, aRow('run-c', { state: 'done' }), 1);
    expect(idsOf(await store.listRuns({ limit: 10, states: ['running'] }))).toEqual(['run-a']);
    expect(idsOf(await store.listRuns({ limit: 10, states: ['done', 'failed'] }))).toEqual(['run-c', 'run-b']);
    expect(idsOf(await store.listRuns({ limit: 1, offset: 1, states: ['done', 'failed'] }))).toEqual(['run-b']);
    expect(await store.listRuns({ limit: 10, states: [] })).toEqual([]);
  });

  it('replaces all rows', async () => {
    const store = await aStore();
    await write(store, aRow('run-a'));
    await store.replaceRuns([aRow('run-b'), aRow('run-c', { hadErrors: true })]);
    expect(await store.listRuns({ limit: 10 })).toEqual([aRow('run-c', { hadErrors: true }), aRow('run-b')]);
    await store.replaceRuns([]);
    expect(await store.listRuns({ limit: 10 })).toEqual([]);
    expect(await store.read('run-a')).toHaveLength(1);
  });

  it('writes a row without events, if the stream ends where expected', async () => {
    const store = await aStore();
    const only = (expectedSeq: number): Append => ({
      ...anAppend('run-a', expectedSeq, []),
      streams: [{ stream: 'run-a', expectedSeq, events: [], row: aRow('run-a') }],
    });
    expect((await refusalOf(store.append(only(1)))).code).toBe('store-conflict');
    await store.append(only(0));
    expect(await store.findRun('run-a')).toEqual(aRow('run-a'));
  });
}
