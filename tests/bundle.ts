import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundle as bundleInto } from '../bench/bundle.js';

/** Bundles a script of the tests, so that starting it as a process of its own costs little. Gives the file to run. */
export async function bundle(entry: string): Promise<string> {
  const folder = join('node_modules', '.cache', 'planwright-tests');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  await bundleInto(entry, outfile);
  return outfile;
}
