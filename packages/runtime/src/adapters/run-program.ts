import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Argv, Confine } from './sandbox/sandbox.js';
import { watchStart, withStatus } from './sandbox/watch-start.js';

/** A program to run: argv, never a shell string. */
export type Program = {
  readonly argv: Argv;
  readonly cwd: string;
  /** The whole environment it gets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads from stdin; without it, stdin is closed. */
  readonly input?: string | undefined;
  /** Confines it; without, it may do whatever we may do. */
  readonly confine?: Confine | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onStdout: (bytes: Buffer) => void;
  readonly onStderr: (bytes: Buffer) => void;
};

/** How it ended. Only `exited` with code 0 is a success. */
export type ProgramEnd =
  | { readonly type: 'exited'; readonly code: number; readonly durationMs: number }
  | {
      readonly type: 'stopped';
      readonly cause: 'not-found' | 'not-started' | 'timeout' | 'aborted' | 'stopped' | 'signal';
      readonly reason: string;
      readonly durationMs: number;
    };

export type RunningProgram = {
  /** Never rejects. Resolves when the program and all it started are gone. */
  readonly end: Promise<ProgramEnd>;
  /** Ends it and all it started, for a reason of the caller's. */
  readonly stop: (reason: string) => void;
};

type Stop = Omit<Extract<ProgramEnd, { type: 'stopped' }>, 'type' | 'durationMs'>;

/** Runs a program in a process group of its own, so that what it starts ends with it. */
export function runProgram(program: Program): RunningProgram {
  const { argv, input, timeoutMs, signal } = program;
  const startedAt = performance.now();
  const child = start(program);
  const keptFromStarting = program.confine === undefined ? undefined : watchStart(child);
  let stopped: Stop | undefined;
  let force: NodeJS.Timeout | undefined;
  const stop = (why: Stop): void => {
    if (stopped !== undefined) return;
    stopped = why;
    // Whoever aborts does not wait, so neither do we.
    endGroup(child, why.cause === 'aborted' ? 'SIGKILL' : 'SIGTERM');
    force = setTimeout(() => endGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => stop({ cause: 'timeout', reason: `it took longer than ${timeoutMs} ms` }), timeoutMs);
  const onAbort = (): void => stop({ cause: 'aborted', reason: 'it was stopped' });
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  child.stdout?.on('data', program.onStdout);
  child.stderr?.on('data', program.onStderr);
  // A program that ends without reading its input is no fault of ours.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);

  const end = new Promise<ProgramEnd>((resolve) => {
    const finish = (how: { code: number } | Stop): void => {
      clearTimeout(timer);
      clearTimeout(force);
      signal.removeEventListener('abort', onAbort);
      const durationMs = Math.round(performance.now() - startedAt);
      resolve('code' in how ? { type: 'exited', ...how, durationMs } : { type: 'stopped', ...how, durationMs });
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      // Node says ENOENT of a missing folder too.
      const isMissing = error.code === 'ENOENT' && existsSync(program.cwd);
      finish(isMissing ? notFound(argv, '') : { cause: 'not-started', reason: couldNotStart(argv, error.message) });
    });
    child.once('exit', () => endLeftovers(child));
    child.once('close', (code, killedBy) => {
      if (stopped !== undefined) finish(stopped);
      else if (code === null) finish({ cause: 'signal', reason: `it was ended by ${killedBy ?? 'a signal'}` });
      else finish(sandboxFailure(argv, keptFromStarting?.()) ?? { code });
    });
  });
  return { end, stop: (reason) => stop({ cause: 'stopped', reason }) };
}

function start({ argv, cwd, env, input, confine }: Program): ChildProcess {
  const [file, ...args] = confine === undefined ? argv : withStatus(confine(argv));
  return spawn(file, args, {
    cwd,
    env: { ...env },
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(confine === undefined ? [] : ['pipe' as const]),
    ],
    detached: !isWindows,
    windowsHide: true,
  });
}

function couldNotStart([file]: Argv, problem: string): string {
  return `${file} could not be started: ${problem}`;
}

function notFound(argv: Argv, orElse: string): Stop {
  return { cause: 'not-found', reason: couldNotStart(argv, `there is no such program on PATH${orElse}`) };
}

function sandboxFailure(argv: Argv, problem: string | undefined): Stop | undefined {
  if (problem === undefined) return undefined;
  if (/execvp .*: No such file/.test(problem)) return notFound(argv, ', or the sandbox hides it');
  return { cause: 'not-started', reason: couldNotStart(argv, problem) };
}

const isWindows = process.platform === 'win32';
/** How long a program may take to end by itself when asked to, and its leftovers to close their output. */
const graceMs = 2000;

/** A process left behind keeps the output open after the program is done; it is given a moment, then ended. */
function endLeftovers(child: ChildProcess): void {
  const timer = setTimeout(() => {
    endGroup(child, 'SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, graceMs);
  child.once('close', () => clearTimeout(timer));
}

/** Sends a signal to a program and all it started. */
export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}
