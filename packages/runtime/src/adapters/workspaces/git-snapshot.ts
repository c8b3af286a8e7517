import { copyFile, lstat, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapConcurrently } from '../../map-concurrently.js';
import { pathsIn } from './git.js';
import type { Repository } from './git-repository.js';

/** A tree of all files that are not ignored, and those that it cannot hold, each with the reason. */
export type Staged = { readonly tree: string; readonly leftOut: readonly LeftOut[] };
export type LeftOut = { readonly path: string; readonly reason: string };

export type StageOptions = {
  readonly workTree: string;
  /** An index of ours: it is brought up to date with the files. */
  readonly index: string;
  /** Never part of the tree: Planwright's own folder, as git writes its path. */
  readonly except?: string | undefined;
  readonly maxFileBytes: number;
  readonly signal: AbortSignal;
};

/**
 * Not by `git add`: that looks into submodules with a git of their own, which heeds their settings, and stops at the first
 * file it cannot take.
 */
export async function stageAll({ git }: Repository, options: StageOptions): Promise<Staged> {
  const place = { workTree: options.workTree, index: options.index, signal: options.signal };
  const listed = await git.ask(['ls-files', '-z', '--modified', '--others', '--exclude-standard'], place);
  const candidates = [...new Set(pathsIn(listed))].filter((path) => !isWithin(path, options.except));
  const looks = await mapConcurrently(candidates, (path) => problemOf(path, options), {
    limit: 16,
    signal: options.signal,
  });
  const staged = candidates.filter((_, at) => looks[at] === undefined);
  if (staged.length > 0) {
    const input = staged.map((path) => `${path}\0`).join('');
    await git.ask(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], { ...place, input });
  }
  return { tree: await git.ask(['write-tree'], place), leftOut: looks.filter((look) => look !== undefined) };
}

/** The user's files as they are now, by way of a copy of the user's index. `use` gets the copy, which is gone afterwards. */
export async function withUsersTree<Result>(
  repository: Repository,
  options: Omit<StageOptions, 'workTree' | 'index'>,
  use: (staged: Staged, index: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'planwright-index-'));
  try {
    const index = join(folder, 'index');
    await copyIndex(join(repository.gitDir, 'index'), index);
    return await use(await stageAll(repository, { ...options, workTree: repository.top, index }), index);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The copy must not look newer than the original: git trusts what an index says of files older than itself. */
async function copyIndex(from: string, to: string): Promise<void> {
  const status = await stat(from).catch(() => undefined);
  if (!status) return;
  await copyFile(from, to);
  const before = (status.mtimeMs - 1) / 1000;
  await utimes(to, before, before);
}

async function problemOf(path: string, { workTree, maxFileBytes }: StageOptions): Promise<LeftOut | undefined> {
  if (path.includes('\uFFFD')) return { path, reason: 'its name is not UTF-8' };
  if (path.endsWith('/')) return { path: path.slice(0, -1), reason: 'it is a git repository of its own' };
  const status = await lstat(join(workTree, path)).catch(() => undefined);
  if (!status?.isFile() || status.size <= maxFileBytes) return undefined;
  return { path, reason: `it has ${status.size} bytes; files of at most ${maxFileBytes} are kept` };
}

function isWithin(path: string, folder: string | undefined): boolean {
  return folder !== undefined && (path === folder || path.startsWith(`${folder}/`));
}
