import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where other people's vectors lie; undefined in a clone that does not have them, and then those tests are skipped. */
export function conformanceDir(): string | undefined {
  const folder = process.env['CONFORMANCE_DIR'];
  if (folder === undefined) sayOnce();
  return folder === undefined || folder === '' ? undefined : folder;
}

let said = false;

function sayOnce(): void {
  if (!said) console.info('Conformance tests are skipped: CONFORMANCE_DIR names no folder with the vectors.');
  said = true;
}

/** A vectors file below that folder, parsed. */
export function readVectors(relativePath: string): unknown {
  return JSON.parse(readText(relativePath));
}

/** A file below that folder. */
export function readText(relativePath: string): string {
  const folder = conformanceDir();
  if (folder === undefined) throw new Error('CONFORMANCE_DIR is not set');
  return readFileSync(join(folder, relativePath), 'utf8');
}
