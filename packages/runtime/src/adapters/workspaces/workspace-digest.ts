import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from '../../map-concurrently.js';
import type { WorkspaceDigest } from '../../ports/workspaces.js';
import { isAsSeen, seeFile, type SeenFile, statusOf } from './seen-file.js';

/** Digests of the files of folders, each read again only when the disk says that it changed. */
export type FileDigests = {
  /**
   * Those of the files and links that are there; the same map as the last time when none was touched since. The list, each
   * path once, may still be on its way: what is known of the folder is looked at meanwhile.
   */
  readonly digest: (
    root: string,
    listing: readonly string[] | Promise<readonly string[]>,
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, string>>;
};

type Folder = { readonly seen: ReadonlyMap<string, SeenFile>; readonly digests: ReadonlyMap<string, string> };

/** What the disk says now of paths that were not known, or are not as they were seen. */
type Moved = Map<string, Stats | undefined>;

const filesATurn = 250;
const readsAtOnce = 16;

export function createFileDigests(): FileDigests {
  const folders = new Map<string, Folder>();
  return {
    digest: async (root, listing, signal) => {
      const last = folders.get(root) ?? { seen: new Map(), digests: new Map() };
      const [moved, paths] = await Promise.all([lookAgain(last, signal), listing]);
      const now = await lookOn(root, last, { moved, paths, signal });
      folders.set(root, now);
      return now.digests;
    },
  };
}

/** One digest of all, whatever order the files come in. */
export function digestOfAll(files: ReadonlyMap<string, string>): WorkspaceDigest {
  // One text, because handing each line over takes longer than hashing it. What ends a path sorts before all that goes on.
  const lines = Array.from(files, ([path, digest]) => `${path}\0${digest}\0`).sort();
  return { digest: createHash('sha256').update(lines.join('')).digest('hex'), files };
}

async function lookAgain(last: Folder, signal: AbortSignal): Promise<Moved> {
  const moved: Moved = new Map();
  await inTurns(last.seen, signal, ([path, seen]) => {
    const status = statusOf(seen.file);
    if (!isAsSeen(seen, status)) moved.set(path, status);
  });
  return moved;
}

type Looked = { readonly moved: Moved; readonly paths: readonly string[]; readonly signal: AbortSignal };

/** Looks at what was not known yet, and reads what moved. */
async function lookOn(root: string, last: Folder, { moved, paths, signal }: Looked): Promise<Folder> {
  // Not joined: that would take as long as asking for the status.
  const fileAt = (path: string): string => `${root}${sep}${path}`;
  const added = paths.filter((path) => !last.seen.has(path));
  await inTurns(added, signal, (path) => moved.set(path, statusOf(fileAt(path))));
  if (moved.size === 0 && paths.length === last.seen.size) return last;
  const due = paths.filter((path) => moved.has(path));
  const see = (path: string): Promise<SeenFile> => seeFile(fileAt(path), moved.get(path));
  const read = await mapConcurrently(due, see, { limit: readsAtOnce, signal });
  const seen = onlyListed(last.seen, paths);
  for (const [place, path] of due.entries()) {
    const file = read[place];
    if (file !== undefined) seen.set(path, file);
  }
  return { seen, digests: digestsOf(seen) };
}

/** Lets others run in between; git, for one, waits until somebody takes what it prints. */
async function inTurns<Item>(items: Iterable<Item>, signal: AbortSignal, look: (item: Item) => void): Promise<void> {
  let looked = 0;
  for (const item of items) {
    if (looked % filesATurn === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    look(item);
    looked += 1;
  }
}

function onlyListed(seen: ReadonlyMap<string, SeenFile>, paths: readonly string[]): Map<string, SeenFile> {
  const listed = new Set(paths);
  return new Map([...seen].filter(([path]) => listed.has(path)));
}

function digestsOf(seen: ReadonlyMap<string, SeenFile>): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const [path, { digest }] of seen) if (digest !== undefined) digests.set(path, digest);
  return digests;
}
