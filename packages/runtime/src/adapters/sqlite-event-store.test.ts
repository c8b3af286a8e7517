import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Append, EventStore } from '../ports/event-store.js';
import { describeEventStore } from '../testing/contracts/event-store.js';
import { openSqliteDatabase } from './sqlite-database.js';
import { createSqliteEventStore, type SqliteEventStoreOptions } from './sqlite-event-store.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-store-'));
let count = 0;
const newFile = (): string => join(folder, `store-${(count += 1)}`, 'deeper', 'events.sqlite');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = new WeakMap<EventStore, string>();

function describeWith(name: string, options: SqliteEventStoreOptions): void {
  const create = async (file = newFile()): Promise<EventStore> => {
    const store = await createSqliteEventStore(file, { pollMs: 5, ...options });
    fileOf.set(store, file);
    return store;
  };
  describeEventStore(name, () => create(), { openAgain: (store) => create(fileOf.get(store)) });
}

describeWith('SQLite', {});
describeWith('SQLite, synced on the event loop', { syncOnLoopBelowMs: Infinity });

const anAppend = (stream: string, expectedSeq: number, data: unknown = {}): Append => ({
  at: '2026-11-15T12:00:00.000Z',
  actor: { kind: 'system', name: 'test' },
  streams: [{ stream, expectedSeq, events: [{ type: 'run.noted', v: 1, data }] }],
});

async function withStore<Result>(file: string, use: (store: EventStore) => Promise<Result>): Promise<Result> {
  const store = await createSqliteEventStore(file);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

describe('createSqliteEventStore', () => {
  it('finds everything again when the file is opened anew', async () => {
    const file = newFile();
    const long = 'long '.repeat(4_000);
    const first = await withStore(file, async (store) => {
      await store.append({ ...anAppend('run-a', 0, { long }), commandId: 'command-1' });
      await store.append(anAppend('run-b', 0));
      return store.readAll(0, 10);
    });
    await withStore(file, async (store) => {
      expect(await store.readAll(0, 10)).toEqual(first);
      expect(first[0]?.data).toEqual({ long });
      expect(await store.append({ ...anAppend('run-a', 0), commandId: 'command-1' })).toMatchObject({
        repeated: true,
      });
      expect((await store.append(anAppend('run-a', 1))).events[0]?.position).toBe(3);
    });
  });

  it('needs no close: what was acknowledged is found by the next to open', async () => {
    const file = newFile();
    const abandoned = await createSqliteEventStore(file);
    await abandoned.append(anAppend('run-a', 0));
    await withStore(file, async (store) => expect(await store.read('run-a')).toHaveLength(1));
    await abandoned.close();
  });

  it.skipIf(process.platform === 'win32')('lets only the owner read its files', async () => {
    const file = newFile();
    await withStore(file, async (store) => {
      await store.append(anAppend('run-a', 0));
      const names = readdirSync(dirname(file));
      expect(names.sort()).toEqual(['events.sqlite', 'events.sqlite-shm', 'events.sqlite-wal']);
      for (const name of names) expect(statSync(join(dirname(file), name)).mode & 0o777).toBe(0o600);
    });
  });

  it('leaves everything in the one file when it is closed', async () => {
    const file = newFile();
    await withStore(file, (store) => store.append(anAppend('run-a', 0)));
    const log = readdirSync(dirname(file)).filter((name) => name.endsWith('-wal'));
    for (const name of log) expect(statSync(join(dirname(file), name)).size).toBe(0);
    expect(statSync(file).size).toBeGreaterThan(4096);
  });

  it('keeps equal long texts once, and none of up to 8 KiB', async () => {
    const file = newFile();
    const long = 'x'.repeat(8 * 1024 + 1);
    await withStore(file, async (store) => {
      await store.append(anAppend('run-a', 0, { answer: long, again: [long] }));
      await store.append(anAppend('run-b', 0, { answer: long }));
      await store.append(anAppend('run-c', 0, { answer: 'y'.repeat(8 * 1024) }));
    });
    const database = await openSqliteDatabase(file);
    expect(database.all({ sql: 'SELECT length(bytes) AS bytes FROM blobs' })).toEqual([{ bytes: 8 * 1024 + 1 }]);
    expect(database.all({ sql: 'SELECT length(record) < 250 AS small FROM appends ORDER BY position' })).toEqual([
      { small: 1 },
      { small: 1 },
      { small: 0 },
    ]);
    database.close();
  });

  it('finds the newest of 10,000 runs, and a page far down', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: `run-${index}`,
      goal: 'g'.repeat(100),
      state: index % 4 === 0 ? ('running' as const) : ('done' as const),
      pauseReason: null,
      stepsDone: 1,
      stepsTotal: 2,
      hadErrors: false,
      revision: 1,
      createdAt: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
      updatedAt: '2026-11-15T12:00:00.000Z',
    }));
    await withStore(newFile(), async (store) => {
      await store.replaceRuns(rows);
      const newest = await store.listRuns({ limit: 50 });
      const running = await store.listRuns({ limit: 50, states: ['running'] });
      const oldest = await store.listRuns({ limit: 50, offset: 9_950, states: ['running', 'done'] });
      expect([newest[0]?.id, running[0]?.id, oldest[49]?.id]).toEqual(['run-9999', 'run-9996', 'run-0']);
    });
  });
});
