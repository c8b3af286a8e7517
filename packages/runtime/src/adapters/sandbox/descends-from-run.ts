import { readFileSync } from 'node:fs';
import { PlanwrightError } from '@planwright/core';
import { type Environment, runVariable } from '../command-environment.js';

export type LookedAt = { readonly env: Environment; readonly pid: number };

/**
 * Whether a process was started by a run: it, or on Linux one that it descends from, carries the mark that runs put on what
 * they start. A process that takes its mark off and leaves its family is not recognised; only a sandbox holds that one.
 */
export function isInsideRun({ env, pid }: LookedAt): boolean {
  return env[runVariable] !== undefined || family(pid).some(isMarked);
}

/** Throws `command-refused` when a run asks for what only a person may do: to approve, to trust, to raise a budget. */
export function refuseInsideRun(what: string, process: LookedAt): void {
  if (!isInsideRun(process)) return;
  throw new PlanwrightError(
    'command-refused',
    `${what} is for a person to do, and this process was started by a run (${runVariable} is set for it or for one that started it); do it in a terminal of your own`,
  );
}

/** A process and those that started it, as far as the system tells. */
function family(pid: number): readonly number[] {
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return parent === undefined ? [] : [pid, ...family(Number(parent))];
}

/** By the environment it was started with. */
function isMarked(pid: number): boolean {
  return read(`/proc/${pid}/environ`)
    .split('\0')
    .some((variable) => variable.startsWith(`${runVariable}=`));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
