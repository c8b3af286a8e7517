import { realpathSync } from 'node:fs';

/** Where a path leads, with no link on the way; undefined when nothing is there. */
export function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
