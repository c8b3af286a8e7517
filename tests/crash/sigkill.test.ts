import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteEventStore } from '@planwright/runtime/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../bundle.js';
import { fanOut } from './fan-out.js';

let script: string;
let folder: string;
beforeAll(async () => {
  script = await bundle('tests/crash/crash-process.ts');
  folder = await mkdtemp(join(tmpdir(), 'planwright-crash-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Ended = { readonly signal: string | null; readonly output: string };

function start(name: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, join(folder, `${name}.db`), join(folder, `${name}.log`), ...args],
      (error, stdout, stderr) => {
        const signal = error?.signal ?? null;
        if (error && signal !== 'SIGKILL') reject(new Error(stderr));
        else resolve({ signal, output: stdout });
      },
    );
  });
}

const executed = (name: string): readonly string[] => {
  const file = join(folder, `${name}.log`);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
};

async function recorded(name: string): Promise<readonly { readonly type: string; readonly label: string }[]> {
  const store = await createSqliteEventStore(join(folder, `${name}.db`));
  const events = await store.readAll(0, 1000);
  await store.close();
  const labels = new Map(fanOut.steps.map((step) => [step.id as string, step.label]));
  return events.map((event) => ({
    type: event.type,
    label: labels.get((event.data as { step?: string }).step ?? '') ?? '',
  }));
}

const whole = { state: 'done', answers: ['E1', 'E2', 'E3', 'E4', 'E5', 'E6'].map((label) => `answer of ${label}`) };

/** Kills the process at one append after another until it reaches the end alive. */
async function killEverywhere(moment: 'before' | 'after'): Promise<number> {
  for (let append = 1; ; append += 1) {
    const name = `${moment}-${append}`;
    const first = await start(name, 'start', String(append), moment);
    if (first.signal === null) {
      expect(JSON.parse(first.output)).toEqual(whole);
      return append - 1;
    }
    const finished = (await recorded(name))
      .filter((event) => event.type === 'step.succeeded')
      .map((event) => event.label);
    const before = executed(name);
    const second = await start(name, 'resume');
    expect(JSON.parse(second.output), `after a kill ${moment} append ${append}`).toEqual(whole);
    const again = executed(name).slice(before.length);
    expect(
      again.filter((label) => finished.includes(label)),
      'finished steps that ran again',
    ).toEqual([]);
    expect([...finished, ...again].sort(), 'every step is there once').toEqual(['E1', 'E2', 'E3', 'E4', 'E5', 'E6']);
    const succeeded = (await recorded(name))
      .filter((event) => event.type === 'step.succeeded')
      .map((event) => event.label);
    expect(succeeded.sort()).toEqual(['E1', 'E2', 'E3', 'E4', 'E5', 'E6']);
  }
}

describe('a process killed with SIGKILL', () => {
  it('before any of its appends loses nothing that was finished, and the run comes to the same end', async () => {
    expect(await killEverywhere('before')).toBeGreaterThanOrEqual(5);
  });

  it('after any of its appends loses nothing that was finished, and the run comes to the same end', async () => {
    expect(await killEverywhere('after')).toBeGreaterThanOrEqual(5);
  });

  it('in the middle of a four-wide fan-out goes on with exactly the steps that were not finished', async () => {
    const args = [script, join(folder, 'wide.db'), join(folder, 'wide.log'), 'start'];
    const child = spawn(process.execPath, args, { env: { ...process.env, HANG: 'E3,E5' } });
    const succeeded = async (): Promise<readonly string[]> =>
      existsSync(join(folder, 'wide.db'))
        ? (await recorded('wide')).filter((event) => event.type === 'step.succeeded').map((event) => event.label)
        : [];
    await expect.poll(succeeded, { timeout: 20_000 }).toEqual(['E1', 'E2', 'E4']);
    const dead = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await dead;
    const before = executed('wide').length;
    expect(JSON.parse((await start('wide', 'resume')).output)).toEqual(whole);
    expect(executed('wide').slice(before)).toEqual(['E3', 'E5', 'E6']);
  });
});
