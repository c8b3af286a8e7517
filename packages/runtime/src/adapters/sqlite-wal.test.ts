import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'planwright-sync-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Appends five times, one after another. */
const writer = `
  import { createSqliteEventStore } from ${JSON.stringify(new URL('sqlite-event-store.ts', import.meta.url).href)};
  const [file, syncOnLoopBelowMs] = process.argv.slice(1);
  const store = await createSqliteEventStore(file, { syncOnLoopBelowMs: Number(syncOnLoopBelowMs) });
  for (let expectedSeq = 0; expectedSeq < 5; expectedSeq += 1)
    await store.append({
      at: '2026-11-15T12:00:00.000Z', actor: { kind: 'system', name: 'test' },
      streams: [{ stream: 'run-a', expectedSeq, events: [{ type: 'run.noted', v: 1, data: {} }] }],
    });
  await store.close();`;

type Traced = { readonly name: string; readonly ph: string };

/** How often a process that appends asked the system to sync: `fdatasync` off the event loop, `fs.sync.fdatasync` on it. */
async function syncsOf(name: string, syncOnLoopBelowMs: number): Promise<(call: string) => number> {
  const trace = join(folder, `${name}.json`);
  const traced = ['--trace-event-categories', 'node.fs.sync,node.fs.async', '--trace-event-file-pattern', trace];
  const source = ['--import', 'tsx', '--conditions', 'planwright-source', '--input-type', 'module', '--eval', writer];
  const file = join(folder, name, 'events.sqlite');
  const args = [...traced, ...source, file, String(syncOnLoopBelowMs)];
  await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { readonly traceEvents: readonly Traced[] };
  return (call) => traceEvents.filter((each) => each.name === call && each.ph.toLowerCase() === 'b').length;
}

describe('an append that was acknowledged', () => {
  it('was synced to disk, each one off the event loop, and the folders of a new file once', async () => {
    const syncs = await syncsOf('off-the-loop', 0);
    expect([syncs('fdatasync'), syncs('fs.sync.fdatasync')]).toEqual([5, 0]);
    expect(syncs('fsync')).toBe(2);
  });

  it('was synced to disk on the event loop where it is alone and the disk is quick', async () => {
    const syncs = await syncsOf('on-the-loop', 60_000);
    expect([syncs('fdatasync'), syncs('fs.sync.fdatasync')]).toEqual([1, 4]);
  });
});
