import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { WorkspaceDigest } from '../../ports/workspaces.js';
import { pathsIn } from './git.js';
import type { Ground } from './git-ground.js';
import { digestOfAll, type FileDigests } from './workspace-digest.js';

/** The files that are not ignored, and of the user's repository what a command could have changed: branches, tags, settings. */
export async function digestWithGit(
  { repository, except }: Ground,
  files: FileDigests,
  { root, signal }: { readonly root: string; readonly signal: AbortSignal },
): Promise<WorkspaceDigest> {
  const { git, prefix, top, gitDir, commonDir, isUsers } = repository;
  const folder = resolve(root, prefix.replace(/[^/]+/g, '..'));
  const listed = await git.ask(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    workTree: folder,
    signal,
  });
  const isOurs = (path: string): boolean => except !== undefined && path.startsWith(`${except}/`);
  const paths = [...new Set(pathsIn(listed))].filter((path) => !isOurs(path));
  const found = new Map(await files.digest(folder, paths, signal));
  if (folder !== top || !isUsers) return digestOfAll(found);
  const hooks = await readdir(join(commonDir, 'hooks')).catch(() => []);
  const own = ['config', 'info/exclude', 'info/attributes', ...hooks.map((name) => `hooks/${name}`)];
  for (const [path, digest] of await files.digest(commonDir, own, signal)) found.set(`.git/${path}`, digest);
  for (const [path, digest] of await files.digest(gitDir, ['HEAD'], signal)) found.set(`.git/${path}`, digest);
  for (const [ref, commit] of await usersRefs(git, signal)) found.set(`.git/${ref}`, commit);
  return digestOfAll(found);
}

/** Not the remotes': an editor that fetches in the background changes nothing. Not ours. */
async function usersRefs(git: Ground['repository']['git'], signal: AbortSignal): Promise<readonly [string, string][]> {
  const kinds = ['refs/heads', 'refs/tags', 'refs/stash'];
  const text = await git.ask(['for-each-ref', '--format=%(refname) %(objectname)', ...kinds], { signal });
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('refs/heads/planwright/'))
    .map((line) => line.split(' ') as [string, string]);
}
