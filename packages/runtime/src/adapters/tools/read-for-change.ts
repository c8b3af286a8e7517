import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpenedAt } from '../opened-at.js';
import { describeReadFailure } from '../read-failure.js';

export type TextBefore = { readonly text: string } | { readonly problem: string };

const largest = 4 * 1024 * 1024;
const flags = constants.O_RDONLY | ((constants as Readonly<Record<string, number | undefined>>)['O_NOFOLLOW'] ?? 0);

/** The text of a file that is to be changed, exactly as it stands. */
export async function readForChange(root: string, path: string): Promise<TextBefore> {
  try {
    const target = join(await realpath(root), path);
    const handle = await open(target, flags);
    try {
      if (!isOpenedAt(handle.fd, target)) return { problem: `${path} now leads elsewhere, by way of a link` };
      const { size } = await handle.stat();
      if (size > largest) return { problem: `${path} has ${size} bytes; files of at most ${largest} are changed` };
      const bytes = await handle.readFile();
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof TypeError) return { problem: `${path} is not a text file` };
    return { problem: `${path}: ${describeReadFailure(error)}` };
  }
}
