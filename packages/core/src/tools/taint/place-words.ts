import { normalPath } from '../../shared/normal-path.js';

/** What stands in names, paths, hosts and flags; everything else parts words. */
const word = /[\p{L}\p{N}\p{M}_.\\/@~+%-]+/gu;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The words of a text, each once, in a spelling by which paths and hosts can be compared: without case, from the root, without the dots of
 * a sentence: `./SRC\a.ts.` is `src/a.ts`.
 */
export function placeWords(text: string): readonly string[] {
  return [...new Set(plain(text).match(word))].map(asPlace).filter((each) => each !== '');
}

/** A whole path in that spelling, whatever stands in it. */
export function placeOf(path: string): string {
  return asPlace(plain(path));
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(ignorable, '').toLowerCase();
}

function asPlace(written: string): string {
  if (!/[\\/.]/.test(written)) return written;
  return normalPath(written)
    .replace(/^(?:~?\/|\.\.\/)+/, '')
    .replace(/\.+$/, '');
}

/** Whether a text without blanks reads as a path, a host or a URL, and not as a word or a number. */
export function isPlace(text: string): boolean {
  return /^\S+$/.test(text) && /\p{L}/u.test(text) && /[\\/]|\.\p{L}/u.test(text);
}

/** The host of a URL; undefined for everything else. */
export function hostOf(text: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(text)?.[1]?.toLowerCase();
}

/** Whether other programs look for a path by themselves and take it as an instruction to them. */
export function isHidden(path: string): boolean {
  return /(?:^|\/)\.[^/]/.test(path);
}

/** Nobody names deeper folders; a text of a million slashes shall not cost more than it is long. */
const deepest = 64;

/** The path and what is left of it without its first folder, its first two, …: `a/b/c`, `b/c`, `c`. */
export function endingsOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(-deepest)
    .map((_, index, parts) => parts.slice(index).join('/'));
}

/** The folders a path is in: of `a/b/c`, `a` and `a/b`. */
export function foldersOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(0, -1)
    .slice(0, deepest)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
}
