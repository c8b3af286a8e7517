import { PlanwrightError, type RunId, type StepId } from '@planwright/core';
import type { StepSite, Workspace } from '../../ports/workspaces.js';
import { branchLock, fill, type Ground, knownRun, projectIn, runFolder, takeBase, viewRun } from './git-ground.js';
import { keepWork } from './git-keep.js';
import { type Place, placeAt } from './git-place.js';
import { readRun, runCommits } from './git-runs.js';
import { undoSteps } from './git-undo.js';
import { type Release, tryLock, whileLocked } from './held-lock.js';
import { readingPlace } from './reading-place.js';

/** A place for one try of a step. */
export async function openStep(ground: Ground, site: StepSite, signal: AbortSignal): Promise<Workspace> {
  return site.class === 'reads' && site.isolated !== true
    ? openToRead(ground, site, signal)
    : openToWrite(ground, site, signal);
}

/** Cheap: the project itself, until the run has made it different. */
async function openToRead(ground: Ground, { runId }: StepSite, signal: AbortSignal): Promise<Workspace> {
  const run = await readRun(ground.repository, runId);
  const isAsInProject = run === undefined || run.tip === run.base;
  const root = isAsInProject ? projectIn(ground, ground.repository.top) : await viewRun(ground, runId, signal);
  return readingPlace(root);
}

async function openToWrite(ground: Ground, site: StepSite, signal: AbortSignal): Promise<Workspace> {
  const base = await takeBase(ground, site.runId, signal);
  await forgetEarlierTries(ground, site, signal);
  const { place, release } = await takePlace(ground, site.runId);
  try {
    const { tip } = await knownRun(ground, site.runId);
    const notes = await fill(ground, place, { commit: tip, signal });
    return {
      root: projectIn(ground, place.folder),
      notes: [...base.notes, ...notes],
      keep: async (options) => {
        const kept = await keepWork(ground, { site, place, start: tip }, options);
        if (kept.ok) release();
        return kept;
      },
      drop: () => {
        release();
        return Promise.resolve();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** A process may have died after its work reached the branch and before anybody recorded that. */
async function forgetEarlierTries(ground: Ground, { runId, stepId }: StepSite, signal: AbortSignal): Promise<void> {
  if (!(await hasCommit(ground, runId, stepId))) return;
  const undone = await whileLocked(branchLock(ground, runId), signal, () =>
    undoSteps(ground, runId, { stepIds: [stepId], signal }),
  );
  if (!undone.ok)
    throw new PlanwrightError(
      'command-refused',
      `what an earlier try left on the branch cannot be removed: ${undone.reason}`,
    );
}

async function hasCommit(ground: Ground, runId: RunId, stepId: StepId): Promise<boolean> {
  const commits = await runCommits(ground.repository, await knownRun(ground, runId));
  return commits.some((commit) => commit.stepId === stepId);
}

/**
 * The first place of the run that nobody works in. Places are used again, so that they are set up once and a change of commit
 * costs only what differs; one whose process died is free, because its lock died with it.
 */
async function takePlace(ground: Ground, runId: RunId): Promise<{ readonly place: Place; readonly release: Release }> {
  for (let number = 1; ; number += 1) {
    const place = placeAt(runFolder(ground, runId), String(number));
    const release = await tryLock(place.lock);
    if (release) return { place, release };
  }
}
