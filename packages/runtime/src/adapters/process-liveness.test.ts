import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExecutorRecord } from '../ports/event-store.js';
import { isAlive, startInStat, thisExecutor } from './process-liveness.js';

const now = '2026-11-15T12:00:00.000Z';
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const aRecord = (changes: Partial<ExecutorRecord> = {}): ExecutorRecord => ({
  ...thisExecutor('executor-1'),
  heartbeatAt: now,
  runs: [],
  ...changes,
});

/** A real process that lives until it is killed, and the record it would have written. */
async function aLivingChild(): Promise<{ child: ChildProcess; record: ExecutorRecord }> {
  const script = `
    const { readFileSync } = require('node:fs');
    const stat = process.platform === 'linux' ? readFileSync('/proc/self/stat', 'utf8') : '';
    process.stdout.write(JSON.stringify({ pid: process.pid, stat }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  const { pid, stat } = JSON.parse(output.toString()) as { pid: number; stat: string };
  return { child, record: aRecord({ pid, pidStarted: startInStat(stat) ?? 'unknown' }) };
}

describe('isAlive', () => {
  it('is true of this process, however old its heartbeat, where the system tells when it began', () => {
    expect(isAlive(aRecord(), now)).toBe(true);
    if (process.platform !== 'linux') return;
    expect(isAlive(aRecord({ heartbeatAt: '2020-01-01T00:00:00.000Z' }), now)).toBe(true);
  });

  it('is true of a living child and false as soon as it was killed, however fresh its heartbeat', async () => {
    const { child, record } = await aLivingChild();
    expect(isAlive(record, now)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(record, now)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('is false when the pid was given to another process', async () => {
    const { record } = await aLivingChild();
    expect(isAlive({ ...record, pidStarted: '1' }, now)).toBe(false);
  });

  it('is false of a process of an earlier boot, even when its pid is in use again', () => {
    expect(isAlive(aRecord({ boot: 'an-earlier-boot' }), now)).toBe(false);
  });

  it('asks the heartbeat of a process on another machine', () => {
    const elsewhere = (heartbeatAt: string) => aRecord({ machine: 'another', boot: 'another', pid: 1, heartbeatAt });
    expect(isAlive(elsewhere('2026-11-15T11:59:40.000Z'), now)).toBe(true);
    expect(isAlive(elsewhere('2026-11-15T11:59:20.000Z'), now)).toBe(false);
    expect(isAlive(elsewhere('2026-11-15T11:59:20.000Z'), now, { staleAfterMs: 60_000 })).toBe(true);
    expect(isAlive(elsewhere('not a time'), now)).toBe(false);
  });

  it('asks the heartbeat where a start was not known', () => {
    expect(isAlive(aRecord({ pidStarted: 'unknown' }), now)).toBe(true);
    expect(isAlive(aRecord({ pidStarted: 'unknown', heartbeatAt: '2026-11-15T11:00:00.000Z' }), now)).toBe(false);
  });

  it('takes no time to speak of', () => {
    const record = aRecord();
    const startedAt = performance.now();
    for (let count = 0; count < 100; count += 1) isAlive(record, now);
    if (process.platform === 'linux') expect((performance.now() - startedAt) / 100).toBeLessThan(5);
  });
});

describe('thisExecutor', () => {
  it('says the same each time, and nothing that names the machine to others', () => {
    expect(thisExecutor('a')).toEqual(thisExecutor('a'));
    expect(thisExecutor('a').machine).toMatch(/^[0-9a-f]{32}$/);
    expect(thisExecutor('a')).toMatchObject({ id: 'a', pid: process.pid });
  });
});

describe('startInStat', () => {
  const fields = (state: string) =>
    [state, ...Array.from({ length: 18 }, (_, index) => index), '4711', 'more'].join(' ');

  it('is not misled by the name of the program', () => {
    expect(startInStat(`12 (a) b (c) ${fields('S')}`)).toBe('4711');
  });

  it('takes a zombie for ended', () => {
    expect(startInStat(`12 (node) ${fields('Z')}`)).toBe('ended');
  });
});
