import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { WorkspaceDigest } from '../../ports/workspaces.js';
import { type Git, pathsIn } from './git.js';
import type { Ground } from './git-ground.js';
import type { Repository } from './git-repository.js';
import { digestOfAll, type FileDigests } from './workspace-digest.js';

/**
 * The files that are not ignored, and of the user's repository what a command could have changed: what is staged, branches,
 * tags, settings.
 */
export async function digestWithGit(
  { repository, except }: Ground,
  files: FileDigests,
  { root, signal }: { readonly root: string; readonly signal: AbortSignal },
): Promise<WorkspaceDigest> {
  const { git, prefix, top, isUsers } = repository;
  const folder = resolve(root, prefix.replace(/[^/]+/g, '..'));
  const isUsersOwn = folder === top && isUsers;
  const [{ paths, staged }, refs] = await Promise.all([
    listFiles(git, folder, signal),
    isUsersOwn ? usersRefs(git, signal) : [],
  ]);
  const isOurs = (path: string): boolean => except !== undefined && path.startsWith(`${except}/`);
  const found = await files.digest(
    folder,
    paths.filter((path) => !isOurs(path)),
    signal,
  );
  if (!isUsersOwn) return digestOfAll(found);
  const own = [...(await settingFiles(repository, files, signal)), ...refs, ['index', staged] as const];
  for (const [path, digest] of own) found.set(`.git/${path}`, digest);
  return digestOfAll(found);
}

/** How `--stage` begins the line of what is staged; of other files there is the path alone. */
const isStaged = /^\d{6} [0-9a-f]+ \d\t/;

type Listed = { readonly paths: readonly string[]; readonly staged: string };

/** What is staged by its meaning: the file of the index is written anew also where nothing changed. */
async function listFiles(git: Git, folder: string, signal: AbortSignal): Promise<Listed> {
  const args = ['ls-files', '-z', '--stage', '--cached', '--others', '--exclude-standard'];
  const entries = pathsIn(await git.ask(args, { workTree: folder, signal }));
  const staged = entries.filter((entry) => isStaged.test(entry));
  const paths = entries.map((entry) => entry.replace(isStaged, ''));
  const digest = createHash('sha256').update(staged.join('\0')).digest('hex');
  return { paths: [...new Set(paths)], staged: digest };
}

async function settingFiles(
  { gitDir, commonDir }: Repository,
  files: FileDigests,
  signal: AbortSignal,
): Promise<readonly (readonly [string, string])[]> {
  const hooks = await readdir(join(commonDir, 'hooks')).catch(() => []);
  const shared = ['config', 'info/exclude', 'info/attributes', ...hooks.map((name) => `hooks/${name}`)];
  return [...(await files.digest(commonDir, shared, signal)), ...(await files.digest(gitDir, ['HEAD'], signal))];
}

/** Not the remotes': an editor that fetches in the background changes nothing. Not ours. */
async function usersRefs(git: Git, signal: AbortSignal): Promise<readonly (readonly [string, string])[]> {
  const kinds = ['refs/heads', 'refs/tags', 'refs/stash'];
  const text = await git.ask(['for-each-ref', '--format=%(refname) %(objectname)', ...kinds], { signal });
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('refs/heads/planwright/'))
    .map((line) => line.split(' ') as [string, string]);
}
