import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapConcurrently } from '../../map-concurrently.js';
import type { ReadOptions, WorkspaceFile, WorkspaceListing, WorkspaceReader } from '../../ports/workspace-reader.js';
import { createIgnoreRules, type IgnoreRules, isAlwaysIgnored } from '../ignore-rules.js';
import { statusOf, versionOf } from '../workspace-listing.js';
import { digestText } from './digest-text.js';

/** The project's files as they are now. */
export type WorkspaceState = {
  readonly listing: WorkspaceListing;
  /** The same only while no file was added, removed or changed. */
  readonly digest: string;
};

export type WorkspaceStates = { readonly current: (options: ReadOptions) => Promise<WorkspaceState> };

/** A folder or file as it was; a folder's size says nothing. Numbers, since comparing them is what takes the time. */
type Mark = { readonly at: string; readonly mtimeMs: number; readonly size: number };
type Known = WorkspaceState & { readonly marks: readonly Mark[] };

/** Places looked at between two turns of the event loop. */
const placesATurn = 4096;
const concurrency = 16;
const deepestFolder = 64;

/**
 * Tells whether anything changed. Once it knows the project, it asks the system only for the times of every folder and file,
 * which is several times cheaper than listing them: a folder's time tells of what was added or removed in it.
 */
export function createWorkspaceStates(root: string, reader: WorkspaceReader): WorkspaceStates {
  let known: Known | undefined;
  return {
    current: async (options) => {
      if (known && (await isUnchanged(known, options))) return known;
      known = await lookAround(root, reader, options);
      return known;
    },
  };
}

/** The folders first: what is added while the files are listed is then noticed the next time. */
async function lookAround(root: string, reader: WorkspaceReader, options: ReadOptions): Promise<Known> {
  const folders = await foldersOf(root, options);
  const listing = await reader.list(options);
  const digest = digestText(
    [...listing.files.map(({ path, version }) => `${path}\n${version}`), ...listing.notes].join('\n'),
  );
  return { listing, digest, marks: [...folders, ...listing.files.map((file) => markOfFile(root, file))] };
}

/** Of a file that has changed since it was listed, a mark that nothing equals. */
function markOfFile(root: string, { path, version }: WorkspaceFile): Mark {
  const at = join(root, path);
  const status = statusOf(at);
  return status && versionOf(status) === version ? { at, mtimeMs: status.mtimeMs, size: status.size } : { at, ...gone };
}

function markOfFolder(at: string): Mark {
  return { at, mtimeMs: statusOf(at)?.mtimeMs ?? Number.NaN, size: anySize };
}

const gone = { mtimeMs: Number.NaN, size: Number.NaN };
const anySize = -1;

async function isUnchanged({ marks }: Known, { signal }: ReadOptions): Promise<boolean> {
  for (const [place, mark] of marks.entries()) {
    if (place % placesATurn === placesATurn - 1) {
      await nextTurn();
      signal.throwIfAborted();
    }
    const status = statusOf(mark.at);
    if (status?.mtimeMs !== mark.mtimeMs || (mark.size !== anySize && status.size !== mark.size)) return false;
  }
  return true;
}

type Folder = { readonly path: string; readonly rules: IgnoreRules };

/** Every folder that is looked into while listing, those without files too, since a file may appear in them. */
async function foldersOf(root: string, { signal }: ReadOptions): Promise<readonly Mark[]> {
  const found: Mark[] = [];
  let level: readonly Folder[] = [{ path: '', rules: createIgnoreRules(root) }];
  for (let depth = 0; level.length > 0 && depth <= deepestFolder; depth += 1) {
    found.push(...level.map(({ path }) => markOfFolder(join(root, path))));
    const inner = await mapConcurrently(level, (folder) => foldersIn(root, folder), { limit: concurrency, signal });
    level = inner.flat();
  }
  return found;
}

async function foldersIn(root: string, { path, rules }: Folder): Promise<readonly Folder[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
  const own = await rules.into(
    path,
    entries.some(({ name }) => name === '.gitignore'),
  );
  return entries
    .filter((entry) => entry.isDirectory() && !isAlwaysIgnored(entry.name))
    .map(({ name }) => (path === '' ? name : `${path}/${name}`))
    .filter((folder) => !own.isIgnored(folder, true))
    .map((folder) => ({ path: folder, rules: own }));
}
