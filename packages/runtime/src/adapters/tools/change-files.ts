import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isOpenedAt } from '../opened-at.js';
import { isInside, wayTo } from './inside-root.js';

/** What a file shall hold from now on; null when it shall be gone. */
export type FileChange = { readonly path: string; readonly content: string | null };

export type ChangeResult = { readonly ok: true } | { readonly ok: false; readonly problem: string };

type Before = { readonly bytes: Buffer; readonly mode: number };
type Staged = {
  readonly path: string;
  readonly target: string;
  /** Where the new content waits; null when the file shall be gone. */
  readonly waiting: string | null;
  readonly before: Before | undefined;
};
type Work = { readonly root: string; readonly staged: Staged[]; readonly madeFolders: string[] };

/** Why a change is not made. Thrown and caught in here only, so that every way out takes back what was begun. */
class NotChanged extends Error {}

/**
 * Makes all changes or none. No link is ever followed, wherever on the way it stands: a path leads where it says or nowhere.
 * New content is written beside the file and takes its place at once.
 */
export async function changeFiles(root: string, changes: readonly FileChange[]): Promise<ChangeResult> {
  const work: Work = { root: await realpath(root), staged: [], madeFolders: [] };
  const done: Staged[] = [];
  try {
    for (const change of changes) work.staged.push(await stage(work, change));
    for (const staged of work.staged) {
      await putInPlace(staged);
      done.push(staged);
    }
    return { ok: true };
  } catch (error) {
    const stuck = await takeAllBack(done);
    await tidyUp(work);
    return { ok: false, problem: [describe(error), ...stuck].join('; ') };
  }
}

async function stage(work: Work, { path, content }: FileChange): Promise<Staged> {
  const target = join(work.root, path);
  if (!isInside(work.root, target) || target === work.root) throw new NotChanged(`${path} is outside the workspace`);
  await makeFolders(work, dirname(target), content !== null);
  const before = await readBefore(target, path);
  if (content === null && !before) throw new NotChanged(`there is no ${path} to delete`);
  const waiting = content === null ? null : await writeBeside(target, Buffer.from(content), before?.mode);
  return { path, target, waiting, before };
}

/** One by one, so that a link among them is seen. */
async function makeFolders(work: Work, folder: string, mayMake: boolean): Promise<void> {
  let at = work.root;
  for (const name of wayTo(work.root, folder).split('/').filter(Boolean)) {
    at = join(at, name);
    const isNew = mayMake && (await mkdir(at).then(isTrue, isFalse));
    if (isNew) work.madeFolders.push(at);
    const status = await lstat(at);
    if (status.isSymbolicLink())
      throw new NotChanged(`${wayTo(work.root, at)} is a link; nothing is written through links`);
    if (!status.isDirectory()) throw new NotChanged(`${wayTo(work.root, at)} is not a folder`);
  }
}

async function readBefore(target: string, path: string): Promise<Before | undefined> {
  const status = await lstat(target).catch(() => undefined);
  if (status === undefined) return undefined;
  if (status.isSymbolicLink()) throw new NotChanged(`${path} is a link; nothing is written through links`);
  if (!status.isFile()) throw new NotChanged(`${path} is not a regular file`);
  const handle = await open(target, constants.O_RDONLY | noFollow);
  try {
    if (!isOpenedAt(handle.fd, target)) throw new NotChanged(becameLink);
    return { bytes: await handle.readFile(), mode: status.mode & 0o777 };
  } finally {
    await handle.close();
  }
}

/** A folder may become a link after it was looked at: where the new file really is decides, before anything is written to it. */
async function writeBeside(target: string, content: Buffer, mode: number | undefined): Promise<string> {
  const waiting = besideOf(target);
  const handle = await open(
    waiting,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow,
    mode ?? 0o666,
  );
  try {
    if ((await realpath(waiting)) !== waiting) throw new NotChanged(becameLink);
    await handle.writeFile(content);
    if (mode !== undefined) await handle.chmod(mode);
    return waiting;
  } catch (error) {
    await unlink(waiting).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

/** A rename replaces a link instead of following it; and should the folder have been swapped, what waits is not there. */
async function putInPlace({ target, waiting }: Staged): Promise<void> {
  await (waiting === null ? remove(target) : rename(waiting, target));
}

/** Put aside first: where it really was decides, before it is gone for good. */
async function remove(target: string): Promise<void> {
  const aside = besideOf(target);
  await rename(target, aside);
  if ((await realpath(aside)) === aside) return unlink(aside);
  await rename(aside, target);
  throw new NotChanged(becameLink);
}

function besideOf(target: string): string {
  return join(dirname(target), `.planwright-${randomUUID()}.tmp`);
}

const becameLink = 'a folder became a link meanwhile';

async function takeAllBack(done: readonly Staged[]): Promise<readonly string[]> {
  const stuck: string[] = [];
  for (const staged of done.toReversed())
    await takeBack(staged).catch(() => stuck.push(`${staged.path} could not be put back as it was`));
  return stuck;
}

async function takeBack({ target, before }: Staged): Promise<void> {
  if (!before) return unlink(target);
  await rename(await writeBeside(target, before.bytes, before.mode), target);
}

async function tidyUp({ staged, madeFolders }: Work): Promise<void> {
  for (const { waiting } of staged) if (waiting !== null) await unlink(waiting).catch(() => undefined);
  for (const folder of madeFolders.toReversed()) await rmdir(folder).catch(() => undefined);
}

/** Windows does not have it. */
const noFollow = (constants as Readonly<Record<string, number | undefined>>)['O_NOFOLLOW'] ?? 0;
const isTrue = (): boolean => true;
const isFalse = (): boolean => false;

/** Without the system's own words: they name places outside the workspace. */
function describe(error: unknown): string {
  if (error instanceof NotChanged) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error';
  return code === 'ENOENT' ? 'a folder on the way is not there' : `the system refused with ${code}`;
}
