import { resolveLinks } from './resolve-links.js';

/**
 * Tells whether a path that programs may write around can be mounted on: it is there, and no link leads to it. Looked at once
 * for each path, before the first program that could change it: what is mounted on cannot be replaced from inside, and what was
 * not there then may be a trap now, a link to something hidden.
 */
export function createFirmPaths(): (path: string) => boolean {
  const firm = new Map<string, boolean>();
  return (path) => {
    const known = firm.get(path) ?? resolveLinks(path) === path;
    firm.set(path, known);
    return known;
  };
}
