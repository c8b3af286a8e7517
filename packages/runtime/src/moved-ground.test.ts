import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ground, pauseOf, type RunState, runResult } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../../core/src/testing/make-plan.js';
import { createMemoryEventStore } from './adapters/memory-event-store.js';
import { createProjectGround } from './adapters/project-ground.js';
import { aRepository, git, signal, workspacesOf } from './adapters/workspaces/testing/a-git-project.js';
import { createRuntime, type RuntimeOptions } from './create-runtime.js';
import type { EventStore } from './ports/event-store.js';
import type { Run } from './run-handle.js';
import { createFunctionWorker } from './testing/index.js';

const agents = { model: 'offline' };
const twoWriters = aPlan([aStep('E1', { agent: 'coder' }), aStep('E2', { agent: 'coder', dependsOn: ['E1'] })]);
const statuses = ({ execution }: RunState): unknown => execution?.steps.map(({ status }) => status);

/** While E1 works, the user commits something. */
async function movedMeanwhile(options: (root: string) => Partial<RuntimeOptions>): Promise<{ root: string; run: Run }> {
  const root = await aRepository({ a: '1' });
  const worker = createFunctionWorker(async ({ label }, { root: place = root }) => {
    if (label === 'E1') await git(root, 'commit', '--quiet', '--allow-empty', '-m', 'of the user');
    await writeFile(join(place, `${label}.txt`), label);
    return label;
  });
  const runtime = createRuntime({
    worker,
    ground: createProjectGround({ root, environment: process.env, agents }),
    ...options(root),
  });
  return { root, run: await runtime.start({ plan: twoWriters }, { approve: 'auto' }) };
}

describe('a project that moves while a run works', () => {
  it('stops it before the next step; approved anew it goes on from the base it has', { timeout: 30_000 }, async () => {
    const { root, run } = await movedMeanwhile((project) => ({ workspaces: workspacesOf(project) }));
    const stopped = await run.rest();
    expect(statuses(stopped)).toEqual(['done', 'pending']);
    expect(runResult(stopped)).toMatchObject({ exit: 3, reason: 'approval' });
    const [from, to] = (await git(root, 'log', '--format=%H', '--reverse')).split('\n').map((id) => id.slice(0, 12));
    expect(pauseOf(stopped)?.note).toBe(`it was approved on ${from}, and the project is now at ${to}`);
    await run.approve();
    const ended = await run.rest();
    expect(statuses(ended)).toEqual(['done', 'done']);
    expect(ended.approvals).toMatchObject([{ policy: 'auto' }, { policy: 'person' }]);
    const { head } = await workspacesOf(root).base(run.id, { signal });
    expect(head).toBe(await git(root, 'rev-parse', 'HEAD^'));
  });

  it('does not stop one whose steps work in the project itself: that is their own work', async () => {
    const { run } = await movedMeanwhile(() => ({}));
    expect(statuses(await run.rest())).toEqual(['done', 'done']);
  });
});

describe('a ground that moved while nobody carried the run out', () => {
  const ground = (baseCommit: string, parts: Record<string, string> = {}): Ground => ({
    baseCommit,
    agents: JSON.stringify(parts),
    parts,
  });
  const worker = createFunctionWorker(({ label }) => label);

  async function taken(up: { store: EventStore; from: Ground; to: Ground }): Promise<Run> {
    const first = createRuntime({ worker, store: up.store, ground: () => up.from });
    const { id, approve } = await first.start({ plan: twoWriters }, { approve: 'ask' });
    await approve();
    return createRuntime({ worker, store: up.store, ground: () => up.to }).open(id);
  }

  it.each([
    ['the commit', ground('b'.repeat(40)), 'it was approved on aaaaaaaaaaaa, and the project is now at bbbbbbbbbbbb'],
    [
      'an agent',
      ground('a'.repeat(40), { 'agent coder': '2' }),
      'the agents, tools or models are not those it was approved with: agent coder is new',
    ],
  ])('is asked about before the first step: %s', async (_what, to, note) => {
    const run = await taken({ store: createMemoryEventStore(), from: ground('a'.repeat(40)), to });
    await run.attend();
    await run.start();
    expect(pauseOf(await run.rest())).toMatchObject({ reason: 'approval', note });
    await run.approve();
    expect(statuses(await run.rest())).toEqual(['done', 'done']);
  });

  it('is covered by an approval that was given on it', async () => {
    const to = ground('b'.repeat(40));
    const run = await taken({ store: createMemoryEventStore(), from: ground('a'.repeat(40)), to });
    await run.approve();
    expect(run.state().approval?.ground).toEqual(to);
    await run.attend();
    await run.start();
    expect(statuses(await run.rest())).toEqual(['done', 'done']);
  });

  it('has the agents of who works, not of who approves meanwhile and looks on', async () => {
    const store = createMemoryEventStore();
    const from = ground('a'.repeat(40), { model: 'of the worker' });
    const liveness = {
      describe: (id: string) => ({ id, machine: '', boot: '', pid: 0, pidStarted: '' }),
      isAlive: () => true,
    };
    const working = createRuntime({ worker, store, liveness, ground: () => from });
    const { id } = await working.start({ plan: twoWriters }, { approve: 'ask' });
    await (await working.open(id)).approve();
    const to = ground('b'.repeat(40), { model: 'of the bystander' });
    const bystander = await createRuntime({ worker, store, liveness, ground: () => to }).open(id);
    await bystander.approve();
    expect(bystander.state().approval?.ground).toEqual({ ...from, baseCommit: to.baseCommit });
  });

  it('refuses what a person asks for when it cannot be told, and loses no result', async () => {
    let isTold = true;
    const failing = createRuntime({
      worker,
      ground: () => (isTold ? ground('a'.repeat(40)) : Promise.reject(new Error('git is gone'))),
    });
    const run = await failing.start({ plan: twoWriters }, { approve: 'auto' });
    isTold = false;
    await expect(run.pause()).rejects.toThrow('git is gone');
    expect(statuses(await run.rest())).toEqual(['done', 'done']);
  });
});
