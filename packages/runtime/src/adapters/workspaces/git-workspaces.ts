import type { RunId, StepId } from '@planwright/core';
import type { Drift, Workspaces } from '../../ports/workspaces.js';
import { applyRun } from './git-apply.js';
import { cleanRun, listRuns } from './git-clean.js';
import { createGitDigest } from './git-digest.js';
import {
  branchLock,
  type GitWorkspacesOptions,
  type Ground,
  knownRun,
  openGround,
  takeBase,
  usersTree,
  viewRun,
} from './git-ground.js';
import { openStep } from './git-open.js';
import { changesOf, readRun, runCommits, usersHead } from './git-runs.js';
import { openThrowaway } from './git-throwaway.js';
import { undoSteps } from './git-undo.js';
import { whileLocked } from './held-lock.js';

/**
 * Workspaces over git: the user's own repository, or, for a project without one, a repository of ours beside it. Git is first
 * run when something is asked for; every method throws when it is missing or too old, and when the repository has no working
 * tree.
 */
export function createGitWorkspaces(options: GitWorkspacesOptions): Workspaces {
  const ground = openedOnce(() => openGround(options));
  const digest = openedOnce(async () => createGitDigest(await ground()));
  const onBranch = async <Result>(
    runId: RunId,
    signal: AbortSignal,
    work: (ground: Ground) => Promise<Result>,
  ): Promise<Result> => {
    const opened = await ground();
    return whileLocked(branchLock(opened, runId), signal, () => work(opened));
  };
  return {
    open: async (site, { signal }) => openStep(await ground(), site, signal),
    base: async (runId, { signal }) => takeBase(await ground(), runId, signal),
    drift: async (runId, { signal }) => driftOf(await ground(), runId, signal),
    view: async (runId, { signal }) => viewRun(await ground(), runId, signal),
    diff: async (runId, { stepId, signal }) => diffOf(await ground(), runId, { stepId, signal }),
    undo: (runId, stepIds, { signal }) => onBranch(runId, signal, (on) => undoSteps(on, runId, { stepIds, signal })),
    apply: (runId, { how, signal }) => onBranch(runId, signal, (on) => applyRun(on, runId, { how, signal })),
    clean: async (runId, { force = false }) => cleanRun(await ground(), runId, force),
    list: async () => listRuns(await ground()),
    throwaway: async (options) => openThrowaway(await ground(), options),
    digest: async (root, options) => (await digest())(root, options),
  };
}

/** What failed is tried again: the person may have put it right. */
function openedOnce<Result>(open: () => Promise<Result>): () => Promise<Result> {
  let opened: Promise<Result> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

async function driftOf(ground: Ground, runId: RunId, signal: AbortSignal): Promise<Drift> {
  const run = await knownRun(ground, runId);
  const head = await usersHead(ground.repository);
  const { tree } = await usersTree(ground, signal);
  return { head: head === run.head ? null : head, changes: await changesOf(ground.repository, run.base, tree) };
}

async function diffOf(
  { repository }: Ground,
  runId: RunId,
  { stepId, signal }: { readonly stepId: StepId | undefined; readonly signal: AbortSignal },
): Promise<string> {
  const run = await readRun(repository, runId);
  if (!run) return '';
  const commit = stepId && (await runCommits(repository, run)).find((found) => found.stepId === stepId);
  if (stepId !== undefined && commit === undefined) return '';
  const [from, to] = commit ? [`${commit.id}^`, commit.id] : [run.base, run.tip];
  const args = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=all', from, to];
  const text = await repository.git.ask(args, { signal });
  return text === '' ? '' : `${text}\n`;
}
