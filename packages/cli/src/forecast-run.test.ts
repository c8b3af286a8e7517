import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StepOutcome } from '@planwright/core';
import { Coordinated, planText } from '../../core/src/testing/coordinated.js';
import { aPlan, aStep } from '../../core/src/testing/make-plan.js';
import { createMemoryEventStore, createRuntime, type EventStore } from '@planwright/runtime';
import { createFunctionWorker } from '@planwright/runtime/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endedRuns, forecastFor, type ForecastPlace } from './forecast-run.js';
import { findProject } from './project.js';
import type { System } from './system.js';
import { createTestFolder } from './testing/program-in.js';
import { userPriceFile } from './workers/load-prices.js';

const plan = aPlan([aStep('E1'), aStep('E2', { agent: 'coder' })]);
const model = 'anthropic:a-model';

function aRuntime(store: EventStore, outcome: StepOutcome | string = 'done') {
  return createRuntime({ store, worker: createFunctionWorker(() => outcome) });
}

/** A store in which `count` runs of a step of `search` ended, each at 1000 tokens. */
async function aStoreOfRuns(count: number): Promise<EventStore> {
  const store = createMemoryEventStore();
  const usage = { inputTokens: 900, outputTokens: 100 };
  const runtime = aRuntime(store, { type: 'done', answer: 'found', usage, model });
  for (let run = 0; run < count; run += 1) await (await runtime.start({ plan: aPlan([aStep('E1')]) })).rest();
  return store;
}

/** A project and a plan in it that waits to be approved. */
async function aPlace(
  store: EventStore,
  { model: named = model, agentCap = null }: Partial<ForecastPlace['settings']> = {},
) {
  const { root, write } = createTestFolder();
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const env = { HOME: root };
  const sink = { isTerminal: false, columns: 80, write: () => undefined };
  const system: System = {
    ...{ argv: [], env, cwd: root, version: '0', stdout: sink, stderr: sink },
    stdin: { isTerminal: false, readAll: async () => '', ask: async () => '' },
    runInteractive: async () => 0,
    onStop: () => () => undefined,
    isStopping: () => false,
    crash: new Promise<never>(() => undefined),
  };
  const place: ForecastPlace = {
    store,
    project: findProject(root, root),
    settings: { model: named, agentCap },
    context: { system },
  };
  const run = await aRuntime(store).start({ plan }, { approve: 'ask' });
  return { place, state: run.state(), env, write };
}

describe('the forecast of a plan', () => {
  it('rests on what ended runs of the store took', async () => {
    const { place, state } = await aPlace(await aStoreOfRuns(2));
    expect(await forecastFor(place, state)).toMatchObject({
      steps: [
        { label: 'E1', basis: 'earlier runs', samples: 2, tokens: { likely: 1000 } },
        { label: 'E2', basis: 'context size', samples: 0 },
      ],
      costUsd: null,
      error: { share: 0, steps: 1 },
    });
  });

  it('takes prices from the list a user has put there', async () => {
    const { place, state, env } = await aPlace(await aStoreOfRuns(1));
    const file = userPriceFile(env);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `asOf: 2026-01-01\nprices: [{ model: '${model}', input: 1, output: 11 }]\n`);
    expect((await forecastFor(place, state))?.steps[0]?.costUsd).toMatchObject({ likely: 0.002 });
  });

  it('names the agent programs whose calls have no cap', async () => {
    const chain = 'command:claude,acp:other --acp,offline';
    const uncapped = async (agentCap: { tokens: number } | null) => {
      const { place, state } = await aPlace(await aStoreOfRuns(0), { model: chain, agentCap });
      return (await forecastFor(place, state))?.uncapped;
    };
    expect(await uncapped(null)).toEqual(['command:claude', 'acp:other --acp']);
    expect(await uncapped({ tokens: 1000 })).toEqual([]);
  });

  it('says that a step without a model costs nothing', async () => {
    const { place, state } = await aPlace(createMemoryEventStore(), { model: 'offline' });
    const forecast = await forecastFor(place, state);
    expect(forecast?.steps.map(({ basis }) => basis)).toEqual(['offline', 'offline']);
    expect(forecast?.costUsd?.high).toBe(0);
  });

  it('goes by the models of the agents that coordinated, whatever is configured beside them', async () => {
    const machine = Coordinated.of(['a', 'B'], {}).propose('a', planText('x')).propose('B', planText('y'));
    const { state: coordinated } = machine.vote('a', 'agent2').vote('B', 'agent1');
    const { place, env } = await aPlace(createMemoryEventStore(), { model: 'auto' });
    const file = userPriceFile(env);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `asOf: 2026-01-01\nprices: [{ model: '${model}', input: 1, output: 11 }]\n`);
    const basisOf = async (agent: string, ...models: readonly string[]): Promise<unknown> => {
      const agents = ['a', 'B'].map((id, index) => ({ id, alias: id, model: models[index] ?? '' }));
      const { coordination, execution } = coordinated;
      const state = {
        ...coordinated,
        coordination: coordination && { ...coordination, settings: { ...coordination.settings, agents } },
        execution: execution && { ...execution, plan: aPlan([aStep('E1', { agent })]) },
      };
      const [step] = (await forecastFor(place, state))?.steps ?? [];
      return [step?.basis, step?.costUsd !== null];
    };
    expect(await basisOf('presenter', model, 'offline')).toEqual(['context size', true]);
    expect(await basisOf('presenter', 'offline', model)).toEqual(['offline', true]);
    expect(await basisOf('B', 'offline', 'openai:unpriced')).toEqual(['context size', false]);
    expect(await basisOf('coder', 'offline', model)).toEqual(['context size', true]);
  });

  it('counts what the files of a step hold, and nothing outside the project', async () => {
    const store = createMemoryEventStore();
    const { place, state, write } = await aPlace(store);
    write('big.ts', 'x'.repeat(400_000));
    const likelyWith = async (path: string) => {
      const step = aStep('E1', { files: [{ path }] });
      const { execution } = state;
      const changed = { ...state, execution: execution && { ...execution, plan: aPlan([step]) } };
      return (await forecastFor(place, changed))?.tokens.likely ?? 0;
    };
    const plain = await likelyWith('missing.ts');
    expect(await likelyWith('big.ts')).toBeGreaterThan(5 * plain);
    expect(await likelyWith('../../../../../../../../bin/sh')).toBe(plain);
  });

  it('leaves out steps that ended', async () => {
    const store = createMemoryEventStore();
    const { place } = await aPlace(store);
    const run = await aRuntime(store).start({ plan: aPlan([aStep('E1')]) });
    expect((await forecastFor(place, await run.rest()))?.steps).toEqual([]);
  });
});

describe('ended runs', () => {
  it('are the last ones, not more than asked for, and none that is under way', async () => {
    const store = await aStoreOfRuns(3);
    await aRuntime(store).start({ plan }, { approve: 'ask' });
    expect(await endedRuns(store)).toHaveLength(3);
    expect(await endedRuns(store, { most: 2 })).toHaveLength(2);
  });

  it('are fewer when reading them takes too long', async () => {
    let time = 0;
    expect(await endedRuns(await aStoreOfRuns(3), { withinMs: 200, now: () => (time += 100) })).toHaveLength(1);
  });

  it('do not hold one that cannot be read', async () => {
    const store = await aStoreOfRuns(2);
    const [first] = await store.listRuns({ limit: 1 });
    const damaged: EventStore = {
      ...store,
      read: (stream) => (stream === first?.id ? Promise.reject(new Error('damaged')) : store.read(stream)),
    };
    expect(await endedRuns(damaged)).toHaveLength(1);
  });
});
