import { randomUUID } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import { describeWriteFailure } from './write-failure.js';

export type ReplaceOptions = {
  /** Of a file that is new. */
  readonly mode?: number;
  /** False for what may be lost in a power cut. */
  readonly durable?: boolean;
};

/**
 * Puts a text in a file's place, whole or not at all: whoever reads meanwhile sees the old text or the new one. The file keeps
 * its mode. Throws `store-unwritable`, also for a link: it would be replaced instead of what it points to.
 */
export async function replaceFile(file: string, text: string, options: ReplaceOptions = {}): Promise<void> {
  const { mode = 0o666, durable = true } = options;
  const waiting = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    const before = await lstat(file).catch(() => undefined);
    if (before !== undefined && !before.isFile()) throw new Error('it is no regular file');
    const handle = await open(waiting, 'wx', before === undefined ? mode : before.mode & 0o777);
    try {
      await handle.writeFile(text);
      // On disk before it takes the file's place, or a power cut would leave an empty one.
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(waiting, file);
  } catch (cause) {
    await rm(waiting, { force: true }).catch(() => undefined);
    throw new PlanwrightError('store-unwritable', `${file} cannot be written: ${describeWriteFailure(cause)}`, {
      cause,
    });
  }
}
