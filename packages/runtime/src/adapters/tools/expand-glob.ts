import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fitsName } from '@planwright/core';

export const mostNames = 5000;

/**
 * The names in a folder that a pattern stands for, in order, as a shell would give them; the pattern itself when there are none.
 * A name that begins with a dash comes as `./-name`, so that no file can pass for a flag. Undefined when they are too many.
 */
export async function expandGlob(root: string, pattern: string): Promise<readonly string[] | undefined> {
  let found: readonly string[] = [''];
  for (const part of pattern.split('/')) {
    const next = await Promise.all(found.map((folder) => step(root, folder, part)));
    found = next.flat();
    if (found.length > mostNames) return undefined;
  }
  const names = found.map((name) => name.replace(/^-/, './-'));
  return names.length === 0 ? [pattern] : names;
}

async function step(root: string, folder: string, part: string): Promise<readonly string[]> {
  const inFolder = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  if (!/[*?]/.test(part)) return [inFolder(part)];
  const entries = await readdir(join(root, folder)).catch(() => []);
  return entries
    .filter((name) => (!name.startsWith('.') || part.startsWith('.')) && fitsName(part, name))
    .toSorted()
    .map(inFolder);
}
