import { tmpdir } from 'node:os';
import { describe } from 'vitest';
import { createKeptOutput } from '../../kept-output.js';
import { type ProgramEnd, runProgram } from '../../run-program.js';
import { type BubblewrapOptions, createBubblewrap } from '../bubblewrap.js';
import { findSandbox } from '../find-sandbox.js';
import type { ReadySandbox, SandboxPlace } from '../sandbox.js';

const found = await findSandbox({ environment: process.env, root: tmpdir() });

/** Facts that hold where a sandbox works; elsewhere they are skipped, and the reason stands in their name. */
export function describeSandboxed(name: string, facts: () => void): void {
  const isThere = found.type === 'bubblewrap';
  describe.skipIf(!isThere)(isThere ? name : `${name} (not tested here: ${found.why})`, facts);
}

/** The sandbox of this machine, with a home folder that is not the user's. */
export function aSandbox(home: string, options: Partial<BubblewrapOptions> = {}): ReadySandbox {
  if (found.type === 'none') throw new Error(found.why);
  return createBubblewrap(found.path, { environment: { ...process.env, HOME: home }, ...options });
}

export type Ran = { readonly end: ProgramEnd; readonly output: string };

/** Runs a script in a sandbox and tells how it ended and what it printed. */
export async function runConfined(sandbox: ReadySandbox, place: SandboxPlace, script: string): Promise<Ran> {
  const kept = createKeptOutput(64 * 1024);
  const { end } = runProgram({
    argv: ['sh', '-c', script],
    ...{ cwd: place.root, env: process.env, confine: sandbox.at(place) },
    ...{ timeoutMs: 30_000, signal: new AbortController().signal },
    onStdout: kept.add,
    onStderr: kept.add,
  });
  return { end: await end, output: kept.text().trim() };
}
