import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { describeReadFailure } from '../read-failure.js';

const mostBytes = 512 * 1024;

/** The text of a file, or why it is not read. Waits for no pipe, and reads nothing that is too large to be a configuration. */
export async function readConfigText(file: string): Promise<{ readonly text: string } | { readonly refusal: string }> {
  try {
    // Windows has no such flag.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK || 0));
    try {
      const status = await handle.stat();
      if (!status.isFile()) return { refusal: 'it is not a file' };
      if (status.size > mostBytes) return { refusal: `it has ${status.size} bytes; at most ${mostBytes} are read` };
      const bytes = await handle.readFile();
      return bytes.includes(0) ? { refusal: 'it is not a text' } : { text: bytes.toString('utf8') };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { refusal: describeReadFailure(error) };
  }
}
