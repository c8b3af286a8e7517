import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** A path within a folder, with `/`, links resolved as far as it exists; empty for the folder itself, undefined elsewhere. */
export function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(real(folder), real(path));
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return isOutside ? undefined : inside.split(sep).join('/');
}

/** What is not there yet will be where its folder is. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(real(above), basename(path));
  }
}
