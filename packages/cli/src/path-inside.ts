import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** A file's path within a folder, with `/`, links resolved; undefined when it lies elsewhere. */
export function pathInside(folder: string, file: string): string | undefined {
  const path = relative(real(folder), real(file));
  const isOutside = path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? undefined : path.split(sep).join('/');
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
