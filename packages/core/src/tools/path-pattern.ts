import { normalPath } from '../shared/normal-path.js';

/**
 * Whether one of a step's `files` takes in a path: as the file itself, as a folder (with a `/` at the end, or the project,
 * `.`), or as a pattern. The gate asks it before a write, the workspace after the work.
 */
export function takesIn(file: string, path: string): boolean {
  const named = normalPath(file);
  if (named === '') return true;
  if (/[\\/]\s*$/.test(file)) return path.startsWith(`${named}/`);
  return path === named || fitsPathPattern(path, named);
}

/**
 * Whether a path fits a pattern: `*` and `?` within one folder, `**` across folders, everything else as it stands. Takes time
 * in proportion to both, whatever the pattern: it may come from a model.
 */
export function fitsPathPattern(path: string, pattern: string): boolean {
  return fits(pattern.split('/'), path.split('/'), { isStar: (part) => part === '**', fit: fitsName });
}

/** The same for one name without folders. */
export function fitsName(pattern: string, name: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === name;
  return fits(Array.from(pattern), Array.from(name), {
    isStar: (part) => part === '*',
    fit: (part, character) => part === '?' || part === character,
  });
}

type Meaning = {
  readonly isStar: (part: string) => boolean;
  readonly fit: (part: string, item: string) => boolean;
};

/** Only the last star ever needs to take in more: what the earlier ones left cannot fit better elsewhere. */
function fits(pattern: readonly string[], items: readonly string[], { isStar, fit }: Meaning): boolean {
  let at = 0;
  let index = 0;
  let retry: { readonly at: number; readonly index: number } | undefined;
  while (index < items.length) {
    const part = pattern[at];
    const item = items[index] ?? '';
    if (part !== undefined && isStar(part)) {
      retry = { at: at + 1, index };
      at += 1;
    } else if (part !== undefined && fit(part, item)) {
      at += 1;
      index += 1;
    } else if (retry !== undefined) {
      retry = { at: retry.at, index: retry.index + 1 };
      ({ at, index } = retry);
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}
