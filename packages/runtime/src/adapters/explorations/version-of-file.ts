import { stat } from 'node:fs/promises';
import { versionOf } from '../workspace-listing.js';

/** Changes when the file does; undefined where there is none. */
export async function versionOfFile(file: string): Promise<string | undefined> {
  const status = await stat(file).catch(() => undefined);
  return status && versionOf(status);
}
