import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileChange, type RunId, runRefs } from '@planwright/core';
import type { Applied, ApplyHow } from '../../ports/workspaces.js';
import { commitToApply, type Refused, refused, startToApply } from './git-commit-to-apply.js';
import { type Ground, knownRun, projectIn, usersTree } from './git-ground.js';
import { mergeTrees } from './git-merge-trees.js';
import { changesOf, moveRef, type RunState, treeOf, usersHead } from './git-runs.js';
import { withUsersTree } from './git-snapshot.js';

type Done = Refused | Omit<Extract<Applied, { ok: true }>, 'moved'>;

/** Brings what the run changed to the user's branch or files. What can go wrong is found out before a file changes. */
export async function applyRun(
  ground: Ground,
  runId: RunId,
  { how, signal }: { readonly how: ApplyHow; readonly signal: AbortSignal },
): Promise<Applied> {
  const run = await knownRun(ground, runId);
  const head = await usersHead(ground.repository);
  const applied =
    how === 'patch'
      ? await applyPatch(ground, { run, head, signal })
      : await applyCommits(ground, { run, head, how, signal });
  if (!applied.ok) return applied;
  await moveRef(ground.repository, runRefs(runId).applied, { from: run.applied, to: run.tip, because: how });
  return { ...applied, moved: head !== run.head };
}

type Onto = { readonly run: RunState; readonly head: string | null; readonly signal: AbortSignal };

/** New commits on the branch that is checked out, and the files that differ; all other files and the index stay. */
async function applyCommits(ground: Ground, onto: Onto & { readonly how: 'merge' | 'rebase' }): Promise<Done> {
  const { repository } = ground;
  const made = await commitToApply(ground, onto);
  if (!made.ok) return made;
  const { commit, head } = made;
  const changes = await changesOf(repository, head, commit);
  const { tree } = await usersTree(ground, onto.signal);
  const dirty = commonPaths(changes, await changesOf(repository, head, tree));
  if (dirty.length > 0)
    return refused(
      'these files have changes that are not committed; commit or stash them, or apply it as a patch',
      dirty,
    );
  const blocked = await pathsInTheWay(ground, changes);
  if (blocked.length > 0) return refused('these new files are there already', blocked);
  onto.signal.throwIfAborted();
  const args = ['merge', '--ff-only', '--quiet', '--no-stat', '--no-overwrite-ignore', commit];
  const { code, stderr } = await repository.git.run(args, { workTree: repository.top });
  return code === 0 ? { ok: true, commit, changes } : refused(`git refused it: ${stderr.trim()}`, []);
}

/** Changes files only: neither the user's index nor a branch. */
async function applyPatch(ground: Ground, { run, head, signal }: Onto): Promise<Done> {
  const { repository } = ground;
  const { git, top } = repository;
  return withUsersTree(repository, { ...ground, signal }, async ({ tree: ours }, index): Promise<Done> => {
    const base = await treeOf(git, await startToApply(repository, { run, ours, signal }));
    const merged = await mergeTrees(git, { base, ours, theirs: await treeOf(git, run.tip) }, signal);
    if (!merged.ok) return refused('these files have changed in the same lines since the run began', merged.files);
    const changes = await changesOf(repository, ours, merged.tree);
    const edited = commonPaths(changes, await changesOf(repository, base, ours));
    const uncommitted = head === null ? edited : (await changesOf(repository, head, ours)).map(({ path }) => path);
    const unseen = edited.filter((path) => uncommitted.includes(path));
    if (unseen.length > 0)
      return refused('these files were edited since the run began; commit the edits first', unseen);
    const blocked = await pathsInTheWay(ground, changes);
    if (blocked.length > 0) return refused('these new files are there already', blocked);
    signal.throwIfAborted();
    // A file that was saved again as it was is the same to us, and not to git before it has looked.
    await git.run(['update-index', '-q', '--refresh'], { workTree: top, index });
    const { code, stderr } = await git.run(['read-tree', '-m', '-u', ours, merged.tree], { workTree: top, index });
    return code === 0 ? { ok: true, commit: null, changes } : refused(`git refused it: ${stderr.trim()}`, []);
  });
}

function commonPaths(changes: readonly FileChange[], others: readonly FileChange[]): readonly string[] {
  const known = new Set(changes.map(({ path }) => path));
  return others.map(({ path }) => path).filter((path) => known.has(path));
}

/** New files whose place is taken. Git would say so too, but not of files that it ignores. */
async function pathsInTheWay(ground: Ground, changes: readonly FileChange[]): Promise<readonly string[]> {
  const root = projectIn(ground, ground.repository.top);
  const added = changes.filter(({ change }) => change === 'added').map(({ path }) => path);
  const isTaken = await Promise.all(added.map((path) => lstat(join(root, path)).then(() => true, isNotMissing)));
  return added.filter((_, at) => isTaken[at]);
}

function isNotMissing(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
}
