import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PlanwrightError } from '@planwright/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isInsideRun, refuseInsideRun } from './descends-from-run.js';

/** Starts a process that starts another, which has none of its variables; tells the pid of the other. */
async function grandchildOf(env: Readonly<Record<string, string>>): Promise<number> {
  const script = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { env: {}, stdio: ['inherit', 'ignore', 'ignore'] });
    child.once('spawn', () => console.log(child.pid));`;
  const parent = spawn(process.execPath, ['-e', script], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.stdin.end());
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
  return Number(printed.toString('utf8'));
}

describe('whether a process was started by a run', () => {
  it('is told by its own mark', () => {
    expect(isInsideRun({ env: { PLANWRIGHT_RUN: 'run-7' }, pid: process.pid })).toBe(true);
  });

  it.runIf(process.platform === 'linux')('is told by the mark of one that it descends from', async () => {
    expect(isInsideRun({ env: {}, pid: await grandchildOf({ PLANWRIGHT_RUN: 'run-7' }) })).toBe(true);
  });

  it('is not so for a process without a mark in its family', () => {
    expect(isInsideRun({ env: {}, pid: 1 })).toBe(false);
  });

  it('refuses in words what is for a person to do', () => {
    expect(() => refuseInsideRun('approving a plan', { env: { PLANWRIGHT_RUN: '1' }, pid: process.pid })).toThrow(
      new PlanwrightError(
        'command-refused',
        'approving a plan is for a person to do, and this process was started by a run (PLANWRIGHT_RUN is set for it or for one that started it); do it in a terminal of your own',
      ),
    );
    expect(() => refuseInsideRun('approving a plan', { env: {}, pid: 1 })).not.toThrow();
  });
});
