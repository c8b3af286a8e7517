import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { atLeast, atMost, interleaved, median, type Measurement, timed } from '../measurement.js';
import { bundle } from '../bundle.js';
import { createBareLoop, createGroupedBareLoop } from './bare-loop.js';
import { finish, inFolder, unlimited, withRuntime, worker } from './engine-run.js';
import { answers, atOnce, many, perPlan, plans } from './many-plans.js';
import { chain, grid } from './plans.js';
import { restart } from './restart.js';
import { show } from './show.js';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const text = (kib: number): string => 'x'.repeat(kib * 1024);
const us = (ms: number, count: number): string => `${Math.round((ms * 1000) / count)} µs`;

/** From the first step to the last, so that reading, checking and storing the plan are not counted as steps. */
async function costPerStep(): Promise<readonly Measurement[]> {
  const steps = 1000;
  const plan = chain(steps);
  return inFolder(async (folder) => {
    let round = 0;
    const bare = (): Promise<number> => {
      const loop = createBareLoop(join(folder, `bare-${(round += 1)}.db`));
      const answer = answers(1);
      const took = timed(() => {
        for (let index = 1; index < steps; index += 1) loop.insert(answer());
      });
      loop.close();
      return took;
    };
    const engine = async (kib: number): Promise<number> => {
      const starts: number[] = [];
      const answer = answers(kib);
      const noting = worker(() => {
        starts.push(performance.now());
        return answer();
      });
      await withRuntime(join(folder, `engine-${(round += 1)}.db`), noting, (runtime) => finish(runtime, plan));
      return (starts.at(-1) ?? 0) - (starts[0] ?? 0);
    };
    // All as they are in a process that has been at work for a while.
    for (let warm = 0; warm < 8; warm += 1) await engine(1);
    const [floor, ours] = await interleaved(5, bare, () => engine(1));
    const [small, large] = await interleaved(
      5,
      () => engine(1),
      () => engine(16),
    );
    const compared = (one: number, other: number): string =>
      `${us(one, steps - 1)} against ${us(other, steps - 1)} a step`;
    return [
      atMost('cost per step, chain', { value: ours / floor, limit: 1.5, detail: compared(ours, floor) }),
      atMost('16 KiB answers against 1 KiB, chain', {
        value: large / small,
        limit: 1.3,
        detail: compared(large, small),
      }),
    ];
  });
}

async function flatness(): Promise<readonly Measurement[]> {
  const steps = 1000;
  return inFolder((folder) =>
    withRuntime(
      join(folder, 'flat.db'),
      worker(() => text(1)),
      async (runtime) => {
        const early: number[] = [];
        const late: number[] = [];
        for (let round = 0; round < 3; round += 1) {
          const times: number[] = [];
          const run = await runtime.start({ plan: chain(steps) }, unlimited);
          for await (const event of run.events()) if (event.type === 'step.succeeded') times.push(performance.now());
          const costs = times.slice(1).map((time, index) => time - (times[index] ?? 0));
          early.push(...costs.slice(5, 105));
          late.push(...costs.slice(-100));
        }
        const [tenth, thousandth] = [median(early), median(late)];
        return [
          atMost('step 1,000 against step 10', {
            value: thousandth / tenth,
            limit: 1.2,
            detail: `${us(thousandth, 1)} against ${us(tenth, 1)}`,
          }),
        ];
      },
    ),
  );
}

async function makespan(): Promise<readonly Measurement[]> {
  const waits = worker(async (task) => {
    await sleep(Number(task));
    return 'ok';
  });
  const uneven = (column: number, row: number): number => (column === row % 4 ? 40 : 10);
  const criticalPath = Math.max(
    ...[0, 1, 2, 3].map((column) => [0, 1, 2, 3, 4].reduce((sum, row) => sum + uneven(column, row), 0)),
  );
  return inFolder((folder) =>
    withRuntime(join(folder, 'grid.db'), waits, async (runtime) => {
      const run = (ms: (column: number, row: number) => number): Promise<number> =>
        timed(() => finish(runtime, grid(4, 5, ms)));
      await run(() => 1);
      const even = median([
        await run(() => 20),
        await run(() => 20),
        await run(() => 20),
        await run(() => 20),
        await run(() => 20),
      ]);
      const odd = median([
        await run(uneven),
        await run(uneven),
        await run(uneven),
        await run(uneven),
        await run(uneven),
      ]);
      return [
        atMost('makespan, 4 × 5 even', {
          value: even / 100,
          limit: 1.1,
          detail: `${even.toFixed(0)} ms for a critical path of 100 ms`,
        }),
        atMost('makespan, 4 × 5 uneven', {
          value: odd / criticalPath,
          limit: 1.15,
          detail: `${odd.toFixed(0)} ms for a critical path of ${criticalPath} ms`,
        }),
      ];
    }),
  );
}

function grouped(file: string, kib: number): Promise<number> {
  const loop = createGroupedBareLoop(file);
  const answer = answers(kib);
  let made = 0;
  return timed(async () => {
    await atOnce(plans, 100, async () => {
      const plan = `plan-${(made += 1)}`;
      for (let step = 0; step < perPlan; step += 1) await loop.keep({ plan, step, answer: answer() });
    });
    loop.close();
  });
}

async function throughput(): Promise<readonly Measurement[]> {
  return inFolder(async (folder) => {
    let round = 0;
    const next = (): string => join(folder, `t-${(round += 1)}.db`);
    const rate = (ms: number): number => (plans * 1000) / ms;
    const both = (rounds: number, kib: number): Promise<readonly [number, number]> =>
      interleaved(
        rounds,
        () => grouped(next(), kib),
        () => many(next(), kib),
      );
    // Both as they are in a process that has been at work for a while.
    await both(3, 1);
    const [floor, ours] = await both(5, 1);
    const [largeFloor, large] = await both(3, 16);
    const waiting = median([await many(next(), 1, 20), await many(next(), 1, 20), await many(next(), 1, 20)]);
    await bundle('bench/engine/memory-child.ts', join(folder, 'memory.mjs'));
    const rss = Number(execFileSync(process.execPath, [join(folder, 'memory.mjs'), next()], { encoding: 'utf8' }));
    return [
      atLeast('plans a second, 100 at once', {
        value: floor / ours,
        limit: 0.5,
        detail: `${rate(ours).toFixed(0)} against ${rate(floor).toFixed(0)} plans/s`,
      }),
      atLeast('with 20 ms steps, of the ideal', {
        value: rate(waiting) / 500,
        limit: 0.75,
        detail: `${rate(waiting).toFixed(0)} of 500 plans/s`,
      }),
      atLeast('the same with 16 KiB answers', {
        value: largeFloor / large,
        limit: 0.5,
        detail: `${rate(large).toFixed(0)} against ${rate(largeFloor).toFixed(0)} plans/s; 16 KiB take ${(large / ours).toFixed(1)} × the time of 1 KiB, in the bare loop ${(largeFloor / floor).toFixed(1)} ×`,
      }),
      atMost('memory', {
        value: rss,
        limit: 120,
        detail: `the most a process had that ran ${plans} plans`,
        unit: 'MB',
      }),
    ];
  });
}

export const engineSuite: readonly {
  readonly name: string;
  readonly measure: () => Promise<readonly Measurement[]>;
}[] = [
  { name: 'cost', measure: costPerStep },
  { name: 'flat', measure: flatness },
  { name: 'makespan', measure: makespan },
  { name: 'throughput', measure: throughput },
  { name: 'restart', measure: restart },
  { name: 'show', measure: show },
];
