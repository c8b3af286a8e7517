import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type RunId, runIdSchema } from '@planwright/core';
import { createSqliteEventStore } from '@planwright/runtime/node';
import { atMost, interleaved, type Measurement, timed } from '../measurement.js';
import { finish, inFolder, withRuntime, worker } from './engine-run.js';
import { chain } from './plans.js';

const runs = 10_000;

/** `planwright show` of the built program on a store of 10,000 runs, against Node doing nothing. */
export async function show(): Promise<readonly Measurement[]> {
  execFileSync('npm', ['run', 'build'], { stdio: 'ignore' });
  return inFolder(async (folder) => {
    const file = join(folder, '.planwright', 'planwright.db');
    await withRuntime(
      file,
      worker(() => 'an answer'),
      async (runtime) => {
        const plan = chain(3);
        for (let batch = 0; batch < runs / 100; batch += 1) {
          await Promise.all(Array.from({ length: 100 }, () => finish(runtime, plan)));
        }
      },
    );
    const id = await aRun(file);
    const program = (...args: readonly string[]): Promise<number> =>
      timed(() =>
        execFileSync(process.execPath, ['packages/cli/dist/planwright.js', '--project', folder, ...args], {
          stdio: 'ignore',
        }),
      );
    const nothing = (): Promise<number> =>
      timed(() => execFileSync(process.execPath, ['-e', '0'], { stdio: 'ignore' }));
    const [floor, ours] = await interleaved(11, nothing, () => program('show', id));
    const detail = `${ours.toFixed(0)} ms against ${floor.toFixed(0)} ms, ${runs} runs in the store`;
    return [atMost('planwright show', { value: ours / floor, limit: 3, detail })];
  });
}

async function aRun(file: string): Promise<RunId> {
  const store = await createSqliteEventStore(file);
  const [row] = await store.listRuns({ limit: 1, offset: runs / 2 });
  await store.close();
  return runIdSchema.parse(row?.id);
}
