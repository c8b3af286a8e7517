import { fstatSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';

/**
 * Whether an opened file is the one at this path, which has no link on its way. Asked after opening: a folder may have become a
 * link since the path was looked at, and only what was opened tells where that led.
 */
export function isOpenedAt(handle: number, path: string): boolean {
  const opened = wherePlatformSays(handle);
  return opened === undefined ? isNowAt(handle, path) : opened === path;
}

/** Linux knows the way by which a file was opened. */
function wherePlatformSays(handle: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return undefined;
  }
}

/** Whether the path leads to this very file now, without a link: what any platform can tell. */
export function isNowAt(handle: number, path: string): boolean {
  try {
    if (realpathSync(path) !== path) return false;
    const [opened, found] = [fstatSync(handle, { bigint: true }), lstatSync(path, { bigint: true })];
    return opened.ino === found.ino && opened.dev === found.dev;
  } catch {
    return false;
  }
}
