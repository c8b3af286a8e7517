import { stripVTControlCharacters } from 'node:util';
import { commandEnvironment, type Environment } from '../command-environment.js';
import { createKeptOutput } from '../kept-output.js';
import { type ProgramEnd, runProgram, type RunningProgram } from '../run-program.js';
import type { Argv, Sandbox } from '../sandbox/sandbox.js';
import { findSystemProgram } from './find-program.js';
import { harmlessGitArguments, harmlessGitEnvironment, listFilters } from './harmless-git.js';

export type RunContext = {
  readonly root: string;
  /** What the environment of programs is chosen from. */
  readonly environment: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** It only reads: then nothing that came with the project is run in its name. */
  readonly onlyReads: boolean;
  /** Confines it; without, it may do whatever we may do. */
  readonly sandbox?: Sandbox | undefined;
};

export type ArgvRun = {
  readonly argv: Argv;
  readonly input?: string | undefined;
  readonly onOutput: (bytes: Buffer) => void;
  readonly onErrors: (bytes: Buffer) => void;
};

/** Runs one program, without a shell. Never rejects. */
export async function runArgv(context: RunContext, run: ArgvRun): Promise<ProgramEnd> {
  const [name, ...args] = run.argv;
  const env = environmentFor(context);
  const file = context.onlyReads ? await findSystemProgram(name, env['PATH'] ?? '', context.root) : name;
  if (file === undefined)
    return {
      type: 'stopped',
      cause: 'not-found',
      reason: `there is no program "${name}" on this machine`,
      durationMs: 0,
    };
  const given = context.onlyReads ? await harmlessArguments(context, { name, file, args }) : args;
  const running = await spawn(context, [file, ...given], run);
  return running.end;
}

type Called = { readonly name: string; readonly file: string; readonly args: readonly string[] };

async function harmlessArguments(context: RunContext, { name, file, args }: Called): Promise<readonly string[]> {
  switch (name) {
    case 'git':
      return harmlessGitArguments(args, await filtersOf(context, file));
    case 'diff':
      // In folders that it compares it would go wherever a link leads.
      return ['--no-dereference', ...args];
    default:
      return args;
  }
}

async function filtersOf(context: RunContext, git: string): Promise<string> {
  const kept = createKeptOutput(1024 * 1024);
  const listing = await spawn(context, [git, ...listFilters], { onOutput: kept.add, onErrors: () => undefined });
  await listing.end;
  return kept.text();
}

async function spawn(
  context: RunContext,
  argv: Argv,
  { input, onOutput, onErrors }: Omit<ArgvRun, 'argv'>,
): Promise<RunningProgram> {
  const { root: cwd, timeoutMs, signal, sandbox, onlyReads } = context;
  return runProgram({
    ...{ argv, cwd, env: environmentFor(context), input, timeoutMs, signal },
    confine: await sandbox?.at({ root: cwd, access: onlyReads ? 'reads' : 'writes' }),
    onStdout: onOutput,
    onStderr: onErrors,
  });
}

function environmentFor({ environment, onlyReads }: RunContext): Readonly<Record<string, string>> {
  return { ...commandEnvironment(environment), NO_COLOR: '1', ...(onlyReads ? harmlessGitEnvironment : {}) };
}

/** What a program printed, for an agent to read. */
export function plainOutput(text: string): string {
  return stripVTControlCharacters(text).trimEnd();
}
