import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder or something below it; both absolute. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The way from a folder down to a path, with `/` on every platform. */
export function wayTo(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
