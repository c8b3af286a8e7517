import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { mapConcurrently } from '../map-concurrently.js';
import type {
  FileText,
  ReadOptions,
  UnreadableReason,
  WorkspaceFile,
  WorkspaceListing,
  WorkspaceReader,
} from '../ports/workspace-reader.js';
import { createIgnoreRules, type IgnoreRules, isAlwaysIgnored } from './ignore-rules.js';
import { createTextCache } from './text-cache.js';

export type WorkspaceReaderOptions = {
  readonly maxFileBytes?: number;
  readonly maxFiles?: number;
  /** How many characters of files read before are kept. */
  readonly cacheCharacters?: number;
};

const defaults = { maxFileBytes: 1024 * 1024, maxFiles: 50_000, cacheCharacters: 64 * 1024 * 1024 };
const deepestFolder = 64;
/** More open files at once gain nothing: the thread pool behind them is smaller. */
const concurrency = 16;

/** Reads the project under `root`. Links are not followed while listing, so a loop of them ends nowhere. */
export function createNodeWorkspaceReader(root: string, options: WorkspaceReaderOptions = {}): WorkspaceReader {
  const limits = { ...defaults, ...options };
  const cache = createTextCache(limits.cacheCharacters);

  const readListed = async (file: WorkspaceFile, { signal }: ReadOptions): Promise<FileText> => {
    signal.throwIfAborted();
    const known = cache.get(file.path, file.version);
    if (known) return known;
    const read = await readText(join(root, file.path), file.path, limits.maxFileBytes);
    cache.set(file.path, file.version, read);
    return read;
  };

  return {
    list: (listOptions) => listFiles(root, limits.maxFiles, listOptions),
    readListed,
    read: async (path, readOptions) => {
      const found = await locate(root, path);
      return found.type === 'found' ? readListed(found.file, readOptions) : found;
    },
  };
}

type Folder = { readonly path: string; readonly rules: IgnoreRules; readonly depth: number };

async function listFiles(root: string, maxFiles: number, { signal }: ReadOptions): Promise<WorkspaceListing> {
  const files: WorkspaceFile[] = [];
  const notes: string[] = [];
  let level: readonly Folder[] = [{ path: '', rules: createIgnoreRules(root), depth: 0 }];
  while (level.length > 0 && files.length < maxFiles) {
    const looked = await mapConcurrently(level, (folder) => lookInto(root, folder), { limit: concurrency, signal });
    files.push(...looked.flatMap((folder) => folder.files));
    notes.push(...looked.flatMap((folder) => folder.notes));
    level = looked.flatMap((folder) => folder.folders);
  }
  if (files.length > maxFiles || level.length > 0)
    notes.push(`the project has more than ${maxFiles} files; the deepest folders were not looked into`);
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files: files.slice(0, maxFiles), notes };
}

type Looked = {
  readonly files: readonly WorkspaceFile[];
  readonly folders: readonly Folder[];
  readonly notes: readonly string[];
};

async function lookInto(root: string, { path, rules, depth }: Folder): Promise<Looked> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) =>
    describeFailure(error),
  );
  if (typeof entries === 'string')
    return { files: [], folders: [], notes: [`${path === '' ? 'the root folder' : path}: ${entries}`] };
  const inner = await rules.into(
    path,
    entries.some(({ name }) => name === '.gitignore'),
  );
  const kept = entries
    .map((entry) => ({ entry, at: path === '' ? entry.name : `${path}/${entry.name}` }))
    .filter(({ entry, at }) => !isAlwaysIgnored(entry.name) && !inner.isIgnored(at, entry.isDirectory()));
  const files = await Promise.all(kept.filter(({ entry }) => entry.isFile()).map(({ at }) => listedFile(root, at)));
  return {
    files: files.filter((file) => file !== undefined),
    folders: kept
      .filter(({ entry }) => entry.isDirectory() && depth < deepestFolder)
      .map(({ at }) => ({ path: at, rules: inner, depth: depth + 1 })),
    notes: [],
  };
}

async function listedFile(root: string, path: string): Promise<WorkspaceFile | undefined> {
  const status = await lstat(join(root, path)).catch(() => undefined);
  return status && { path, size: status.size, version: `${status.mtimeMs}:${status.size}` };
}

type Located = { readonly type: 'found'; readonly file: WorkspaceFile } | Extract<FileText, { type: 'unreadable' }>;

/** Where a path that somebody wrote leads, links resolved: the file, or why it is not to be read. */
async function locate(root: string, written: string): Promise<Located> {
  const refuse = (reason: UnreadableReason, message: string): Located => ({
    type: 'unreadable',
    path: written,
    reason,
    message,
  });
  if (written.includes('\0')) return refuse('missing', 'the path holds a NUL character');
  if (isAbsolute(written)) return refuse('outside', `${written} is absolute; paths are relative to the project root`);
  const outside = refuse('outside', `${written} is outside the project`);
  const realRoot = await realpath(root);
  const target = join(realRoot, written);
  if (!isInside(realRoot, target)) return outside;
  const real = await realpath(target).catch(() => undefined);
  if (real === undefined) return refuse('missing', `there is no ${written} in the project`);
  if (!isInside(realRoot, real)) return outside;
  const path = relative(realRoot, real).split(sep).join('/');
  if (path !== '' && (await isHidden(realRoot, path)))
    return refuse('ignored', `${written} is ignored or not part of the project's text`);
  const status = await lstat(real);
  if (status.isDirectory()) return refuse('folder', `${written} is a folder`);
  if (!status.isFile()) return refuse('not-a-file', `${written} is not a regular file`);
  return { type: 'found', file: { path, size: status.size, version: `${status.mtimeMs}:${status.size}` } };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The same rules as while listing, asked folder by folder on the way down to one path. */
async function isHidden(root: string, path: string): Promise<boolean> {
  const parts = path.split('/');
  if (parts.some(isAlwaysIgnored)) return true;
  let rules = createIgnoreRules(root);
  for (const depth of parts.keys()) {
    rules = await rules.into(parts.slice(0, depth).join('/'), true);
    if (rules.isIgnored(parts.slice(0, depth + 1).join('/'), depth < parts.length - 1)) return true;
  }
  return false;
}

/** A NUL this early is how git tells binary from text. */
const binaryProbe = 8000;
const noFollow = constants.O_NOFOLLOW as number | undefined;

async function readText(file: string, path: string, maxBytes: number): Promise<FileText> {
  const refuse = (reason: UnreadableReason, message: string): FileText => ({
    type: 'unreadable',
    path,
    reason,
    message,
  });
  try {
    // A link put in the file's place since it was listed is not followed.
    const handle = await open(file, constants.O_RDONLY | (noFollow ?? 0));
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) return refuse('too-large', `${path} has ${size} bytes; at most ${maxBytes} are read`);
      const bytes = await handle.readFile();
      if (bytes.subarray(0, binaryProbe).includes(0)) return refuse('binary', `${path} is not a text file`);
      return { type: 'text', path, text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return refuse('not-allowed', `${path}: ${describeFailure(error)}`);
  }
}

function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EACCES' || code === 'EPERM') return 'reading is not allowed';
  if (code === 'ENOENT') return 'it is gone';
  return `it cannot be read (${code === '' ? String(error) : code})`;
}
