import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteDatabase } from './sqlite-database.js';
import { createSqliteEventStore } from './sqlite-event-store.js';
import { migrations } from './sqlite-schema.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-processes-'));
let count = 0;
const newFile = (): string => join(folder, String((count += 1)), 'events.sqlite');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const common = `
  import { writeSync } from 'node:fs';
  import { createSqliteEventStore } from ${JSON.stringify(new URL('sqlite-event-store.ts', import.meta.url).href)};
  const [file, writer] = process.argv.slice(1);
  const append = (store, stream, expectedSeq, data) => store.append({
    at: '2026-11-15T12:00:00.000Z', actor: { kind: 'system', name: writer },
    streams: [{ stream, expectedSeq, events: [{ type: 'run.noted', v: 1, data }] }],
  });
  const say = (text) => writeSync(1, text + '\\n');`;

/** Waits for a line on its input, so that all start together, then appends 500 events, each after whoever was first. */
const contender = `${common}
  const store = await createSqliteEventStore(file);
  say('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  process.stdin.destroy();
  let seq = 0;
  for (let n = 0; n < 500; ) {
    try { await append(store, 'shared', seq, { writer, n }); seq += 1; n += 1; }
    catch (error) { if (error.code !== 'store-conflict') throw error; seq = error.details.found; }
  }
  await store.close();`;

/** Appends to four streams at once for ever, and says what was acknowledged. */
const endless = `${common}
  const store = await createSqliteEventStore(file);
  const go = async (stream) => {
    let seq = (await store.read(stream)).length;
    for (;;) { await append(store, stream, seq, { text: 'x'.repeat(seq % 7 === 0 ? 10000 : 500) }); seq += 1; say(stream + ' ' + seq); }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(go));`;

const opener = `${common}
  const store = await createSqliteEventStore(file);
  await append(store, 'run-' + writer, 0, {});
  await store.close();`;

function start(script: string, file: string, writer: string): ChildProcess {
  const args = ['--import', 'tsx', '-C', 'source', '--input-type=module', '-e', script, file, writer];
  return spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

describe('a store used by several processes', () => {
  it.each([2, 4])('loses and doubles nothing when %i processes append to one stream', async (processes) => {
    const file = newFile();
    const children = Array.from({ length: processes }, (_, index) => start(contender, file, `w${index}`));
    await Promise.all(children.map((child) => once(child.stdout!, 'data')));
    for (const child of children) child.stdin!.write('go\n');
    expect(await Promise.all(children.map(exitOf))).toEqual(children.map(() => 0));
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
    const acknowledged = new Map<string, number>();
    for (const afterMs of [0, 3, 20, 45, 90]) {
      const child = start(endless, file, 'writer');
      const lines = createInterface({ input: child.stdout! });
      const read = (async () => {
        for await (const line of lines) {
          const [stream = '', seq] = line.split(' ');
          acknowledged.set(stream, Number(seq));
          if (!child.killed) setTimeout(() => child.kill('SIGKILL'), afterMs);
        }
      })();
      await Promise.all([exitOf(child), read]);
      const store = await createSqliteEventStore(file);
      for (const [stream, seq] of acknowledged) {
        const events = await store.read(stream);
        expect(events.length).toBeGreaterThanOrEqual(seq);
        expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
      }
      await store.close();
    }
    expect(acknowledged.size).toBe(4);
  });

  it('is created once when eight processes open a new file at the same moment', async () => {
    const file = newFile();
    const children = Array.from({ length: 8 }, (_, index) => start(opener, file, String(index)));
    expect(await Promise.all(children.map(exitOf))).toEqual(children.map(() => 0));
    const database = await openSqliteDatabase(file);
    expect(database.first({ sql: 'PRAGMA user_version' })).toEqual({ user_version: migrations.length });
    expect(database.first({ sql: 'SELECT count(*) AS events FROM events' })).toEqual({ events: 8 });
    expect(database.first({ sql: 'PRAGMA integrity_check' })).toEqual({ integrity_check: 'ok' });
    database.close();
  });
});
