import { timed } from '../measurement.js';
import { finish, withRuntime, worker } from './engine-run.js';
import { chain } from './plans.js';

export const plans = 1000;
export const perPlan = 10;

const tenSteps = chain(perPlan);

/** `jobs` jobs, `limit` at a time. */
export async function atOnce(jobs: number, limit: number, job: () => Promise<void>): Promise<void> {
  let left = jobs;
  await Promise.all(
    Array.from({ length: limit }, async () => {
      while ((left -= 1) >= 0) await job();
    }),
  );
}

/** Texts that differ, because equal ones are kept once. */
export function answers(kib: number): () => string {
  const rest = 'x'.repeat(kib * 1024 - 8);
  let count = 0;
  return () => `${String((count += 1)).padStart(8, '0')}${rest}`;
}

/** 1,000 plans of ten steps, 100 at once, with answers of so many KiB and steps that take so long; in milliseconds. */
export function many(file: string, kib: number, stepMs = 0): Promise<number> {
  const answer = answers(kib);
  const work = async (): Promise<string> => {
    if (stepMs > 0) await new Promise((resolve) => setTimeout(resolve, stepMs));
    return answer();
  };
  return withRuntime(file, worker(work), (runtime) => timed(() => atOnce(plans, 100, () => finish(runtime, tenSteps))));
}
