import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, win32 } from 'node:path';
import type { CallPath } from '@planwright/core';
import { isInside, wayTo } from './inside-root.js';

/** Where a path that somebody wrote would be written, links resolved as far as it exists. */
export async function resolveWrittenPath(root: string, written: string): Promise<CallPath> {
  const outside: CallPath = { path: written, outside: true };
  if (written.includes('\0') || isAbsolute(written) || win32.isAbsolute(written)) return outside;
  const realRoot = await realpath(root);
  const target = join(realRoot, written);
  if (!isInside(realRoot, target)) return outside;
  const real = await resolveExisting(target);
  if (real === undefined || !isInside(realRoot, real)) return outside;
  return { path: wayTo(realRoot, real), outside: false };
}

/** Where a path leads, links resolved as far as it exists. Undefined for a link to nothing: that could come to be anywhere. */
export async function resolveExisting(target: string): Promise<string | undefined> {
  const real = await realpath(target).catch(() => undefined);
  if (real !== undefined) return real;
  const isDangling = (await lstat(target).catch(() => undefined))?.isSymbolicLink() ?? false;
  const parent = isDangling || dirname(target) === target ? undefined : await resolveExisting(dirname(target));
  return parent && join(parent, basename(target));
}
