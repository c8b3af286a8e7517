import { stripVTControlCharacters } from 'node:util';
import { splitCommandLine } from '@planwright/core';
import type { CommandResult, Commands, RunCommandOptions } from '../ports/commands.js';
import { commandEnvironment, type Environment } from './command-environment.js';
import { createKeptOutput } from './kept-output.js';
import { runProgram } from './run-program.js';
import type { Argv, Sandbox } from './sandbox/sandbox.js';

export type { CommandResult } from '../ports/commands.js';
export type ApprovedCommands = Commands;

export type ApprovedCommandsOptions = {
  readonly root: string;
  /** What the commands' environment is chosen from. */
  readonly environment: Environment;
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  /** Confines the commands; without, they may do whatever we may do. */
  readonly sandbox?: Sandbox | undefined;
};

const defaults = { timeoutMs: 5 * 60_000, maxOutputBytes: 64 * 1024 };

export function createApprovedCommands(options: ApprovedCommandsOptions): Commands {
  const limits = { ...defaults, ...options };
  return {
    run: async (command, { approved, signal, onOutput, root = options.root }) => {
      signal.throwIfAborted();
      if (!approved.includes(command))
        return { type: 'refused', reason: `\`${command}\` was not approved by a person` };
      const parsed = splitCommandLine(command);
      if (!parsed.ok) return { type: 'refused', reason: `\`${command}\` ${parsed.problem}` };
      const result = await runCommand(parsed.argv, { ...limits, root, signal, onOutput });
      signal.throwIfAborted();
      return result;
    },
  };
}

type Limits = ApprovedCommandsOptions & typeof defaults & Pick<RunCommandOptions, 'signal' | 'onOutput'>;

async function runCommand(argv: Argv, options: Limits): Promise<CommandResult> {
  const kept = createKeptOutput(options.maxOutputBytes);
  const keep = (bytes: Buffer): void => {
    kept.add(bytes);
    options.onOutput?.(bytes.toString('utf8'));
  };
  const { end } = runProgram({
    argv,
    cwd: options.root,
    env: { ...commandEnvironment(options.environment), NO_COLOR: '1' },
    confine: await options.sandbox?.at({ root: options.root, access: 'writes' }),
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    onStdout: keep,
    onStderr: keep,
  });
  const ended = await end;
  const told = { output: stripVTControlCharacters(kept.text()).trim(), durationMs: ended.durationMs };
  return ended.type === 'exited'
    ? { type: 'exited', code: ended.code, ...told }
    : { type: 'stopped', reason: ended.reason, ...told };
}
