import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Append, EventStore } from '../ports/event-store.js';
import { openSqliteDatabase } from './sqlite-database.js';
import { createSqliteEventStore, createStoreOn } from './sqlite-event-store.js';
import { prepareSchema } from './sqlite-schema.js';
import { openWriteAheadLog } from './sqlite-wal.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-failures-'));
const mounted: string[] = [];
let count = 0;

function newFile(): string {
  const file = join(folder, String((count += 1)), 'events.sqlite');
  mkdirSync(dirname(file));
  return file;
}

afterAll(() => {
  // Lazily, because the binding for Node 20 lets go of a file only when its statements are garbage.
  for (const place of mounted) execFileSync('umount', ['-l', place]);
  rmSync(folder, { recursive: true, force: true });
});

const anAppend = (stream: string, expectedSeq: number, data: unknown = {}): Append => ({
  at: '2026-11-15T12:00:00.000Z',
  actor: { kind: 'system', name: 'test' },
  streams: [{ stream, expectedSeq, events: [{ type: 'run.noted', v: 1, data }] }],
});

/** A closed store with some pages in it. */
async function aWrittenFile(): Promise<string> {
  const file = newFile();
  const store = await createSqliteEventStore(file);
  for (let seq = 0; seq < 200; seq += 1) await store.append(anAppend('run-a', seq, { text: `${seq}`.repeat(300) }));
  await store.close();
  return file;
}

function overwrite(file: string, from: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, from);
  closeSync(descriptor);
}

async function openAndRead(file: string, options: { readonly quickCheckUpToBytes?: number } = {}): Promise<unknown> {
  const store = await createSqliteEventStore(file, options);
  try {
    return await store.read('run-a');
  } finally {
    await store.close();
  }
}

const damagedAt = (file: string) => ({
  code: 'store-damaged',
  message: expect.stringContaining(file) as string,
  details: { file },
});

describe('a store that cannot be trusted', () => {
  it('is refused when the file is no database', async () => {
    const file = newFile();
    writeFileSync(file, 'these are notes, not events\n'.repeat(500));
    await expect(createSqliteEventStore(file)).rejects.toMatchObject(damagedAt(file));
    expect(readFileSync(file, 'utf8').startsWith('these are notes')).toBe(true);
  });

  it('is refused when pages are overwritten, on opening where the file is small', async () => {
    const file = await aWrittenFile();
    overwrite(file, 4096 * 3, Buffer.alloc(4096 * 8, 0xa5));
    await expect(openAndRead(file)).rejects.toMatchObject(damagedAt(file));
  });

  it('is refused when a damaged page is read, where the file was too large to check', async () => {
    const file = await aWrittenFile();
    overwrite(file, 4096 * 3, Buffer.alloc(4096 * 8, 0xa5));
    await expect(openAndRead(file, { quickCheckUpToBytes: 0 })).rejects.toMatchObject(damagedAt(file));
  });

  it('is refused when the file was cut short', async () => {
    const file = await aWrittenFile();
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, 4096 * 5));
    await expect(openAndRead(file)).rejects.toMatchObject(damagedAt(file));
  });

  it.each([
    ['empty', (file: string) => writeFileSync(file, '')],
    ['gone', (file: string) => rmSync(file)],
  ])('is refused when the file is %s while its log is not, and the log is kept', async (_, damage) => {
    const file = await aWrittenFile();
    const log = `${file}-wal`;
    writeFileSync(log, 'what was not in the file yet');
    damage(file);
    await expect(createSqliteEventStore(file)).rejects.toMatchObject({
      ...damagedAt(file),
      message: expect.stringContaining(log) as string,
    });
    expect(readFileSync(log, 'utf8')).toBe('what was not in the file yet');
  });

  it.each([
    ['its folder is removed', (file: string) => rmSync(dirname(file), { recursive: true })],
    ['it is moved away', (file: string) => renameSync(file, `${file}.old`)],
    [
      'another file takes its place',
      (file: string) => {
        writeFileSync(`${file}.new`, '');
        renameSync(`${file}.new`, file);
      },
    ],
  ])('acknowledges nothing more when %s while it is open', async (_, happens) => {
    const file = newFile();
    const store = await createSqliteEventStore(file);
    await store.append(anAppend('run-a', 0));
    happens(file);
    const lost = { code: 'store-unwritable', message: expect.stringContaining('removed, moved or replaced') as string };
    await expect(store.append(anAppend('run-a', 1))).rejects.toMatchObject(lost);
    await expect(store.append(anAppend('run-b', 0))).rejects.toMatchObject(lost);
    await store.close();
  });

  it.each([
    ['an append', `UPDATE appends SET record = '{"cut'`],
    ['the actor of an append', `UPDATE appends SET record = json_set(record, '$.actor.kind', 'nobody')`],
    ['an event', `UPDATE appends SET record = json_remove(record, '$.events[0].type')`],
    ['that there are events', `UPDATE appends SET record = json_set(record, '$.events', json('[]'))`],
    ['the references of an append', `UPDATE appends SET blobs = '[{"path":["no","such"],"hash":"x"}]'`],
  ])('is refused when %s cannot be read', async (_, change) => {
    const file = await aWrittenFile();
    const database = await openSqliteDatabase(file);
    database.exec(change);
    database.close();
    await expect(openAndRead(file)).rejects.toMatchObject(damagedAt(file));
  });

  it.each([
    ['missing', 'DELETE FROM blobs'],
    ['changed', `UPDATE blobs SET bytes = x'00'`],
  ])('is refused when a long text is %s', async (reason, change) => {
    const file = newFile();
    const store = await createSqliteEventStore(file);
    await store.append(anAppend('run-a', 0, { text: 'x'.repeat(9_000) }));
    await store.close();
    const database = await openSqliteDatabase(file);
    database.exec(change);
    database.close();
    await expect(openAndRead(file)).rejects.toMatchObject({
      ...damagedAt(file),
      message: expect.stringContaining(reason) as string,
    });
  });

  it('is refused when a newer version wrote it', async () => {
    const file = await aWrittenFile();
    const database = await openSqliteDatabase(file);
    database.exec('PRAGMA user_version = 999');
    database.close();
    await expect(openAndRead(file)).rejects.toMatchObject({ code: 'store-newer', details: { file, found: 999 } });
  });

  it('is not written to any more when a newer version takes it over while it is open', async () => {
    const file = await aWrittenFile();
    const store = await createSqliteEventStore(file);
    await store.append(anAppend('run-a', 200));
    const newer = await openSqliteDatabase(file);
    newer.exec('PRAGMA user_version = 999');
    for (const seq of [201, 201])
      await expect(store.append(anAppend('run-a', seq))).rejects.toMatchObject({ code: 'store-newer' });
    expect(newer.first({ sql: 'SELECT max(seq) AS seq FROM appends' })).toEqual({ seq: 201 });
    newer.close();
    await store.close();
  });

  it('is not taken for damaged when a newer version changes its form while it is open', async () => {
    const file = await aWrittenFile();
    const store = await createSqliteEventStore(file);
    const newer = await openSqliteDatabase(file);
    newer.exec('ALTER TABLE appends RENAME TO chapters; PRAGMA user_version = 999');
    newer.close();
    await expect(store.read('run-a')).rejects.toMatchObject({ code: 'store-newer', details: { file, found: 999 } });
    await store.close();
  });

  it('is refused when an append is missing', async () => {
    const file = await aWrittenFile();
    const database = await openSqliteDatabase(file);
    database.exec('DELETE FROM appends WHERE seq = 100');
    database.close();
    await expect(openAndRead(file)).rejects.toMatchObject({
      ...damagedAt(file),
      message: expect.stringContaining('events of run-a are missing') as string,
    });
  });
});

const unwritable = (file: string) => ({
  code: 'store-unwritable',
  message: expect.stringContaining(file) as string,
  details: { file },
});

/** Fills the store until it refuses, then says how many appends were acknowledged. */
async function fill(store: EventStore, file: string): Promise<number> {
  for (let seq = 0; seq < 5_000; seq += 1) {
    try {
      await store.append(anAppend('run-a', seq, { text: `${seq} `.repeat(1_000) }));
    } catch (error) {
      expect(error).toMatchObject({ ...unwritable(file), message: expect.stringContaining('full') as string });
      return seq;
    }
  }
  throw new Error('the disk was never full');
}

describe('a store without room', () => {
  it('refuses what does not fit, keeps what was acknowledged, and goes on when there is room again', async () => {
    const file = newFile();
    const database = await openSqliteDatabase(file);
    prepareSchema(database);
    database.exec('PRAGMA max_page_count = 60');
    const store = createStoreOn(database, openWriteAheadLog(file));
    const written = await fill(store, file);
    expect(await store.read('run-a')).toHaveLength(written);
    const together = [0, 1, 2].map((n) => store.append(anAppend(`run-${n}`, 0, { text: `${n}`.repeat(8_000) })));
    expect((await Promise.allSettled(together)).every(({ status }) => status === 'rejected')).toBe(true);
    database.exec('PRAGMA max_page_count = 1000');
    await store.append(anAppend('run-a', written));
    expect(await store.readAll(0, 10_000)).toHaveLength(written + 1);
    await store.close();
  });

  it.skipIf(!canMount())('does so on a disk that is really full', async () => {
    const place = join(folder, 'small-disk');
    mount(place, 'size=1m');
    const file = join(place, 'events.sqlite');
    const store = await createSqliteEventStore(file);
    const written = await fill(store, file);
    expect(written).toBeGreaterThan(10);
    expect(await store.read('run-a')).toHaveLength(written);
    const second = join(place, 'second.sqlite');
    await expect(createSqliteEventStore(second)).rejects.toMatchObject(unwritable(second));
    await store.close();
    execFileSync('mount', ['-o', 'remount,size=8m', place]);
    const again = await createSqliteEventStore(file);
    expect(await again.read('run-a')).toHaveLength(written);
    await again.append(anAppend('run-a', written));
    await again.close();
  });
});

describe('a store that may not be written', () => {
  it.skipIf(isRoot())(
    'is refused in a folder that is read-only (skipped for root, whom modes do not stop)',
    async () => {
      const file = newFile();
      chmodSync(dirname(file), 0o500);
      await expect(createSqliteEventStore(file)).rejects.toMatchObject(unwritable(file));
      chmodSync(dirname(file), 0o700);
    },
  );

  it.skipIf(!canMount())('is refused on a read-only disk, whether the file exists or not', async () => {
    const written = await aWrittenFile();
    const place = join(folder, 'read-only-disk');
    mkdirSync(place);
    execFileSync('mount', ['--bind', dirname(written), place]);
    mounted.push(place);
    execFileSync('mount', ['-o', 'remount,bind,ro', place]);
    const file = join(place, 'events.sqlite');
    expect(existsSync(file)).toBe(true);
    await expect(createSqliteEventStore(file)).rejects.toMatchObject(unwritable(file));
    await expect(createSqliteEventStore(join(place, 'deeper', 'new.sqlite'))).rejects.toMatchObject(
      unwritable(join(place, 'deeper', 'new.sqlite')),
    );
  });

  it.skipIf(isRoot() && !canFreeze())('refuses appends, not reads, when only its file is read-only', async () => {
    const file = await aWrittenFile();
    freeze(file);
    try {
      const store = await createSqliteEventStore(file);
      await expect(store.append(anAppend('run-a', 200))).rejects.toMatchObject(unwritable(file));
      expect(await store.read('run-a')).toHaveLength(200);
      await store.close();
    } finally {
      thaw(file);
    }
  });

  it('is refused where a file stands in the place of its folder', async () => {
    const file = newFile();
    writeFileSync(file, '');
    const below = join(file, 'events.sqlite');
    await expect(createSqliteEventStore(below)).rejects.toMatchObject(unwritable(below));
  });

  it('is refused where a folder stands in its place', async () => {
    const file = newFile();
    mkdirSync(file);
    await expect(createSqliteEventStore(file)).rejects.toMatchObject(unwritable(file));
  });
});

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Root may write whatever the mode says, but not to a file that is marked immutable. */
function freeze(file: string): void {
  if (isRoot()) execFileSync('chattr', ['+i', file], { stdio: 'ignore' });
  else chmodSync(file, 0o400);
}

function thaw(file: string): void {
  if (isRoot()) execFileSync('chattr', ['-i', file], { stdio: 'ignore' });
  else chmodSync(file, 0o600);
}

function canFreeze(): boolean {
  const file = newFile();
  writeFileSync(file, '');
  try {
    freeze(file);
    thaw(file);
    return true;
  } catch {
    return false;
  }
}

function canMount(): boolean {
  if (process.platform !== 'linux' || !isRoot()) return false;
  const place = mkdtempSync(join(tmpdir(), 'planwright-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function mount(place: string, options: string): void {
  mkdirSync(place, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]);
  mounted.push(place);
}
