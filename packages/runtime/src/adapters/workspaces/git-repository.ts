import { existsSync } from 'node:fs';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { createGit, type Git, gitFailure, type GitSetting } from './git.js';
import { readRepositorySettings } from './git-settings.js';

/** A repository with a working tree, and how the project lies in it. */
export type Repository = {
  readonly git: Git;
  /** The user's own, or, for a project without git, one of ours that the project does not see. */
  readonly isUsers: boolean;
  readonly gitDir: string;
  /** Where objects and branches are; another folder than `gitDir` in a linked worktree. */
  readonly commonDir: string;
  readonly top: string;
  /** The project's folder below `top`: empty, or with a `/` at the end. */
  readonly prefix: string;
  readonly format: string;
  readonly fileSettings: readonly GitSetting[];
};

export type RepositoryOptions = {
  readonly root: string;
  /** Where Planwright keeps its own files. Never part of what a run sees. */
  readonly stateFolder: string;
  readonly environment: Environment;
};

const questions = [
  '--absolute-git-dir',
  '--git-common-dir',
  '--show-object-format',
  '--show-prefix',
  '--show-toplevel',
];

/** Finds the repository that the project is in. Throws when it has no working tree, or git is too old or missing. */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const [root, state] = [await realpath(options.root), await resolveState(options.stateFolder)];
  const git = createGit({ cwd: root, environment: options.environment });
  await requireVersion(git);
  const found = await git.run(['rev-parse', '--is-inside-work-tree', ...questions]);
  const [isInside, gitDir = '', commonDir = '', format = '', prefix = '', top = ''] = found.stdout.split('\n');
  if (isInside === 'false')
    throw new PlanwrightError(
      'usage-wrong',
      `${options.root} is in a git repository without a working tree (a bare one, or a .git folder), so steps have no files to work on; use a clone of it`,
    );
  if (found.code !== 0 && !found.stderr.includes('not a git repository')) throw gitFailure(['rev-parse'], found);
  const isApart = found.code !== 0 || (prefix !== '' && (await isIgnored(git, root)));
  if (isApart) return openOwn(root, state, options.environment);
  const places = { gitDir, commonDir: resolve(root, commonDir), top: resolve(top) };
  return withSettings({ ...places, prefix, format, isUsers: true }, options.environment);
}

/** The repository whose working tree begins at this very folder; undefined where there is none, or none that works. */
export async function openRepositoryAt(top: string, environment: Environment): Promise<Repository | undefined> {
  if (!existsSync(join(top, '.git'))) return undefined;
  const { code, stdout } = await createGit({ cwd: top, environment }).run(['rev-parse', ...questions]);
  const [gitDir = '', commonDir = '', format = '', , toldTop = ''] = stdout.split('\n');
  if (code !== 0 || resolve(toldTop) !== top) return undefined;
  const places = { gitDir, commonDir: resolve(top, commonDir), top };
  return withSettings({ ...places, prefix: '', format, isUsers: true }, environment);
}

/** A project inside another repository's ignored folder is not part of that repository. */
async function isIgnored(git: Git, folder: string): Promise<boolean> {
  // This command refuses to run where paths are taken literally, as they are everywhere else here.
  const { code } = await git.run(['--no-literal-pathspecs', 'check-ignore', '-q', folder]);
  return code === 0;
}

/** The path below `top`, as git writes it; undefined for what is not in it. */
export function pathBelow(top: string, path: string): string | undefined {
  const way = relative(top, path).split(sep).join('/');
  return way === '' || way === '..' || way.startsWith('../') ? undefined : way;
}

async function withSettings(
  found: Omit<Repository, 'git' | 'fileSettings'>,
  environment: Environment,
): Promise<Repository> {
  const place = { cwd: found.top, gitDir: found.gitDir, environment };
  const { overrides, files } = await readRepositorySettings(createGit(place));
  return { ...found, git: createGit({ ...place, settings: overrides }), fileSettings: files };
}

/** What is no text of the project's own, where no `.gitignore` says so. */
const ownExcludes = ['node_modules/', '.hg/', '.svn/', '.planwright/'].join('\n');

/** A project without git gets a repository beside it, so that its work can be undone in the same way. */
async function openOwn(root: string, state: string, environment: Environment): Promise<Repository> {
  const gitDir = join(state, 'repository.git');
  const git = createGit({ cwd: root, environment });
  await git.ask(['init', '--quiet', '--bare', '--object-format=sha1', '--template=', gitDir]);
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await writeFile(join(gitDir, 'info', 'exclude'), `${ownExcludes}\n`);
  const found = { gitDir, commonDir: gitDir, top: root, prefix: '', format: 'sha1', isUsers: false };
  return withSettings(found, environment);
}

async function resolveState(stateFolder: string): Promise<string> {
  await mkdir(stateFolder, { recursive: true });
  return realpath(stateFolder);
}

const oldest = [2, 31] as const;

async function requireVersion(git: Git): Promise<void> {
  const text = await git.ask(['version']);
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(text)?.[0] ?? '').split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new PlanwrightError('settings-invalid', `git ${oldest.join('.')} or newer is needed; this is ${text}`);
}
