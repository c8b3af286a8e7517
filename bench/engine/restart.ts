import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundle } from '../bundle.js';
import { atMost, interleaved, type Measurement } from '../measurement.js';
import { inFolder } from './engine-run.js';

/** From the start of the process to its first word; then it is killed as a crash would. */
function untilFirstWord(script: string, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.once('error', reject);
    child.stdout.once('data', () => {
      const took = performance.now() - start;
      child.once('exit', () => resolve(took));
      child.kill('SIGKILL');
    });
  });
}

/** After a kill -9, how long until the next process is at the first step, against a bare loop. */
export async function restart(): Promise<readonly Measurement[]> {
  return inFolder(async (folder) => {
    const [bare, engine] = [join(folder, 'bare.mjs'), join(folder, 'engine.mjs')];
    await bundle('bench/engine/restart-bare.ts', bare);
    await bundle('bench/engine/restart-engine.ts', engine);
    await untilFirstWord(engine, join(folder, 'engine.db'));
    await untilFirstWord(bare, join(folder, 'bare.db'));
    const [floor, ours] = await interleaved(
      9,
      () => untilFirstWord(bare, join(folder, 'bare.db')),
      () => untilFirstWord(engine, join(folder, 'engine.db')),
    );
    const detail = `${ours.toFixed(0)} ms against ${floor.toFixed(0)} ms`;
    return [atMost('restart after kill -9 to the first step', { value: ours / floor, limit: 2, detail })];
  });
}
