import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** One hash over every file, link and folder below a root, `.git` included: equal when nothing changed. */
export async function workspaceDigest(root: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(root, { recursive: true });
  for (const path of entries.toSorted()) {
    const file = join(root, path);
    const status = await lstat(file);
    hash.update(`${path}\0${status.mode}\0`);
    if (status.isSymbolicLink()) hash.update(await readlink(file));
    else if (status.isFile()) hash.update(await readFile(file));
  }
  return hash.digest('hex');
}
