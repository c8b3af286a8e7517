import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInAgents, type Plan } from '@planwright/core';
import { createRuntime, type Runtime, type Worker } from '@planwright/runtime';
import { createSqliteEventStore } from '@planwright/runtime/node';

export const unlimited = { maxSteps: 100_000, approve: 'auto' } as const;

/** A folder on the disk the projects are on: a temporary file system would have nothing to sync. */
export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? process.cwd(), '.bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function worker(work: (task: string) => Promise<string> | string): Worker {
  return { agents: builtInAgents, work: async (order) => ({ type: 'done', answer: await work(order.task) }) };
}

export async function withRuntime<Result>(
  file: string,
  using: Worker,
  use: (runtime: Runtime) => Promise<Result>,
): Promise<Result> {
  const runtime = createRuntime({ store: await createSqliteEventStore(file), worker: using });
  try {
    return await use(runtime);
  } finally {
    await runtime.close();
  }
}

export async function finish(runtime: Runtime, plan: Plan, options: object = unlimited): Promise<void> {
  await (await runtime.start({ plan }, { ...unlimited, ...options })).rest();
}
