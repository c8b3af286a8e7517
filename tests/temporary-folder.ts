import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a run of the tests a temporary folder of its own, which its workers and all that they start inherit, and removes it in
 * the end with whatever a test left behind. Its name is short: a path to a socket has little more than a hundred characters.
 */
export default function giveTemporaryFolder(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pw-')));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
