import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/**
 * Where the repository around a project keeps its objects, which the places of steps borrow. Only for the user's own project:
 * in a place where a run has worked, what git's files say is not to be believed.
 */
export async function gitFolders(root: string): Promise<readonly string[]> {
  const path = join(root, '.git');
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return [path];
  if (found?.isFile()) return linkedFolders(root, await readFile(path, 'utf8'));
  return dirname(root) === root ? [] : gitFolders(dirname(root));
}

/** A linked worktree or a submodule: its own folder, and the one it shares with others. */
async function linkedFolders(root: string, link: string): Promise<readonly string[]> {
  const [, way] = /^gitdir: (.+)$/m.exec(link) ?? [];
  if (way === undefined) return [];
  const own = resolve(root, way);
  const common = await readFile(join(own, 'commondir'), 'utf8').catch(() => undefined);
  return common === undefined ? [own] : [own, resolve(own, common.trim())];
}
