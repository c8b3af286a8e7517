import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import { commandEnvironment, type Environment } from '../command-environment.js';
import { createKeptOutput } from '../kept-output.js';
import { runProgram } from '../run-program.js';

/** Commands that make a fresh folder fit to work in, such as the installation of packages. They were approved as settings. */
export type SetupCommand = readonly [string, ...string[]];

export type SetupOptions = {
  readonly commands: readonly SetupCommand[];
  readonly environment: Environment;
  readonly timeoutMs?: number;
};

export type SetupSite = {
  readonly root: string;
  /** Remembers what the folder was set up for. */
  readonly marker: string;
  readonly signal: AbortSignal;
};

/** What packages a project needs is in these; while they stay the same, so does the setup. */
const lockFiles =
  `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock requirements.txt poetry.lock uv.lock
  Pipfile.lock Cargo.lock go.sum Gemfile.lock composer.lock mix.lock`.split(/\s+/);

const defaultTimeoutMs = 15 * 60_000;

/** Sets a folder up unless that was done for the same commands and lock files. Tells what was run; throws when one fails. */
export async function setUp(options: SetupOptions, site: SetupSite): Promise<readonly string[]> {
  if (options.commands.length === 0) return [];
  const key = await setupKey(options.commands, site.root);
  if ((await readFile(site.marker, 'utf8').catch(() => '')) === key) return [];
  await rm(site.marker, { force: true });
  const notes: string[] = [];
  for (const argv of options.commands) notes.push(await runSetup(argv, options, site));
  await writeFile(site.marker, key);
  return notes;
}

async function setupKey(commands: readonly SetupCommand[], root: string): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(commands));
  for (const name of lockFiles) {
    const content = await readFile(join(root, name)).catch(() => undefined);
    if (content) hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function runSetup(argv: SetupCommand, options: SetupOptions, { root, signal }: SetupSite): Promise<string> {
  const output = createKeptOutput(4096);
  const { end } = runProgram({
    ...{ argv, cwd: root, env: commandEnvironment(options.environment), signal },
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    onStdout: output.add,
    onStderr: output.add,
  });
  const ended = await end;
  signal.throwIfAborted();
  const line = argv.join(' ');
  if (ended.type === 'exited' && ended.code === 0) return `workspace.setup: \`${line}\` took ${ended.durationMs} ms`;
  const why = ended.type === 'exited' ? `ended with exit code ${ended.code}` : `did not finish: ${ended.reason}`;
  throw new PlanwrightError('workspace-failed', `workspace.setup: \`${line}\` ${why}\n${output.text().trim()}`.trim());
}
