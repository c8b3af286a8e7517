import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '../../map-concurrently.js';
import type { Workspaces } from '../../ports/workspaces.js';
import { createFileDigests } from './workspace-digest.js';

type Files = ReadonlyMap<string, string>;
type Digest = Workspaces['digest'];

/** Digests of what is in folders, by paths from the top; the same map as the last time while nothing changed. */
export type InnerDigests = (folders: readonly string[], signal: AbortSignal) => Promise<Files>;

const foldersAtOnce = 4;

/**
 * For folders of which git lists no more than their name: submodules, and clones that nobody added. `open` gives the digest of
 * one that is a repository. Of others all files are looked at.
 */
export function createInnerDigests(top: string, open: (folder: string) => Promise<Digest | undefined>): InnerDigests {
  const opened = new Map<string, Digest>();
  const fileDigests = createFileDigests();
  let last: { readonly parts: readonly Files[]; readonly files: Files } = { parts: [], files: new Map() };

  const look = async (folder: string, signal: AbortSignal): Promise<Files> => {
    const digest = opened.get(folder) ?? (await open(folder));
    if (digest === undefined) return fileDigests.digest(folder, listAll(folder), signal);
    opened.set(folder, digest);
    try {
      return (await digest(folder, { signal })).files;
    } catch {
      signal.throwIfAborted();
      // It was a repository and is none any more.
      opened.delete(folder);
      return fileDigests.digest(folder, listAll(folder), signal);
    }
  };

  return async (folders, signal) => {
    const options = { limit: foldersAtOnce, signal };
    const parts = await mapConcurrently(folders, (folder) => look(join(top, folder), signal), options);
    const isSame = parts.length === last.parts.length && parts.every((part, at) => part === last.parts[at]);
    if (!isSame) last = { parts, files: joined(folders, parts) };
    return last.files;
  };
}

async function listAll(folder: string): Promise<readonly string[]> {
  return readdir(folder, { recursive: true }).catch(() => []);
}

function joined(folders: readonly string[], parts: readonly Files[]): Files {
  const below = (folder: string, files: Files = new Map()): readonly (readonly [string, string])[] =>
    [...files].map(([path, digest]) => [`${folder}/${path}`, digest]);
  return new Map(folders.flatMap((folder, at) => below(folder, parts[at])));
}
