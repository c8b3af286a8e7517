import { build } from 'esbuild';

/** Bundles a script as the program is built, so that what is measured is that and not the loading of its sources one by one. */
export async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['planwright-source'],
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
    // Some bundled CommonJS parts ask for `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}
