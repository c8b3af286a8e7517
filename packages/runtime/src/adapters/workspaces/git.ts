import { devNull } from 'node:os';
import { PlanwrightError } from '@planwright/core';
import { commandEnvironment, type Environment } from '../command-environment.js';
import { runProgram } from '../run-program.js';

export type GitOptions = {
  readonly workTree?: string | undefined;
  /** The index file to use instead of the repository's. */
  readonly index?: string | undefined;
  readonly input?: string | undefined;
  /** Left out where stopping half-way would leave a lock behind. */
  readonly signal?: AbortSignal | undefined;
};

export type GitOutput = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs git on one repository. Nothing that a repository can configure starts a program, asks a question or uses the network. */
export type Git = {
  /** Any exit code is an answer. */
  readonly run: (args: readonly string[], options?: GitOptions) => Promise<GitOutput>;
  /** What it prints, without the newline at the end. Throws a `PlanwrightError` when git fails. */
  readonly ask: (args: readonly string[], options?: GitOptions) => Promise<string>;
};

export type GitSetting = readonly [key: string, value: string];

export type GitPlace = {
  readonly cwd: string;
  /** Given once it is known, so that git never looks for a repository by itself. */
  readonly gitDir?: string | undefined;
  readonly environment: Environment;
  /** Beyond those that always hold. */
  readonly settings?: readonly GitSetting[];
};

const longestCallMs = 10 * 60_000;

/** What no repository may decide. A hooks folder that cannot be one is the same on every platform and nobody can fill it. */
const fixedSettings: readonly GitSetting[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['core.splitIndex', 'false'],
  ['checkout.workers', '0'],
  ['commit.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['diff.submodule', 'short'],
  ['submodule.recurse', 'false'],
  ['merge.autoStash', 'false'],
  ['merge.verifySignatures', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];

const fixedVariables = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  // A list of allowed protocols that names none.
  GIT_ALLOW_PROTOCOL: 'none',
};

export function createGit(place: GitPlace): Git {
  const variables = {
    ...commandEnvironment(place.environment),
    ...fixedVariables,
    ...settingVariables([...fixedSettings, ...(place.settings ?? [])]),
    ...(place.gitDir === undefined ? {} : { GIT_DIR: place.gitDir }),
  };
  const run: Git['run'] = async (args, options = {}) => {
    options.signal?.throwIfAborted();
    const output = await runGit(
      args,
      options.workTree ?? place.cwd,
      { ...variables, ...placeVariables(options) },
      options,
    );
    options.signal?.throwIfAborted();
    return output;
  };
  return {
    run,
    ask: async (args, options) => {
      const output = await run(args, options);
      if (output.code !== 0) throw gitFailure(args, output);
      return output.stdout.replace(/\n$/, '');
    },
  };
}

/** Whether there is a program named git. */
export async function isGitThere(options: {
  readonly root: string;
  readonly environment: Environment;
}): Promise<boolean> {
  try {
    return (await createGit({ cwd: options.root, environment: options.environment }).run(['version'])).code === 0;
  } catch (error) {
    if (PlanwrightError.is(error) && error.code === 'settings-invalid') return false;
    throw error;
  }
}

/** What to throw when git failed although nothing was wrong with what it was asked. */
export function gitFailure(args: readonly string[], { code, stderr }: GitOutput): PlanwrightError {
  const said = stderr.trim() === '' ? `it ended with exit code ${code}` : stderr.trim();
  return new PlanwrightError('workspace-failed', `git ${args[0] ?? ''} failed: ${said}`, {
    details: { exitCode: code },
  });
}

/** Paths as git prints them with `-z`. */
export function pathsIn(text: string): readonly string[] {
  return text.split('\0').filter((path) => path !== '');
}

async function runGit(
  args: readonly string[],
  cwd: string,
  env: Environment,
  { input, signal }: GitOptions,
): Promise<GitOutput> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  const { end } = runProgram({
    ...{ argv: ['git', ...args], cwd, env, input, timeoutMs: longestCallMs },
    signal: signal ?? new AbortController().signal,
    onStdout: (bytes) => void stdout.push(bytes),
    onStderr: (bytes) => void stderr.push(bytes),
  });
  const ended = await end;
  const text = { stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') };
  if (ended.type === 'exited') return { code: ended.code, ...text };
  if (ended.cause === 'aborted') return { code: -1, ...text };
  const code = ended.cause === 'not-found' ? 'settings-invalid' : 'workspace-failed';
  throw new PlanwrightError(code, `git ${args[0] ?? ''} did not finish: ${ended.reason}`);
}

/** Settings by variables, not by `-c`: a name may hold any character. Git knows them from 2.31 on. */
function settingVariables(settings: readonly GitSetting[]): Environment {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  settings.forEach(([key, value], place) => {
    variables[`GIT_CONFIG_KEY_${place}`] = key;
    variables[`GIT_CONFIG_VALUE_${place}`] = value;
  });
  return variables;
}

function placeVariables({ workTree, index }: GitOptions): Environment {
  return {
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
}
