import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside, wayTo } from '../tools/inside-root.js';
import { resolveWrittenPath } from '../tools/written-path.js';

/** A path the agent named, as one within its root, links resolved; undefined when it, or what it links to, is outside. */
export async function pathWithin(root: string, path: string): Promise<string | undefined> {
  const target = resolve(root, path);
  const base = [root, await realpath(root)].find((candidate) => isInside(candidate, target));
  if (base === undefined) return undefined;
  const written = await resolveWrittenPath(root, wayTo(base, target));
  return written.outside ? undefined : written.path;
}
