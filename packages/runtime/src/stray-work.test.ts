import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../../core/src/testing/make-plan.js';
import { createMemoryEventStore } from './adapters/memory-event-store.js';
import { aRepository, signal, subjects, workspacesOf } from './adapters/workspaces/testing/a-git-project.js';
import { createRuntime, type Runtime } from './create-runtime.js';
import type { EventStore } from './ports/event-store.js';
import type { Workspaces } from './ports/workspaces.js';
import { takeOutStrays } from './stray-work.js';
import { createFunctionWorker } from './testing/index.js';

const writer = createFunctionWorker(async ({ label }, { root = '' }) => {
  await writeFile(join(root, `${label}.txt`), `${label}\n`);
  return `wrote ${label}.txt`;
});
const plan = aPlan([aStep('E1', { agent: 'coder' }), aStep('E2', { agent: 'coder' })]);
const runtimeOn = (store: EventStore, workspaces: Workspaces): Runtime =>
  createRuntime({ store, worker: writer, workspaces });

/** Does something after a step's work is on the branch and before that is stored. */
const beforeSuccess = (store: EventStore, happens: () => Promise<unknown>): EventStore => ({
  ...store,
  append: async (append) => {
    if (append.streams[0]?.events.some(({ type }) => type === 'step.succeeded')) await happens();
    return store.append(append);
  },
});

describe('work of a step that was never recorded', () => {
  it('is taken out by its process when somebody skips the step meanwhile', async () => {
    const memory = createMemoryEventStore();
    const workspaces = workspacesOf(await aRepository({}));
    const skip = async (): Promise<void> => {
      const [row] = await memory.listRuns({ limit: 1 });
      const run = await createRuntime({ store: memory, worker: writer }).open(row?.id as typeof started.id);
      await run.skip(started.state().execution!.plan.steps[0]!.id).catch(() => undefined);
    };
    const started = await runtimeOn(beforeSuccess(memory, skip), workspaces).start({ plan }, { approve: 'auto' });
    const state = await started.rest();
    expect(state.execution!.steps.map(({ status }) => status)).toEqual(['skipped', 'done']);
    await expect.poll(() => subjects(workspaces)).toEqual(['E2: do E2']);
  });

  it('is taken out before it is applied when its process has died', async () => {
    const memory = createMemoryEventStore();
    const workspaces = workspacesOf(await aRepository({}));
    const full = new PlanwrightError('store-unwritable', 'the disk is full');
    const dying = runtimeOn(
      beforeSuccess(memory, () => Promise.reject(full)),
      workspaces,
    );
    const run = await dying.start({ plan }, { approve: 'auto' });
    await expect(run.rest()).rejects.toBe(full);
    expect(await subjects(workspaces)).toEqual(['E1: do E1']);
    const state = await (await runtimeOn(memory, workspaces).open(run.id)).cancel();
    await takeOutStrays(state, workspaces, { signal });
    expect(await subjects(workspaces)).toEqual([]);
  });
});
