/** Bundles the bench and runs it: the source runner gives every function its name by a call, which would be measured too. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { build } from 'esbuild';

const outdir = 'node_modules/.cache/planwright-bench';
mkdirSync(outdir, { recursive: true });
await build({
  entryPoints: ['bench/main.ts'],
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['planwright-source'],
  external: ['@photostructure/sqlite', 'esbuild'],
  logLevel: 'error',
});
const { status } = spawnSync(process.execPath, ['--expose-gc', `${outdir}/main.mjs`, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
