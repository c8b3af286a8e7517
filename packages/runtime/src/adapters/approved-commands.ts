import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { commandEnvironment, type Environment } from './command-environment.js';
import { splitCommandLine } from './command-line.js';
import { createKeptOutput } from './kept-output.js';

/** How a command ended. Only `exited` with code 0 is a success. */
export type CommandResult =
  | { readonly type: 'exited'; readonly code: number; readonly output: string; readonly durationMs: number }
  | { readonly type: 'stopped'; readonly reason: string; readonly output: string; readonly durationMs: number }
  | { readonly type: 'refused'; readonly reason: string };

export type RunCommandOptions = {
  /** Command lines a person approved, to the letter. */
  readonly approved: readonly string[];
  readonly signal: AbortSignal;
  readonly onOutput?: ((text: string) => void) | undefined;
};

/** Runs commands that a person approved, and no other. */
export type ApprovedCommands = {
  /** Rejects with the signal's reason once it is aborted, after the command and all it started are gone. */
  readonly run: (command: string, options: RunCommandOptions) => Promise<CommandResult>;
};

export type ApprovedCommandsOptions = {
  readonly root: string;
  /** What the commands' environment is chosen from. */
  readonly environment: Environment;
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
};

const defaults = { timeoutMs: 5 * 60_000, maxOutputBytes: 64 * 1024 };

export function createApprovedCommands(options: ApprovedCommandsOptions): ApprovedCommands {
  const limits = { ...defaults, ...options };
  return {
    run: async (command, { approved, signal, onOutput }) => {
      signal.throwIfAborted();
      if (!approved.includes(command))
        return { type: 'refused', reason: `\`${command}\` was not approved by a person` };
      const parsed = splitCommandLine(command);
      if (!parsed.ok) return { type: 'refused', reason: `\`${command}\` ${parsed.problem}` };
      const result = await runProcess(parsed.argv, { ...limits, signal, onOutput });
      signal.throwIfAborted();
      return result;
    },
  };
}

type Process = Required<ApprovedCommandsOptions> & Pick<RunCommandOptions, 'signal' | 'onOutput'>;

function runProcess([program, ...args]: readonly [string, ...string[]], options: Process): Promise<CommandResult> {
  const startedAt = performance.now();
  const kept = createKeptOutput(options.maxOutputBytes);
  const child = spawn(program, args, {
    cwd: options.root,
    env: { ...commandEnvironment(options.environment), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what the command starts can be ended with it.
    detached: !isWindows,
    windowsHide: true,
  });
  const stopping = stopOn(child, options);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      kept.add(bytes);
      options.onOutput?.(bytes.toString('utf8'));
    });
  }
  return new Promise((resolve) => {
    const end = (how: { code: number } | { reason: string }): void => {
      stopping.release();
      const told = {
        output: stripVTControlCharacters(kept.text()).trim(),
        durationMs: Math.round(performance.now() - startedAt),
      };
      resolve('code' in how ? { type: 'exited', ...how, ...told } : { type: 'stopped', ...how, ...told });
    };
    child.once('error', (error) => end({ reason: `${program} could not be started: ${error.message}` }));
    child.once('exit', () => lingering(child));
    child.once('close', (code, signal) => {
      const reason = stopping.reason();
      if (reason !== undefined) end({ reason });
      else end(code === null ? { reason: `it was ended by ${signal ?? 'a signal'}` } : { code });
    });
  });
}

const isWindows = process.platform === 'win32';
/** How long a command may take to end by itself when asked to, and its leftovers to close their output. */
const graceMs = 2000;

/** Ends the command and all it started when the time is up or the signal comes. */
function stopOn(
  child: ChildProcess,
  { signal, timeoutMs }: Process,
): { readonly reason: () => string | undefined; readonly release: () => void } {
  let reason: string | undefined;
  let force: NodeJS.Timeout | undefined;
  const stop = (why: string): void => {
    if (reason !== undefined) return;
    reason = why;
    endGroup(child, 'SIGTERM');
    force = setTimeout(() => endGroup(child, 'SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => stop(`it took longer than ${timeoutMs} ms`), timeoutMs);
  const onAbort = (): void => {
    // Whoever aborts does not wait, so neither do we.
    reason = 'it was stopped';
    endGroup(child, 'SIGKILL');
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    reason: () => reason,
    release: () => {
      clearTimeout(timer);
      clearTimeout(force);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

/** A process left behind keeps the output open after the command is done; it is given a moment, then ended. */
function lingering(child: ChildProcess): void {
  const timer = setTimeout(() => {
    endGroup(child, 'SIGKILL');
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, graceMs);
  child.once('close', () => clearTimeout(timer));
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}
