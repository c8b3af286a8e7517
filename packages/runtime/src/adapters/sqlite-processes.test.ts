import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteDatabase } from './sqlite-database.js';
import { createSqliteEventStore } from './sqlite-event-store.js';
import { migrations } from './sqlite-schema.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-processes-'));
let count = 0;
const newFile = (): string => join(folder, String((count += 1)), 'events.sqlite');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const common = `
  import { openSync, writeSync } from 'node:fs';
  import { createSqliteEventStore } from ${JSON.stringify(new URL('sqlite-event-store.ts', import.meta.url).href)};
  const [file, writer] = process.argv.slice(1);
  const append = (store, stream, expectedSeq, data) => store.append({
    at: '2026-11-15T12:00:00.000Z', actor: { kind: 'system', name: writer },
    streams: [{ stream, expectedSeq, events: [{ type: 'run.noted', v: 1, data }] }],
  });
  const ready = () => writeSync(1, 'ready');
  const told = async () => {
    await new Promise((resolve) => process.stdin.once('data', resolve));
    process.stdin.destroy();
  };`;

/** Appends 500 events when told, each after whoever was first. */
const contender = `${common}
  const store = await createSqliteEventStore(file);
  ready();
  await told();
  let seq = 0;
  for (let n = 0; n < 500; ) {
    try { await append(store, 'shared', seq, { writer, n }); seq += 1; n += 1; }
    catch (error) { if (error.code !== 'store-conflict') throw error; seq = error.details.found; }
  }
  await store.close();`;

/** Appends to four streams at once for ever, and notes in a file, which outlives it, what was acknowledged. */
const endless = `${common}
  const acknowledged = openSync(file + '.acknowledged', 'a');
  const store = await createSqliteEventStore(file);
  const streams = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => ({ name, seq: (await store.read(name)).length })));
  const next = async (stream) => {
    await append(store, stream.name, stream.seq, { text: 'x'.repeat(stream.seq % 7 === 0 ? 10000 : 500) });
    stream.seq += 1;
    writeSync(acknowledged, stream.name + ' ' + stream.seq + '\\n');
  };
  await Promise.all(streams.map(next));
  ready();
  await Promise.all(streams.map(async (stream) => { for (;;) await next(stream); }));`;

/** Opens the file when told. */
const opener = `${common}
  ready();
  await told();
  const store = await createSqliteEventStore(file);
  await append(store, 'run-' + writer, 0, {});
  await store.close();`;

function start(script: string, file: string, writer: string): ChildProcess {
  const args = ['--import', 'tsx', '-C', 'planwright-source', '--input-type=module', '-e', script, file, writer];
  return spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] });
}

/** The last seq that was noted for each stream. A last line cut short by the kill was acknowledged all the same, but not noted. */
function acknowledgedIn(file: string): ReadonlyMap<string, number> {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const [stream = '', seq] = line.split(' ');
      return [stream, Number(seq)];
    }),
  );
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

async function runTogether(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(children.map((child) => once(child.stdout!, 'data')));
  for (const child of children) child.stdin!.write('go');
  expect(await Promise.all(children.map(exitOf))).toEqual(children.map(() => 0));
}

describe('a store used by several processes', () => {
  it.each([2, 4])('loses and doubles nothing when %i processes append to one stream', async (processes) => {
    const file = newFile();
    const children = Array.from({ length: processes }, (_, index) => start(contender, file, `w${index}`));
    await runTogether(children);
    const store = await createSqliteEventStore(file);
    const events = await store.read('shared');
    await store.close();
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: processes * 500 }, (_, index) => index + 1));
    expect(events.map(({ position }) => position)).toEqual(events.map(({ seq }) => seq));
    for (const index of children.keys()) {
      const own = events.filter(({ actor }) => actor.name === `w${index}`);
      expect(own.map(({ data }) => (data as { n: number }).n)).toEqual(Array.from({ length: 500 }, (_, n) => n));
    }
  });

  it('holds everything that was acknowledged to a process killed at any moment', async () => {
    const file = newFile();
    mkdirSync(dirname(file));
    for (const afterMs of [0, 3, 20, 45, 90]) {
      const child = start(endless, file, 'writer');
      await once(child.stdout!, 'data');
      setTimeout(() => child.kill('SIGKILL'), afterMs);
      expect(await exitOf(child)).toBeNull();
      const acknowledged = acknowledgedIn(`${file}.acknowledged`);
      expect(acknowledged.size).toBe(4);
      const store = await createSqliteEventStore(file);
      for (const [stream, seq] of acknowledged) {
        const events = await store.read(stream);
        expect(events.length).toBeGreaterThanOrEqual(seq);
        expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
      }
      await store.close();
    }
  });

  it('is created once when eight processes open a new file at the same moment', async () => {
    const file = newFile();
    await runTogether(Array.from({ length: 8 }, (_, index) => start(opener, file, String(index))));
    const database = await openSqliteDatabase(file);
    expect(database.first({ sql: 'PRAGMA user_version' })).toEqual({ user_version: migrations.length });
    expect(database.first({ sql: 'SELECT count(*) AS appends FROM appends' })).toEqual({ appends: 8 });
    expect(database.first({ sql: 'PRAGMA integrity_check' })).toEqual({ integrity_check: 'ok' });
    database.close();
  });
});
