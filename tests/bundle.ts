import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** Bundles a script of the tests, so that starting it as a process of its own costs little. Gives the file to run. */
export async function bundle(entry: string): Promise<string> {
  const folder = join('node_modules', '.cache', 'planwright-tests');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
    // Some bundled CommonJS parts ask for `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}
