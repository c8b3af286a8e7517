import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { runIdSchema } from '@planwright/core';
import type { Throwaway } from '../../ports/workspaces.js';
import { type Ground, projectIn, usersTree } from './git-ground.js';
import { fillPlace, type Place, placeAt, removePlace } from './git-place.js';
import { commitTree, readRun, usersHead } from './git-runs.js';
import { type Release, tryLock } from './held-lock.js';

const prefix = 'throwaway-';

/** A copy of the project as it is now, or as a run left it. Those of processes that died are removed on the way. */
export async function openThrowaway(
  ground: Ground,
  { of, signal }: { readonly of?: string | undefined; readonly signal: AbortSignal },
): Promise<Throwaway> {
  await removeLeftovers(ground);
  const { place, release } = await newPlace(ground);
  const dispose = async (): Promise<void> => {
    release();
    await removePlace(place);
  };
  try {
    const commit = (await tipOf(ground, of)) ?? (await snapshot(ground, signal));
    await fillPlace(ground.repository, place, { commit, keepIgnored: false, signal });
    return { root: projectIn(ground, place.folder), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function snapshot(ground: Ground, signal: AbortSignal): Promise<string> {
  const head = await usersHead(ground.repository);
  const { tree } = await usersTree(ground, signal);
  const message = 'The files as they are\n';
  return commitTree(ground.repository.git, { tree, parents: head === null ? [] : [head], message });
}

/** The tip of the run whose place a folder is; undefined for the project itself. */
async function tipOf({ repository, worktrees }: Ground, folder: string | undefined): Promise<string | undefined> {
  const [name = ''] = folder === undefined ? [] : relative(worktrees, folder).split(sep);
  const runId = runIdSchema.safeParse(name);
  return runId.success ? (await readRun(repository, runId.data))?.tip : undefined;
}

/** Locked before anything of it is on disk, so that nobody takes it for a leftover. */
async function newPlace(ground: Ground): Promise<{ readonly place: Place; readonly release: Release }> {
  for (;;) {
    const place = placeAt(ground.worktrees, `${prefix}${randomUUID()}`);
    const release = await tryLock(place.lock);
    if (release) return { place, release };
  }
}

async function removeLeftovers({ worktrees }: Ground): Promise<void> {
  for (const name of await readdir(worktrees)) {
    if (!name.startsWith(prefix) || !name.endsWith('.lock')) continue;
    const release = await tryLock(join(worktrees, name));
    if (!release) continue;
    release();
    await removePlace(placeAt(worktrees, name.slice(0, -'.lock'.length)));
  }
}
