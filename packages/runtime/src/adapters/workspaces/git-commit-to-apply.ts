import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Applied } from '../../ports/workspaces.js';
import type { Ground } from './git-ground.js';
import { mergeTrees } from './git-merge-trees.js';
import type { Repository } from './git-repository.js';
import { commitTree, type RunState, runCommits, treeOf, treesOf } from './git-runs.js';
import { replay } from './git-undo.js';

export type Refused = Extract<Applied, { ok: false }>;
type Made = Refused | { readonly ok: true; readonly commit: string; readonly head: string };

/** A commit on top of the user's that holds what the run changed and nothing of the user's uncommitted work. Moves nothing. */
export async function commitToApply(
  { repository }: Ground,
  onto: {
    readonly run: RunState;
    readonly head: string | null;
    readonly how: 'merge' | 'rebase';
    readonly signal: AbortSignal;
  },
): Promise<Made> {
  const { run, head, signal } = onto;
  if (!repository.isUsers) return patchOnly('the project is not in a git repository; apply it as a patch');
  if (head === null) return patchOnly('the branch has no commit yet; apply it as a patch');
  const obstacle = await underWay(repository);
  if (obstacle !== undefined) return patchOnly(`${obstacle} is under way; end it first, or apply it as a patch`);
  const start = await startToApply(repository, { run, ours: await treeOf(repository.git, head), signal });
  // What was applied in part has no fork to merge from: the rest goes on top.
  return onto.how === 'rebase' || start !== run.base
    ? rebased(repository, { start, tip: run.tip, head }, signal)
    : merged(repository, { run, head }, signal);
}

/** What of the run the files hold already: all of it, what was applied before, or nothing beyond the base. */
export async function startToApply(
  repository: Repository,
  { run, ours, signal }: { readonly run: RunState; readonly ours: string; readonly signal: AbortSignal },
): Promise<string> {
  const { git } = repository;
  const base = await treeOf(git, run.base);
  const onBranch = (await runCommits(repository, run)).map(({ id }) => id);
  for (const commit of [run.tip, run.applied]) {
    if (commit === null || !onBranch.includes(commit)) continue;
    const held = await mergeTrees(git, { base, ours, theirs: await treeOf(git, commit) }, signal);
    if (held.ok && held.tree === ours) return commit;
  }
  return run.base;
}

export function refused(reason: string, files: readonly string[]): Refused {
  return { ok: false, reason: files.length === 0 ? reason : `${reason}: ${files.join(', ')}`, files };
}

function patchOnly(reason: string): Refused {
  return { ...refused(reason, []), only: 'patch' };
}

type Part = { readonly start: string; readonly tip: string; readonly head: string };

/** The steps' commits anew, on top of what is checked out. */
async function rebased(repository: Repository, { start, tip, head }: Part, signal: AbortSignal): Promise<Made> {
  const commits = await runCommits(repository, { base: start, tip });
  const replayed = await replay(repository, commits, { onto: head, signal });
  if (replayed.ok) return { ok: true, commit: replayed.tip, head };
  return refused(`"${replayed.at.subject}" changes lines that are different now`, replayed.files);
}

/** The steps' commits on the commit that the run began at, merged where the branch has moved on. */
async function merged(
  repository: Repository,
  { run, head }: { readonly run: RunState; readonly head: string },
  signal: AbortSignal,
): Promise<Made> {
  const { git } = repository;
  const fork = run.head ?? head;
  const side =
    run.base === fork
      ? { ok: true as const, commit: run.tip }
      : await rebased(repository, { start: run.base, tip: run.tip, head: fork }, signal);
  if (!side.ok) return side;
  if (fork === head) return { ok: true, commit: side.commit, head };
  const sides = await treesOf(git, { base: fork, ours: head, theirs: side.commit });
  const both = await mergeTrees(git, sides, signal);
  if (!both.ok) return refused('the branch has changed the same lines since the run began', both.files);
  const message = 'Merge the work of a Planwright run\n';
  const commit = await commitTree(git, { tree: both.tree, parents: [head, side.commit], message });
  return { ok: true, commit, head };
}

/** What git leaves in its folder while something is going on that a new commit would disturb. */
const tracesOf: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
};

async function underWay({ gitDir }: Repository): Promise<string | undefined> {
  for (const [name, what] of Object.entries(tracesOf)) {
    const isThere = await access(join(gitDir, name)).then(
      () => true,
      () => false,
    );
    if (isThere) return what;
  }
  return undefined;
}
