import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { WorkspaceDigest, Workspaces } from '../../ports/workspaces.js';
import type { Environment } from '../command-environment.js';
import { type Git, pathsIn } from './git.js';
import type { Ground } from './git-ground.js';
import { openRepositoryAt, type Repository } from './git-repository.js';
import { createUsersState } from './git-users-state.js';
import { createInnerDigests } from './inner-digests.js';
import { createFileDigests, digestOfAll } from './workspace-digest.js';

/** What git lists in a folder. The text is kept, because it mostly is the same the next time. */
type Listing = {
  readonly text: string;
  readonly paths: readonly string[];
  /** Those that are not UTF-8, so that the file cannot be found by them. */
  readonly garbled: readonly string[];
  /** Folders that are repositories of their own. */
  readonly inner: readonly string[];
  readonly staged: string;
};

type Taken = {
  readonly listing: Listing;
  readonly files: ReadonlyMap<string, string>;
  /** Undefined for a folder that is not the user's own. */
  readonly users: ReadonlyMap<string, string> | undefined;
  /** What is in repositories inside it; undefined for a folder that is not the project's own. */
  readonly inner: ReadonlyMap<string, string> | undefined;
  readonly digest: WorkspaceDigest;
};

/**
 * Digests of the files that are not ignored, and of what a command could have changed in the user's repository, and in those
 * inside it. The same object as the last time while nothing changed.
 */
export function createGitDigest({
  repository,
  except,
  setup: { environment },
}: Pick<Ground, 'repository' | 'except' | 'setup'>): Workspaces['digest'] {
  return digestAround(repository, { except, environment });
}

type Around = { readonly except?: string | undefined; readonly environment: Environment };

function digestAround(repository: Repository, { except, environment }: Around): Workspaces['digest'] {
  const { git, prefix, top, isUsers } = repository;
  const fileDigests = createFileDigests();
  const usersState = createUsersState(repository);
  const innerDigests = createInnerDigests(top, async (folder) => {
    const inner = await openRepositoryAt(folder, environment);
    return inner && digestAround(inner, { environment });
  });
  const taken = new Map<string, Taken>();
  return async (root, { signal }) => {
    const folder = resolve(root, prefix.replace(/[^/]+/g, '..'));
    const last = taken.get(folder);
    const listed = listFiles(git, folder, signal).then((text) =>
      text === last?.listing.text ? last.listing : readListing(text, except),
    );
    const [listing, files, users, inner] = await Promise.all([
      listed,
      fileDigests.digest(folder, pathsOf(listed), signal),
      folder === top && isUsers ? usersState(signal) : undefined,
      folder === top ? listed.then((listing) => innerDigests(listing.inner, signal)) : undefined,
    ]);
    const found = { listing, files, users, inner };
    const digest = last && isSame(last, found) ? last.digest : digestOf(found);
    taken.set(folder, { ...found, digest });
    return digest;
  };
}

type Found = Omit<Taken, 'digest'>;

function isSame(one: Found, other: Found): boolean {
  const isStagedSame = one.listing.staged === other.listing.staged;
  return isStagedSame && one.files === other.files && one.users === other.users && one.inner === other.inner;
}

function digestOf({ listing: { garbled, staged }, files, users, inner = new Map() }: Found): WorkspaceDigest {
  const unreachable = garbled.map((path) => [path, files.get(path) ?? 'unreachable'] as const);
  const own = users ? [...users, ['.git/index', staged] as const] : [];
  return digestOfAll(new Map([...files, ...inner, ...unreachable, ...own]));
}

function listFiles(git: Git, folder: string, signal: AbortSignal): Promise<string> {
  // With the bits that make git look away from a file, which also tell what is staged from a name that looks like it.
  const args = ['ls-files', '-z', '-v', '--stage', '--cached', '--others', '--exclude-standard'];
  return git.ask(args, { workTree: folder, signal });
}

/** How the line of what is not staged begins; the path is all that follows. */
const other = '? ';
const isSubmodule = /^\S 160000 /;

/** What is staged by its meaning: the file of the index is written anew also where nothing changed. */
function readListing(text: string, except: string | undefined): Listing {
  const isOurs = (path: string): boolean => except !== undefined && path.startsWith(`${except}/`);
  const entries = pathsIn(text).filter((entry) => !isOurs(pathOf(entry)));
  const staged = entries.filter((entry) => !entry.startsWith(other));
  const inner = entries.filter((entry) => isSubmodule.test(entry) || entry.endsWith('/')).map(pathOf);
  // Where git finds the repository, in one that is kept elsewhere.
  const paths = ['.git', ...new Set(entries.map(pathOf))];
  return {
    ...{ text, paths, garbled: paths.filter((path) => path.includes('\uFFFD')) },
    inner: [...new Set(inner.map((path) => path.replace(/\/$/, '')))],
    staged: createHash('sha256').update(staged.join('\0')).digest('hex'),
  };
}

function pathOf(entry: string): string {
  return entry.startsWith(other) ? entry.slice(other.length) : entry.slice(entry.indexOf('\t') + 1);
}

async function pathsOf(listed: Promise<Listing>): Promise<readonly string[]> {
  return (await listed).paths;
}
