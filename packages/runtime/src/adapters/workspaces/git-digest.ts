import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { WorkspaceDigest, Workspaces } from '../../ports/workspaces.js';
import { type Git, pathsIn } from './git.js';
import type { Ground } from './git-ground.js';
import { createUsersState } from './git-users-state.js';
import { createFileDigests, digestOfAll } from './workspace-digest.js';

/** What git lists in a folder. The text is kept, because it mostly is the same the next time. */
type Listing = {
  readonly text: string;
  readonly paths: readonly string[];
  /** Those that are not UTF-8, so that the file cannot be found by them. */
  readonly garbled: readonly string[];
  readonly staged: string;
};

type Taken = {
  readonly listing: Listing;
  readonly files: ReadonlyMap<string, string>;
  /** Undefined for a folder that is not the user's own. */
  readonly users: ReadonlyMap<string, string> | undefined;
  readonly digest: WorkspaceDigest;
};

/**
 * Digests of the files that are not ignored, and of what a command could have changed in the user's repository. The same
 * object as the last time while nothing changed.
 */
export function createGitDigest({ repository, except }: Pick<Ground, 'repository' | 'except'>): Workspaces['digest'] {
  const { git, prefix, top, isUsers } = repository;
  const fileDigests = createFileDigests();
  const usersState = createUsersState(repository);
  const taken = new Map<string, Taken>();
  return async (root, { signal }) => {
    const folder = resolve(root, prefix.replace(/[^/]+/g, '..'));
    const last = taken.get(folder);
    const listed = listFiles(git, folder, signal).then((text) =>
      text === last?.listing.text ? last.listing : readListing(text, except),
    );
    const [listing, files, users] = await Promise.all([
      listed,
      fileDigests.digest(folder, pathsOf(listed), signal),
      folder === top && isUsers ? usersState(signal) : undefined,
    ]);
    const found = { listing, files, users };
    const digest = last && isSame(last, found) ? last.digest : digestOf(found);
    taken.set(folder, { ...found, digest });
    return digest;
  };
}

type Found = Omit<Taken, 'digest'>;

function isSame(one: Found, other: Found): boolean {
  return one.listing.staged === other.listing.staged && one.files === other.files && one.users === other.users;
}

function digestOf({ listing: { garbled, staged }, files, users }: Found): WorkspaceDigest {
  const unreachable = garbled.map((path) => [path, files.get(path) ?? 'unreachable'] as const);
  const own = users ? [...users, ['.git/index', staged] as const] : [];
  return digestOfAll(new Map([...files, ...unreachable, ...own]));
}

function listFiles(git: Git, folder: string, signal: AbortSignal): Promise<string> {
  const args = ['ls-files', '-z', '--stage', '--cached', '--others', '--exclude-standard'];
  return git.ask(args, { workTree: folder, signal });
}

/** How `--stage` begins the line of what is staged; of other files there is the path alone. */
const isStaged = /^\d{6} [0-9a-f]+ \d\t/;

/** What is staged by its meaning: the file of the index is written anew also where nothing changed. */
function readListing(text: string, except: string | undefined): Listing {
  const entries = pathsIn(text);
  const staged = entries.filter((entry) => isStaged.test(entry));
  const isOurs = (path: string): boolean => except !== undefined && path.startsWith(`${except}/`);
  const named = new Set(entries.map((entry) => entry.replace(isStaged, '')));
  const paths = [...named].filter((path) => !isOurs(path));
  return {
    ...{ text, paths, garbled: paths.filter((path) => path.includes('\uFFFD')) },
    staged: createHash('sha256').update(staged.join('\0')).digest('hex'),
  };
}

async function pathsOf(listed: Promise<Listing>): Promise<readonly string[]> {
  return (await listed).paths;
}
