import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { isInside } from './inside-root.js';

const endings = process.platform === 'win32' ? ['.exe'] : [''];

/**
 * Where a program of the system is. Folders of the workspace and of installed packages are left out, wherever they stand in
 * PATH: what is in them came with the project, and may call itself `ls`.
 */
export async function findSystemProgram(name: string, path: string, root: string): Promise<string | undefined> {
  const realRoot = await realpath(root);
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder) || /[/\\]node_modules(?:[/\\]|$)/.test(folder)) continue;
    for (const ending of endings) {
      const file = join(folder, `${name}${ending}`);
      if (await isProgramOutside(file, realRoot)) return file;
    }
  }
  return undefined;
}

async function isProgramOutside(file: string, root: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile() && !isInside(root, await realpath(file));
  } catch {
    return false;
  }
}
