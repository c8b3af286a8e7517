import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunId, runRefs } from '@planwright/core';
import type { Cleaned, RunWorkspace } from '../../ports/workspaces.js';
import { type Ground, knownRun, runFolder } from './git-ground.js';
import { checkedOutAt, readRun, runsIn, runCommits } from './git-runs.js';
import { type Release, tryLock } from './held-lock.js';

/** Removes a run's folders and refs. */
export async function cleanRun(ground: Ground, runId: RunId, force: boolean): Promise<Cleaned> {
  const unapplied = force ? [] : await unappliedSteps(ground, runId);
  if (unapplied.length > 0) {
    const reason = `this has not been applied and would be lost: ${unapplied.join('; ')}. Apply it, or clean with --force`;
    return { ok: false, reason };
  }
  const holder = await checkedOutAt(ground.repository, runRefs(runId).branch);
  if (holder !== undefined) return { ok: false, reason: `the run's branch is checked out in ${holder}` };
  const folder = runFolder(ground, runId);
  if (!(await isUnused(folder))) return { ok: false, reason: 'a step of the run is at work' };
  await deleteRefs(ground, runId);
  await rm(folder, { recursive: true, force: true });
  return { ok: true };
}

export async function listRuns(ground: Ground): Promise<readonly RunWorkspace[]> {
  const found: RunWorkspace[] = [];
  for (const runId of await runsIn(ground.repository)) {
    const run = await knownRun(ground, runId);
    const commits = await runCommits(ground.repository, run);
    const described = commits.map(({ stepId, id, subject }) => ({ stepId, commit: id, subject }));
    found.push({ runId, commits: described, applied: run.applied === run.tip });
  }
  return found;
}

async function unappliedSteps({ repository }: Ground, runId: RunId): Promise<readonly string[]> {
  const run = await readRun(repository, runId);
  if (!run || run.applied === run.tip) return [];
  return (await runCommits(repository, run)).map(({ subject }) => subject);
}

/** Whether all its locks are free, as they are when no process works in it. */
async function isUnused(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const releases: (Release | undefined)[] = [];
  for (const name of names) if (name.endsWith('.lock')) releases.push(await tryLock(join(folder, name)));
  for (const release of releases) release?.();
  return releases.every((release) => release !== undefined);
}

async function deleteRefs({ repository: { git } }: Ground, runId: RunId): Promise<void> {
  const refs = runRefs(runId);
  const found = await git.ask(['for-each-ref', '--format=delete %(refname) %(objectname)', refs.folder, refs.branch]);
  if (found !== '') await git.ask(['update-ref', '--no-deref', '--stdin'], { input: `${found}\n` });
}
