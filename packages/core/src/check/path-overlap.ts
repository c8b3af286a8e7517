import { fitsPathPattern } from '../tools/path-pattern.js';
import { normalPath } from '../shared/normal-path.js';

/** A path of a plan means a file, a folder and all in it, or whatever fits a pattern. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/**
 * Whether two paths of a plan can mean the same file. For two patterns the names before their first wildcard decide: it is
 * safe to say yes where nobody knows.
 */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [normalPath(one), normalPath(other)];
  if (isPattern(a) && isPattern(b))
    return isWithin(fixedFolder(a), fixedFolder(b)) || isWithin(fixedFolder(b), fixedFolder(a));
  if (isPattern(a)) return fitsPathPattern(b, a) || isWithin(fixedFolder(a), b);
  if (isPattern(b)) return fitsPathPattern(a, b) || isWithin(fixedFolder(b), a);
  return isWithin(a, b) || isWithin(b, a);
}

/** Whether everything a path means is within another. A path that leads out of the project is within nothing. */
export function covers(wide: string, narrow: string): boolean {
  const [a, b] = [normalPath(wide), normalPath(narrow)];
  if (/^(?:\/|\.\.(?:\/|$))/.test(b)) return false;
  if (a === b) return true;
  if (isPattern(a)) return !isPattern(b) && fitsPathPattern(b, a);
  return isWithin(isPattern(b) ? fixedFolder(b) : b, a);
}

/** The empty path is the project. */
function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** The folders of a pattern up to its first wildcard. */
function fixedFolder(pattern: string): string {
  const parts = pattern.split('/');
  const wild = parts.findIndex(isPattern);
  return parts.slice(0, wild === -1 ? parts.length : wild).join('/');
}
