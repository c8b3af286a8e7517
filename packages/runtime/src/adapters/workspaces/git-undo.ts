import { type RunId, type StepId, undoneRef } from '@planwright/core';
import type { Undone } from '../../ports/workspaces.js';
import { type Ground, knownRun } from './git-ground.js';
import { mergeTrees } from './git-merge-trees.js';
import type { Repository } from './git-repository.js';
import { changesOf, commitTree, moveBranch, moveRef, type RunCommit, runCommits, treesOf } from './git-runs.js';

export type Replayed =
  | { readonly ok: true; readonly tip: string }
  | { readonly ok: false; readonly at: RunCommit; readonly files: readonly string[] };

/**
 * Makes the branch anew without the commits of these steps, so that it holds exactly those of the others. The branch as it
 * was stays reachable under a ref of the run's own. The caller has the branch's lock.
 */
export async function undoSteps(
  ground: Ground,
  runId: RunId,
  options: { readonly stepIds: readonly StepId[]; readonly signal: AbortSignal },
): Promise<Undone> {
  const { repository } = ground;
  const { base, branch, tip } = await knownRun(ground, runId);
  const commits = await runCommits(repository, { base, tip });
  const isUndone = ({ stepId }: RunCommit): boolean => stepId !== null && options.stepIds.includes(stepId);
  const first = commits.findIndex(isUndone);
  const kept = commits.slice(first).filter((commit) => !isUndone(commit));
  if (first < 0 || branch === null) return { ok: true, changes: [] };
  const onto = commits[first - 1]?.id ?? base;
  const replayed = await replay(repository, kept, { onto, signal: options.signal });
  if (!replayed.ok) {
    const { at, files } = replayed;
    const reason = `"${at.subject}" builds on the same lines, so it would have to be undone too: ${files.join(', ')}`;
    return { ok: false, reason, files };
  }
  options.signal.throwIfAborted();
  await moveRef(repository, undoneRef(runId, tip), { from: null, to: tip, because: 'before undo' });
  if (!(await moveBranch(repository, runId, { from: branch, to: replayed.tip, because: 'undo' })))
    return undoSteps(ground, runId, options);
  return { ok: true, changes: await changesOf(repository, tip, replayed.tip) };
}

/** The same commits, in the same order, on top of another one. Changes no ref. */
export async function replay(
  { git }: Repository,
  commits: readonly RunCommit[],
  { onto, signal }: { readonly onto: string; readonly signal: AbortSignal },
): Promise<Replayed> {
  let tip = onto;
  for (const commit of commits) {
    const sides = await treesOf(git, { base: `${commit.id}^`, ours: tip, theirs: commit.id });
    const merged = await mergeTrees(git, sides, signal);
    if (!merged.ok) return { ok: false, at: commit, files: merged.files };
    if (merged.tree === sides.ours) continue;
    tip = await commitTree(git, { tree: merged.tree, parents: [tip], message: commit.message });
  }
  return { ok: true, tip };
}
