import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.js';
import { createGroupCommit } from './sqlite-group-commit.js';
import { prepareSchema } from './sqlite-schema.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-commit-'));
const opened: SqliteDatabase[] = [];
let files = 0;

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(file: string): Promise<SqliteDatabase> {
  const database = await openSqliteDatabase(file);
  opened.push(database);
  prepareSchema(database);
  return database;
}

/** Group commit on a real database with a table of numbers, and a disk that answers when it is told to. */
async function aGroupCommit(options: { readonly sync?: () => Promise<void> } = {}) {
  const database = await open(join(folder, `${(files += 1)}.sqlite`));
  database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT');
  const syncs: boolean[] = [];
  const commits = createGroupCommit({
    database,
    sync: (alone) => {
      syncs.push(alone);
      return options.sync?.() ?? Promise.resolve();
    },
  });
  const put = (n: number, durable = true) =>
    commits.submit(() => database.run('INSERT INTO numbers (n) VALUES (?)', n).rowId, { durable });
  const numbers = () => database.all<{ n: number }>({ sql: 'SELECT n FROM numbers ORDER BY n' }).map(({ n }) => n);
  return { database, commits, put, numbers, syncs };
}

/** A promise and how to settle it. */
function aDoor() {
  let open: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
}

describe('createGroupCommit', () => {
  it('commits a lone piece of work before any timer or input is looked at', async () => {
    const { put, numbers } = await aGroupCommit();
    const order: string[] = [];
    const turn = new Promise<void>((resolve) =>
      setImmediate(() => {
        order.push(`turn, stored: ${numbers().join()}`);
        resolve();
      }),
    );
    await Promise.all([put(1), turn]);
    expect(order).toEqual(['turn, stored: 1']);
  });

  it('takes a source for alone only when it was the last to ask', async () => {
    const { commits, syncs } = await aGroupCommit();
    for (const source of ['a', 'a', 'b', 'a', 'a']) await commits.submit(() => undefined, { durable: true, source });
    expect(syncs).toEqual([false, true, false, false, true]);
  });

  it('gathers what arrives during a sync into one transaction and one more sync', async () => {
    const door = aDoor();
    const { put, syncs } = await aGroupCommit({ sync: () => door.passed });
    const first = put(1);
    await new Promise(setImmediate);
    const rest = Array.from({ length: 50 }, (_, index) => put(index + 2));
    await new Promise(setImmediate);
    expect(syncs).toEqual([true]);
    door.open();
    await Promise.all([first, ...rest]);
    expect(syncs).toEqual([true, false]);
  });

  it('puts work of promises that were settled together into one transaction', async () => {
    const { put, syncs } = await aGroupCommit();
    const door = aDoor();
    const chains = Array.from({ length: 20 }, async (_, index) => {
      await door.passed;
      for (let hop = 0; hop < index % 4; hop += 1) await Promise.resolve();
      await put(index);
    });
    door.open();
    await Promise.all(chains);
    expect(syncs).toEqual([false]);
  });

  it('answers nobody before the sync has ended', async () => {
    const door = aDoor();
    const { put, numbers } = await aGroupCommit({ sync: () => door.passed });
    let answered = false;
    const pending = put(1).then(() => (answered = true));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect([numbers(), answered]).toEqual([[1], false]);
    door.open();
    await pending;
    expect(answered).toBe(true);
  });

  it('undoes only the work that throws', async () => {
    const { commits, database, put, numbers } = await aGroupCommit();
    const bad = commits.submit(
      () => {
        database.run('INSERT INTO numbers (n) VALUES (?)', 7);
        throw new Error('changed my mind');
      },
      { durable: true },
    );
    const settled = await Promise.allSettled([put(1), bad, put(2), put(1), put(3)]);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(settled[1]).toMatchObject({ reason: { message: 'changed my mind' } });
    expect(numbers()).toEqual([1, 2, 3]);
  });

  it('does nothing twice and takes nothing back where the file is busy or full between pieces done one by one', async () => {
    const { database, numbers } = await aGroupCommit();
    const busy = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    // The first transaction is all of them together; the rest are one each, and the fourth is told twice to begin.
    const troubles = [undefined, undefined, undefined, busy, undefined, full];
    const run: SqliteDatabase['run'] = (sql, ...values) => {
      const trouble = sql.startsWith('BEGIN') ? troubles.shift() : undefined;
      if (trouble !== undefined) throw trouble;
      return database.run(sql, ...values);
    };
    const commits = createGroupCommit({ database: { ...database, run }, sync: () => Promise.resolve() });
    const put = (n: number) =>
      commits.submit(() => database.run('INSERT INTO numbers (n) VALUES (?)', n).rowId, { durable: true });
    const bad = commits.submit(
      () => {
        throw new Error('changed my mind');
      },
      { durable: true },
    );
    const settled = await Promise.allSettled([put(1), bad, put(2), put(3)]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(settled[3]).toMatchObject({ reason: { code: 'store-unwritable' } });
    expect(numbers()).toEqual([1, 2]);
  });

  it('syncs nothing when all work failed or needs no sync', async () => {
    const { put, numbers, syncs } = await aGroupCommit();
    await put(1, false);
    await expect(put(1)).rejects.toThrow('UNIQUE');
    expect([numbers(), syncs]).toEqual([[1], []]);
  });

  it('splits a flood, so that one transaction does not keep the event loop', async () => {
    const { put, syncs, numbers } = await aGroupCommit();
    await Promise.all(Array.from({ length: 450 }, (_, index) => put(index)));
    expect(syncs).toHaveLength(3);
    expect(numbers()).toHaveLength(450);
  });

  it('acknowledges nothing more after a failed sync, not even when the disk recovers', async () => {
    const door = aDoor();
    let failing = true;
    const { put } = await aGroupCommit({ sync: () => (failing ? door.passed : Promise.resolve()) });
    const first = put(1);
    await new Promise(setImmediate);
    const queued = put(2);
    door.fail(Object.assign(new Error('ENOSPC: no space left on device, fdatasync'), { code: 'ENOSPC' }));
    const refusal = { code: 'store-unwritable', message: expect.stringContaining('sync') as string };
    await expect(first).rejects.toMatchObject({ ...refusal, cause: { code: 'ENOSPC' } });
    await expect(queued).rejects.toMatchObject(refusal);
    failing = false;
    await expect(put(3)).rejects.toMatchObject(refusal);
  });

  it('waits while another process holds the lock, and loses nothing', async () => {
    const { database, put, numbers } = await aGroupCommit();
    const other = await open(database.file);
    other.exec('BEGIN IMMEDIATE');
    const waiting = [put(1), put(2)];
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(numbers()).toEqual([]);
    other.exec('COMMIT');
    await Promise.all(waiting);
    expect(numbers()).toEqual([1, 2]);
  });

  it('is idle when everything was answered', async () => {
    const { commits, put, numbers } = await aGroupCommit();
    void put(1);
    void put(2);
    await commits.idle();
    expect(numbers()).toEqual([1, 2]);
    await commits.idle();
  });
});
