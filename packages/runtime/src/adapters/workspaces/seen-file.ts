import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, type Stats } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';

/** The time of change of the inode is part of it: the others can be set by anybody. */
type Version = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino' | 'mode'>;

/** A file as it was when it was read. */
export type SeenFile = {
  readonly file: string;
  /** Undefined, as its digest is, where there was neither a file nor a link. */
  readonly version: Version | undefined;
  readonly digest: string | undefined;
  /** Whether its times will tell when it changes again. */
  readonly isSettled: boolean;
};

/** A file that changed this recently may change again without its times telling. */
const unsettledMs = 100;
/** Larger files are read piece by piece: the system gives no more than 2 GiB at once. */
const mostAtOnce = 16 * 1024 * 1024;

/**
 * What the disk says of a file or link; undefined where there is none, or none that can be reached. Synchronous, because that
 * is five times as fast for files the system knows.
 */
export function statusOf(file: string): Stats | undefined {
  try {
    const status = lstatSync(file, { throwIfNoEntry: false });
    return status?.isFile() || status?.isSymbolicLink() ? status : undefined;
  } catch {
    return undefined;
  }
}

/** Whether what was read of it still holds. */
export function isAsSeen({ version, isSettled }: SeenFile, status: Stats | undefined): boolean {
  if (version === undefined || status === undefined) return version === status;
  return (
    isSettled &&
    version.size === status.size &&
    version.mtimeMs === status.mtimeMs &&
    version.ctimeMs === status.ctimeMs &&
    version.ino === status.ino &&
    version.mode === status.mode
  );
}

export async function seeFile(file: string, status: Stats | undefined): Promise<SeenFile> {
  if (status === undefined) return { file, version: undefined, digest: undefined, isSettled: true };
  // Before it is read: what changes from then on has a later time.
  const isSettled = Date.now() - status.ctimeMs > unsettledMs;
  return { file, version: versionOf(status), digest: await digestOf(file, status), isSettled };
}

/** Not the status itself, which is several times as large. */
function versionOf({ size, mtimeMs, ctimeMs, ino, mode }: Stats): Version {
  return { size, mtimeMs, ctimeMs, ino, mode };
}

async function digestOf(file: string, status: Stats): Promise<string> {
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
