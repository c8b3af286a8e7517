import { constants } from 'node:fs';
import { copyFile, mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import { mapConcurrently } from '../../map-concurrently.js';
import { listFiles } from '../workspace-listing.js';
import type { FileDigests } from './workspace-digest.js';

const maxFiles = 50_000;

/** The files of a folder that are not ignored, each with its digest. */
export async function filesIn(
  root: string,
  digests: FileDigests,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { files } = await listFiles(root, maxFiles, { signal });
  return digests.digest(
    root,
    files.map(({ path }) => path),
    signal,
  );
}

/** Puts files as they are in one folder into another; those the first does not have are removed there. */
export async function copyFiles(
  from: string,
  to: string,
  { paths, signal }: { readonly paths: readonly string[]; readonly signal?: AbortSignal },
): Promise<void> {
  await mkdir(to, { recursive: true });
  const options = { limit: 16, signal: signal ?? new AbortController().signal };
  await mapConcurrently(paths, (path) => copyOne(join(from, path), join(to, path), to), options);
}

async function copyOne(source: string, target: string, to: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const way = relative(await realpath(to), await realpath(dirname(target)));
  if (way === '..' || way.startsWith(`..${sep}`))
    throw new PlanwrightError('command-refused', `${target} is behind a link that leads out of its folder`);
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await rm(target, { force: true });
  }
}
