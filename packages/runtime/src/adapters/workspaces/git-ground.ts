import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PlanwrightError, type RunId, runRefs } from '@planwright/core';
import type { Base } from '../../ports/workspaces.js';
import { gitFailure } from './git.js';
import { borrowPackages } from './borrow-packages.js';
import { fillPlace, isFilled, type Place, placeAt } from './git-place.js';
import { openRepository, pathBelow, type Repository, type RepositoryOptions } from './git-repository.js';
import { commitTree, readRun, type RunState, treeOf, usersHead } from './git-runs.js';
import { type Staged, stageAll, withUsersTree } from './git-snapshot.js';
import { whileLocked } from './held-lock.js';
import { setUp, type SetupCommand, type SetupOptions } from './workspace-setup.js';

export type GitWorkspacesOptions = RepositoryOptions & {
  readonly setup?: readonly SetupCommand[];
  /** Larger files are not part of what a run sees and keeps. */
  readonly maxFileBytes?: number;
};

const defaultMaxFileBytes = 100 * 1024 * 1024;

/** What the work of all runs of a project stands on. */
export type Ground = {
  readonly repository: Repository;
  readonly worktrees: string;
  /** Planwright's own folder, as git writes its path. */
  readonly except: string | undefined;
  readonly maxFileBytes: number;
  readonly setup: SetupOptions;
};

export async function openGround(options: GitWorkspacesOptions): Promise<Ground> {
  const repository = await openRepository(options);
  const worktrees = join(await realpath(options.stateFolder), 'worktrees');
  await mkdir(worktrees, { recursive: true });
  return {
    ...{ repository, worktrees, except: pathBelow(repository.top, await realpath(options.stateFolder)) },
    maxFileBytes: options.maxFileBytes ?? defaultMaxFileBytes,
    setup: { commands: options.setup ?? [], environment: options.environment },
  };
}

export function runFolder({ worktrees }: Ground, runId: RunId): string {
  return join(worktrees, runId);
}

/** Held by whoever moves the run's branch. */
export function branchLock(ground: Ground, runId: RunId): string {
  return join(runFolder(ground, runId), 'branch.lock');
}

/** The project's folder inside a checked-out copy of its repository. */
export function projectIn({ repository }: Ground, folder: string): string {
  return join(folder, repository.prefix);
}

/** The state of a run that has one; throws `run-not-found` for others. */
export async function knownRun({ repository }: Ground, runId: RunId): Promise<RunState> {
  const run = await readRun(repository, runId);
  if (run) return run;
  throw new PlanwrightError('run-not-found', `run ${runId} has no workspace: none of its steps has written anything`);
}

/** The files as the user has them now. */
export async function usersTree(ground: Ground, signal: AbortSignal): Promise<Staged> {
  return withUsersTree(ground.repository, { ...ground, signal }, (staged) => Promise.resolve(staged));
}

export async function stagePlace(ground: Ground, { folder, index }: Place, signal: AbortSignal): Promise<Staged> {
  return stageAll(ground.repository, { ...ground, workTree: folder, index, signal });
}

/** Files of a commit in a place whose lock the caller has, set up to work in. Tells what was run for that. */
export async function fill(
  ground: Ground,
  place: Place,
  options: { readonly commit: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  // What setup put there is ignored by git and must stay; without setup nothing ignored has any business there.
  await fillPlace(ground.repository, place, { ...options, keepIgnored: ground.setup.commands.length > 0 });
  const root = projectIn(ground, place.folder);
  if (ground.setup.commands.length > 0)
    return setUp(ground.setup, { root, marker: place.setup, signal: options.signal });
  return borrowPackages(ground.repository.top, place.folder, await manifestsIn(ground, place, options.signal));
}

async function manifestsIn({ repository }: Ground, place: Place, signal: AbortSignal): Promise<readonly string[]> {
  const git = { workTree: place.folder, index: place.index, signal };
  const listed = await repository.git.ask(['ls-files', '-z', '--', 'package.json', '*/package.json'], git);
  return listed.split('\0').filter((path) => path !== '');
}

/** The run's base: the user's commit if nothing differs from it, else a commit of the files as they are. */
export async function takeBase(ground: Ground, runId: RunId, signal: AbortSignal): Promise<Base> {
  const { repository } = ground;
  const known = await readRun(repository, runId);
  if (known) return { commit: known.base, head: known.head, notes: [] };
  const refs = runRefs(runId);
  const [head, { tree, leftOut }] = await Promise.all([usersHead(repository), usersTree(ground, signal)]);
  const commit = await baseCommit(repository, { tree, head });
  // Both or neither: who comes second finds both.
  const input = `${head === null ? '' : `update ${refs.head} ${head}\n`}create ${refs.base} ${commit}\n`;
  const created = await repository.git.run(['update-ref', '--stdin'], { input });
  if (created.code === 0)
    return { commit, head, notes: leftOut.map(({ path, reason }) => `${path} is left out: ${reason}`) };
  if (await readRun(repository, runId)) return takeBase(ground, runId, signal);
  throw gitFailure(['update-ref'], created);
}

async function baseCommit(
  { git }: Repository,
  { tree, head }: { readonly tree: string; readonly head: string | null },
): Promise<string> {
  if (head !== null && (await treeOf(git, head)) === tree) return head;
  const message = 'The files as they were when the run began\n';
  return commitTree(git, { tree, parents: head === null ? [] : [head], message });
}

/** The files as the run leaves them so far, in a folder that reading steps share. */
export async function viewRun(ground: Ground, runId: RunId, signal: AbortSignal): Promise<string> {
  const place = placeAt(runFolder(ground, runId), 'main');
  return whileLocked(place.lock, signal, async () => {
    const { tip } = await knownRun(ground, runId);
    // Others may be reading in it: it changes only when the run has.
    if (!(await isFilled(place, tip))) await fill(ground, place, { commit: tip, signal });
    return projectIn(ground, place.folder);
  });
}
