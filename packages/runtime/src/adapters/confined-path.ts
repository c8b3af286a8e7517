import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { FileText, UnreadableReason, WorkspaceFile } from '../ports/workspace-reader.js';
import { createIgnoreRules, isAlwaysIgnored } from './ignore-rules.js';
import { isInside, wayTo } from './tools/inside-root.js';
import { versionOf } from './workspace-listing.js';

export type LocatedFile =
  { readonly type: 'found'; readonly file: WorkspaceFile } | Extract<FileText, { readonly type: 'unreadable' }>;

/** Where a path that somebody wrote leads, links resolved: a file of the project, or why it is not to be read. */
export async function locateFile(root: string, written: string): Promise<LocatedFile> {
  const refuse = (reason: UnreadableReason, message: string): LocatedFile => ({
    ...{ type: 'unreadable', path: written, reason },
    message,
  });
  if (written.includes('\0')) return refuse('missing', 'the path holds a NUL character');
  if (isAbsolute(written)) return refuse('outside', `${written} is absolute; paths are relative to the project root`);
  const realRoot = await realpath(root).catch(() => root);
  const target = join(realRoot, written);
  const real = await realpath(target).catch(() => undefined);
  if (!isInside(realRoot, target) || (real !== undefined && !isInside(realRoot, real)))
    return refuse('outside', `${written} is outside the project`);
  if (real === undefined) return refuse('missing', `there is no ${written} in the project`);
  const path = wayTo(realRoot, real);
  if (path !== '' && (await isHidden(realRoot, path)))
    return refuse('ignored', `${written} is ignored, or no text of the project's own`);
  const status = await lstat(real).catch(() => undefined);
  if (status?.isDirectory()) return refuse('folder', `${written} is a folder`);
  if (!status?.isFile()) return refuse('not-a-file', `${written} is not a regular file`);
  return { type: 'found', file: { path, size: status.size, version: versionOf(status) } };
}

/** The same rules as while listing, asked folder by folder on the way down to one path. */
async function isHidden(root: string, path: string): Promise<boolean> {
  const parts = path.split('/');
  if (parts.some(isAlwaysIgnored)) return true;
  let rules = createIgnoreRules(root);
  for (const depth of parts.keys()) {
    rules = await rules.into(parts.slice(0, depth).join('/'), true);
    if (rules.isIgnored(parts.slice(0, depth + 1).join('/'), depth < parts.length - 1)) return true;
  }
  return false;
}
