import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from './git-repository.js';

/** A folder with the files of one commit, for a step to work in. */
export type Place = {
  readonly folder: string;
  /** Ours, outside the folder, so that nothing done in the folder can hide a change from us. */
  readonly index: string;
  readonly lock: string;
  /** What was set up in it. */
  readonly setup: string;
};

export function placeAt(runFolder: string, name: string): Place {
  const at = (ending: string): string => join(runFolder, `${name}${ending}`);
  return { folder: at(''), index: at('.index'), lock: at('.lock'), setup: at('.setup') };
}

/**
 * Makes the folder hold exactly the commit's files. It is a repository of its own that borrows the user's objects, not a
 * linked worktree: whatever is done in it with git (commit, stash, config, hooks, gc) cannot reach the user's repository.
 * Only whoever has the place's lock may call this.
 */
export async function fillPlace(
  repository: Repository,
  place: Place,
  options: { readonly commit: string; readonly keepIgnored: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { folder, index } = place;
  // Git that was killed here leaves its lock behind; nobody else can have it.
  await rm(`${index}.lock`, { force: true });
  await mkdir(folder, { recursive: true });
  const git = { workTree: folder, index, signal: options.signal };
  await writeRepository(repository, join(folder, '.git'), options);
  await repository.git.ask(['-c', 'core.sparseCheckout=false', 'read-tree', '--reset', '-u', options.commit], git);
  await repository.git.ask(['clean', '--quiet', '-ffd', ...(options.keepIgnored ? [] : ['-x'])], git);
  await copyFile(index, join(folder, '.git', 'index'));
}

/** Whether the place was made to hold this commit and has not been given another since. */
export async function isFilled({ folder }: Place, commit: string): Promise<boolean> {
  const head = await readFile(join(folder, '.git', 'HEAD'), 'utf8').catch(() => '');
  // The index is written last.
  const index = await stat(join(folder, '.git', 'index')).catch(() => undefined);
  return head === `${commit}\n` && index !== undefined;
}

export async function removePlace(place: Place): Promise<void> {
  for (const path of Object.values(place)) await rm(path, { recursive: true, force: true });
}

async function writeRepository(
  repository: Repository,
  gitDir: string,
  { commit, signal }: { readonly commit: string; readonly signal: AbortSignal },
): Promise<void> {
  await rm(gitDir, { recursive: true, force: true });
  await mkdir(join(gitDir, 'objects', 'info'), { recursive: true });
  await mkdir(join(gitDir, 'refs'));
  await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${join(repository.commonDir, 'objects')}\n`);
  await writeFile(join(gitDir, 'config'), configOf(repository));
  await copyFile(join(repository.commonDir, 'shallow'), join(gitDir, 'shallow')).catch(() => undefined);
  await writeFile(join(gitDir, 'packed-refs'), await usersRefs(repository, signal));
  await writeFile(join(gitDir, 'HEAD'), `${commit}\n`);
}

function configOf({ format, fileSettings }: Repository): string {
  const files = fileSettings.map(([key, value]) => `\t${key.replace('core.', '')} = ${value}`);
  const extensions = format === 'sha1' ? [] : ['[extensions]', `\tobjectFormat = ${format}`];
  const version = format === 'sha1' ? 0 : 1;
  return ['[core]', `\trepositoryformatversion = ${version}`, '\tbare = false', ...files, ...extensions, ''].join('\n');
}

/** Tools ask for tags and branches (`git describe`); they get those there are, to read. */
async function usersRefs({ git }: Repository, signal: AbortSignal): Promise<string> {
  const refs = await git.ask(
    ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/remotes', 'refs/tags'],
    { signal },
  );
  return `# pack-refs with: sorted\n${refs === '' ? '' : `${refs}\n`}`;
}
