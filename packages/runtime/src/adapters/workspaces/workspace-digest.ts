import { createHash } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from '../../map-concurrently.js';
import type { WorkspaceDigest } from '../../ports/workspaces.js';

/** Digests of the files of folders, each read again only when the disk says that it changed. */
export type FileDigests = {
  readonly digest: (
    root: string,
    paths: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, string>>;
};

type Known = { readonly version: string; readonly digest: string };
type Seen = { readonly path: string; readonly status: Stats };

/** A file that changed this recently may change again without its times telling. */
const unsettledMs = 100;
const batch = 1000;

export function createFileDigests(): FileDigests {
  const known = new Map<string, Known>();
  return {
    digest: async (root, paths, signal) => {
      const seen = await look(root, paths, signal);
      const digests = await mapConcurrently(seen, (file) => digestOf(root, file, known), { limit: 16, signal });
      return new Map(seen.map(({ path }, at) => [path, digests[at] ?? '']));
    },
  };
}

/** One digest of all, whatever order the files come in. */
export function digestOfAll(files: ReadonlyMap<string, string>): WorkspaceDigest {
  const hash = createHash('sha256');
  for (const path of [...files.keys()].sort()) hash.update(`${path}\0${files.get(path) ?? ''}\0`);
  return { digest: hash.digest('hex'), files };
}

/** Synchronous, because that is five times as fast for files the system has just listed; in batches, to let others run. */
async function look(root: string, paths: readonly string[], signal: AbortSignal): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for (let from = 0; from < paths.length; from += batch) {
    signal.throwIfAborted();
    for (const path of paths.slice(from, from + batch)) {
      const status = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (status?.isFile() || status?.isSymbolicLink()) seen.push({ path, status });
    }
    await nextTurn();
  }
  return seen;
}

async function digestOf(root: string, { path, status }: Seen, known: Map<string, Known>): Promise<string> {
  const file = join(root, path);
  // The time of change of the inode is among them: the others can be set by anybody.
  const version = [status.size, status.mtimeMs, status.ctimeMs, status.ino, status.mode].join(':');
  const before = known.get(file);
  if (before?.version === version) return before.digest;
  const content = status.isSymbolicLink() ? await readlink(file) : await readFile(file);
  const kind = status.isSymbolicLink() ? 'link' : (status.mode & 0o100) === 0 ? 'file' : 'program';
  const digest = `${kind}:${createHash('sha256').update(content).digest('hex')}`;
  if (Date.now() - status.ctimeMs > unsettledMs) known.set(file, { version, digest });
  return digest;
}
