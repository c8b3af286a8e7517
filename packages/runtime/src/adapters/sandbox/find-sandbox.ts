import type { Environment } from '../command-environment.js';
import { createKeptOutput } from '../kept-output.js';
import { type ProgramEnd, runProgram } from '../run-program.js';
import { findSystemProgram } from '../tools/find-program.js';
import { createBubblewrap } from './bubblewrap.js';
import type { Argv } from './sandbox.js';

/** What there is on this machine to confine programs with, or why there is nothing. */
export type FoundSandbox =
  | { readonly type: 'bubblewrap'; readonly version: string; readonly path: string }
  | { readonly type: 'none'; readonly why: string };

export type FindSandboxOptions = {
  readonly environment: Environment;
  /** The project: a bubblewrap that came with it is not used. */
  readonly root: string;
};

/**
 * Looks for bubblewrap and tries it, because where it is installed it need not work: containers and some systems do not let
 * users make namespaces. It starts two programs, so the answer is worth keeping.
 */
export async function findSandbox({ environment, root }: FindSandboxOptions): Promise<FoundSandbox> {
  if (process.platform !== 'linux') return { type: 'none', why: 'bubblewrap is for Linux only' };
  const path = await findSystemProgram('bwrap', environment['PATH'] ?? '', root);
  if (path === undefined) return { type: 'none', why: 'bubblewrap (the program bwrap) is not installed' };
  const told = await ask([path, '--version'], environment);
  const version = /\d+(?:\.\d+)+/.exec(told.output)?.[0] ?? 'of an unknown version';
  const confine = createBubblewrap(path, { environment }).at({ root, access: 'reads' });
  const { end, output } = await ask(confine(['true']), environment);
  if (end.type === 'exited' && end.code === 0) return { type: 'bubblewrap', version, path };
  const reason = end.type === 'exited' ? output : end.reason;
  return { type: 'none', why: `bubblewrap ${version} is installed but does not work here: ${reason}` };
}

const patienceMs = 10_000;

async function ask(
  argv: Argv,
  environment: Environment,
): Promise<{ readonly end: ProgramEnd; readonly output: string }> {
  const kept = createKeptOutput(1024);
  const { end } = runProgram({
    ...{ argv, cwd: '/', env: { PATH: environment['PATH'] } },
    ...{ timeoutMs: patienceMs, signal: new AbortController().signal },
    onStdout: kept.add,
    onStderr: kept.add,
  });
  return { end: await end, output: kept.text().trim() };
}
