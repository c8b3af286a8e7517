import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '../map-concurrently.js';
import type { ReadOptions, WorkspaceFile, WorkspaceListing } from '../ports/workspace-reader.js';
import { describeReadFailure } from './read-failure.js';
import { createIgnoreRules, type IgnoreRules, isAlwaysIgnored } from './ignore-rules.js';

const deepestFolder = 64;
/** More open folders at once gain nothing: the thread pool behind them is smaller. */
const concurrency = 16;

type Folder = { readonly path: string; readonly rules: IgnoreRules; readonly depth: number };
type Looked = Pick<WorkspaceListing, 'files' | 'notes'> & { readonly folders: readonly Folder[] };

/** The files under a root, folder by folder. Links are not followed, so a loop of them ends nowhere. */
export async function listFiles(root: string, maxFiles: number, { signal }: ReadOptions): Promise<WorkspaceListing> {
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
    notes.push(`the project has more than ${maxFiles} files; not all were looked at`);
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files: files.slice(0, maxFiles), notes };
}

async function lookInto(root: string, { path, rules, depth }: Folder): Promise<Looked> {
  if (depth > deepestFolder) return nothing(`${path} is more than ${deepestFolder} folders deep`);
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(describeReadFailure);
  if (typeof entries === 'string') return nothing(`${path === '' ? 'the root folder' : path}: ${entries}`);
  const hasOwnRules = entries.some(({ name }) => name === '.gitignore');
  const inner = await rules.into(path, hasOwnRules);
  const kept = entries
    .map((entry) => ({ entry, at: path === '' ? entry.name : `${path}/${entry.name}` }))
    .filter(({ entry, at }) => !isAlwaysIgnored(entry.name) && !inner.isIgnored(at, entry.isDirectory()));
  const files = kept.filter(({ entry }) => entry.isFile()).map(({ at }) => listedFile(root, at));
  const folders = kept.filter(({ entry }) => entry.isDirectory());
  return {
    files: files.filter((file) => file !== undefined),
    folders: folders.map(({ at }) => ({ path: at, rules: inner, depth: depth + 1 })),
    notes: [],
  };
}

function nothing(note: string): Looked {
  return { files: [], folders: [], notes: [note] };
}

function listedFile(root: string, path: string): WorkspaceFile | undefined {
  const status = statusOf(join(root, path));
  return status && { path, size: status.size, version: versionOf(status) };
}

/** Without waiting: handing each to another thread costs several times what asking does. Undefined for what is not there. */
export function statusOf(at: string): { readonly mtimeMs: number; readonly size: number } | undefined {
  try {
    return lstatSync(at, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function versionOf({ mtimeMs, size }: { readonly mtimeMs: number; readonly size: number }): string {
  return `${mtimeMs}:${size}`;
}
