import { lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Lets a fresh folder use the packages that are installed in the project: each `node_modules` is made anew with links to the
 * project's packages. Links that are there already (workspace packages, programs) are made again as they are, so that they
 * lead to the folder's own files. Caches are not borrowed: what tools keep there stays in the folder.
 */
export async function borrowPackages(
  project: string,
  folder: string,
  manifests: readonly string[],
): Promise<readonly string[]> {
  const borrowed = await Promise.all(
    manifests.map(async (manifest) => {
      const modules = join(dirname(manifest), 'node_modules');
      return (await borrow(join(project, modules), join(folder, modules))) ? [modules] : [];
    }),
  );
  const found = borrowed.flat();
  return found.length === 0 ? [] : [`${found.join(', ')}: the packages installed in the project are used`];
}

/** Answers whether there was anything to borrow. */
async function borrow(from: string, to: string): Promise<boolean> {
  const names = await readdir(from).catch(() => undefined);
  if (names === undefined || (await exists(to))) return false;
  await mkdir(to, { recursive: true });
  await Promise.all(names.filter(isPackage).map((name) => link(join(from, name), join(to, name))));
  return true;
}

/** Of what begins with a dot, only programs and the stores of package managers are no caches. */
function isPackage(name: string): boolean {
  return !name.startsWith('.') || ['.bin', '.pnpm', '.package-lock.json'].includes(name);
}

async function link(from: string, to: string): Promise<void> {
  const found = await lstat(from);
  if (found.isSymbolicLink()) return symlink(await readlink(from), to);
  const isGroup = found.isDirectory() && /[\\/](?:@[^\\/]+|\.bin)$/.test(from);
  if (!isGroup) return symlink(from, to);
  await mkdir(to);
  await Promise.all((await readdir(from)).map((name) => link(join(from, name), join(to, name))));
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
