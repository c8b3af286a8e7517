import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, type Stats } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from '../../map-concurrently.js';
import type { WorkspaceDigest } from '../../ports/workspaces.js';

/** Digests of the files of folders, each read again only when the disk says that it changed. */
export type FileDigests = {
  /** Those of the files and links that are there, in a map that is the caller's. */
  readonly digest: (root: string, paths: readonly string[], signal: AbortSignal) => Promise<Map<string, string>>;
};

/** The time of change of the inode is part of it: the others can be set by anybody. */
type Version = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>;
type Known = { readonly version: Version; readonly digest: string };
type Changed = {
  readonly path: string;
  readonly file: string;
  readonly status: Stats;
  /** Whether its times will tell when it changes again. */
  readonly isSettled: boolean;
};

/** A file that changed this recently may change again without its times telling. */
const unsettledMs = 100;
const batch = 1000;
/** Larger files are read piece by piece: the system gives no more than 2 GiB at once. */
const mostAtOnce = 16 * 1024 * 1024;

export function createFileDigests(): FileDigests {
  const known = new Map<string, Known>();
  return {
    digest: async (root, paths, signal) => {
      const { digests, changed } = await look(root, paths, { known, signal });
      const read = await mapConcurrently(changed, digestOf, { limit: 16, signal });
      for (const [at, { path, file, status, isSettled }] of changed.entries()) {
        const digest = read[at] ?? '';
        digests.set(path, digest);
        if (isSettled) known.set(file, { version: versionOf(status), digest });
      }
      return digests;
    },
  };
}

/** One digest of all, whatever order the files come in. */
export function digestOfAll(files: ReadonlyMap<string, string>): WorkspaceDigest {
  // One text, because handing each line over takes longer than hashing it. What ends a path sorts before all that goes on.
  const lines = Array.from(files, ([path, digest]) => `${path}\0${digest}\0`).sort();
  return { digest: createHash('sha256').update(lines.join('')).digest('hex'), files };
}

type Looked = { readonly digests: Map<string, string>; readonly changed: readonly Changed[] };

/**
 * The digests that still hold, and the files that have to be read. Synchronous, because that is five times as fast for files
 * the system has just listed; in batches, to let others run.
 */
async function look(
  root: string,
  paths: readonly string[],
  { known, signal }: { readonly known: ReadonlyMap<string, Known>; readonly signal: AbortSignal },
): Promise<Looked> {
  const digests = new Map<string, string>();
  const changed: Changed[] = [];
  for (const [at, path] of paths.entries()) {
    if (at % batch === 0) await nextTurn();
    signal.throwIfAborted();
    // Not joined: that would take as long as the question itself.
    const file = `${root}${sep}${path}`;
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (!status?.isFile() && !status?.isSymbolicLink()) continue;
    const before = known.get(file);
    if (before && isSame(before.version, status)) digests.set(path, before.digest);
    else changed.push({ path, file, status, isSettled: Date.now() - status.ctimeMs > unsettledMs });
  }
  return { digests, changed };
}

function versionOf({ size, mtimeMs, ctimeMs, ino, mode }: Stats): Version {
  return { size, mtimeMs, ctimeMs, ino, mode };
}

function isSame(one: Version, other: Version): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.ino === other.ino &&
    one.mode === other.mode
  );
}

async function digestOf({ file, status }: Changed): Promise<string> {
  const kind = status.isSymbolicLink() ? 'link' : (status.mode & 0o100) === 0 ? 'file' : 'program';
  try {
    return `${kind}:${await hashOf(file, status)}`;
  } catch {
    // Somebody else's, or gone since: when it changes, its times tell.
    return `unreadable:${Object.values(versionOf(status)).join(':')}`;
  }
}

async function hashOf(file: string, status: Stats): Promise<string> {
  const hash = createHash('sha256');
  if (status.isSymbolicLink()) hash.update(await readlink(file));
  else if (status.size <= mostAtOnce) hash.update(await readFile(file));
  else for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
