import {
  type CoordinationSettings,
  parseRunEvent,
  planState,
  type RunEvent,
  type RunId,
  type RunState,
} from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createModelCouncil } from './adapters/council/model-council.js';
import { createPresenter } from './adapters/council/presenter.js';
import { someSettings, writtenPlan } from './adapters/council/testing/a-consult-order.js';
import { createMemoryEventStore } from './adapters/memory-event-store.js';
import type { ScriptInput } from './adapters/script-schema.js';
import { createScriptedModel } from './adapters/scripted-model.js';
import { createRuntime, proceed, type Runtime, type RuntimeOptions } from './create-runtime.js';
import type { EventStore } from './ports/event-store.js';
import type { Model, ModelRequest } from './ports/model.js';
import type { Run } from './run-handle.js';
import { createCountingIds, createFunctionWorker, crashAfter } from './testing/index.js';

const call = (name: string, args: Record<string, unknown>) => ({ tools: [{ name, args }] });
const answer = (...tasks: readonly string[]) => call('new_answer', { content: writtenPlan(...tasks) });
const vote = (proposal: string) => call('vote', { proposal, reason: 'it is shorter' });
const submit = call('submit', { confirmed: true });
const restart = call('restart_orchestration', { reason: 'c is missing', instructions: 'Find c as well.' });

type Scripts = Readonly<Record<string, ScriptInput | Model>>;

/** Each proposes a plan of its own; both vote for the second. */
const twoAgents: Scripts = {
  a: {
    replies: [
      { when: { label: 'propose' }, ...answer('Find a.'), repeat: true },
      { when: { label: 'vote' }, ...vote('agent2.1'), repeat: true },
      { when: { label: 'evaluate' }, ...submit, repeat: true },
    ],
  },
  b: {
    replies: [
      { when: { label: 'propose' }, ...answer('Find b.', 'Find it in b.'), repeat: true },
      { when: { label: 'vote' }, ...vote('agent2.1'), repeat: true },
    ],
  },
};

type FixtureOptions = Pick<RuntimeOptions, 'limits'> & { readonly store?: EventStore; readonly name?: string };

function fixtureOf(
  scripts: Scripts,
  { store = createMemoryEventStore(), name = 'a', limits = {} }: FixtureOptions = {},
) {
  const requests: ModelRequest[] = [];
  const agents = new Map(
    Object.entries(scripts).map(([id, script]) => {
      const model = 'reply' in script ? script : createScriptedModel(script, { name: id });
      const reply: Model['reply'] = (request, options) => (requests.push(request), model.reply(request, options));
      return [id, { model: { name: id, reply }, tools: async () => [] }];
    }),
  );
  const worker = createFunctionWorker((order) => `answer of ${order.label}`);
  const runtime: Runtime = createRuntime({
    ...{ store, limits },
    ids: createCountingIds(name),
    council: createModelCouncil({ agents, root: '/nowhere' }),
    worker: createPresenter(worker, { agents, root: '/nowhere' }),
  });
  return { runtime, requests, orders: worker.orders, store };
}

/** Approves every plan that waits for it, until nothing more happens by itself. */
async function toItsEnd(run: Run): Promise<RunState> {
  for (let state = await run.rest(); ; state = await run.rest()) {
    if (planState(state) !== 'draft') return state;
    await proceed(run, 'reads-only');
  }
}

async function coordinate(
  scripts: Scripts,
  changes: Partial<CoordinationSettings> = {},
  limits: RuntimeOptions['limits'] = {},
) {
  const fixture = fixtureOf(scripts, { limits });
  const coordination = someSettings(changes, Object.keys(scripts));
  const run = await fixture.runtime.start({ task: 'Say hello' }, { coordination, planning: { explore: false } });
  const state = await toItsEnd(run);
  return { ...fixture, state, events: await eventsOf(fixture.store, run.id) };
}

async function eventsOf(store: EventStore, id: RunId): Promise<readonly RunEvent[]> {
  return (await store.read(id)).map(parseRunEvent);
}

const asked = (requests: readonly ModelRequest[]): readonly string[] =>
  requests.map(({ agent, phase, attempt }) => `${agent} ${phase} ${attempt}`);

describe('a run whose agents coordinate', () => {
  it('carries out exactly the plan that won, once, after two calls of each agent', async () => {
    const { state, requests, orders } = await coordinate(twoAgents);
    expect(planState(state)).toBe('done');
    expect(state.coordination?.attempts[0].chosen).toMatchObject({
      agent: 'b',
      proposal: 'agent2.1',
      hash: state.hash,
    });
    expect(orders.map(({ task }) => task)).toEqual(['Find b.', 'Find it in b.']);
    expect(asked(requests.filter(({ phase }) => phase !== 'answer')).toSorted()).toEqual([
      'a propose 1',
      'a vote 1',
      'b propose 1',
      'b vote 1',
    ]);
  });

  it('has steps that name nobody carried out by the winner, and the answer written by it', async () => {
    const unnamed = JSON.stringify({ goal: 'g', steps: [{ id: 'E1', task: 'Post it.' }] });
    const winner = [
      { when: { label: 'propose' }, ...call('new_answer', { content: unnamed }) },
      { when: { label: 'vote' }, ...vote('agent2.1') },
      { when: { label: 'E1' }, text: 'Posted.' },
      { text: 'All was posted.' },
    ];
    const { runtime, requests } = fixtureOf({ ...twoAgents, b: { replies: winner } });
    const run = await runtime.start(
      { task: 'Post it' },
      { coordination: someSettings(), planning: { explore: false } },
    );
    await run.rest();
    await run.approve();
    await run.start();
    const state = await run.rest();
    expect(asked(requests).slice(-2)).toEqual(['b execute 1', 'orchestrator answer 1']);
    expect(state.answer?.text).toBe('All was posted.');
  });

  it('goes on without an agent whose model fails, and says why', async () => {
    const { state, requests } = await coordinate({
      ...twoAgents,
      c: { replies: [{ error: { status: 401, message: 'no key' }, repeat: true }] },
    });
    expect(planState(state)).toBe('done');
    expect(state.coordination?.attempts[0].retired).toMatchObject([
      { agent: 'c', reason: expect.stringContaining('no key') },
    ]);
    expect(requests.filter(({ agent }) => agent === 'c')).toHaveLength(1);
  });

  it.each([
    ['never uses its tools', { text: 'I agree.', tools: [] }],
    ['votes and answers at once', { tools: [...vote('agent2.1').tools, ...answer('Find c.').tools] }],
    ['votes twice at once', { tools: [...vote('agent2.1').tools, ...vote('agent1.1').tools] }],
    ['names a proposal that nobody made', vote('agent9.9')],
    ['proposes what is no plan', call('new_answer', { content: 'Let us begin.' })],
    ['proposes 5 MB', call('new_answer', { content: 'x'.repeat(5_000_000) })],
  ])('goes on without an agent that %s, after its tries', async (_what, reply) => {
    const { state, requests } = await coordinate({ ...twoAgents, c: { replies: [{ ...reply, repeat: true }] } });
    expect(planState(state)).toBe('done');
    expect(state.coordination?.attempts[0].retired).toMatchObject([{ agent: 'c' }]);
    // One round that it may have passed, and its tries of the next.
    expect(requests.filter(({ agent }) => agent === 'c').length).toBeLessThanOrEqual(4);
  });

  it('does not wait longer than its time for an agent that hangs: the ballots there are decide', async () => {
    const proposes = createScriptedModel({ replies: [answer('Find c.')] });
    const hanging: Model = {
      name: 'c',
      reply: (request, options) =>
        request.phase === 'propose' ? proposes.reply(request, options) : new Promise(() => undefined),
    };
    const { state } = await coordinate({ ...twoAgents, c: hanging }, { timeoutMs: 100 });
    expect(planState(state)).toBe('done');
    expect(state.coordination?.attempts[0].chosen).toMatchObject({ proposal: 'agent2.1', atTimeout: true });
  });

  it('records what an agent says after the end as refused, and nothing follows from it', async () => {
    let speak = (): void => undefined;
    const isOver = new Promise<void>((resolve) => {
      speak = resolve;
    });
    const proposes = createScriptedModel({ replies: [answer('Find c.'), vote('agent1.1')] });
    const deaf: Model = {
      name: 'c',
      reply: async (request) => {
        if (request.phase === 'vote') await isOver;
        return proposes.reply(request, { signal: new AbortController().signal });
      },
    };
    const { state, store } = await coordinate({ ...twoAgents, c: deaf }, { timeoutMs: 500 });
    const before = state.coordination?.attempts[0];
    speak();
    await quiet(store);
    const events = await eventsOf(store, state.id);
    const refused = events.filter(({ type }) => type === 'said.refused').map(({ data }) => data);
    expect(refused).toMatchObject([{ agent: 'c', round: 2, code: 'too-late' }]);
    expect(events.filter(({ type }) => type === 'proposal.chosen')).toHaveLength(1);
    expect(before).toMatchObject({ chosen: { proposal: 'agent2.1', atTimeout: true } });
    expect(planState(state)).toBe('done');
  });

  it('takes the first word where two processes ask the same agents, and carries every step out once', async () => {
    const store = createMemoryEventStore();
    const processes = ['a', 'b'].map((name) => fixtureOf(twoAgents, { store, name }));
    const [first, second] = processes;
    const coordination = someSettings({ restarts: 1 });
    const run = await first!.runtime.start({ task: 'Say hello' }, { coordination, planning: { explore: false } });
    const joined = await second!.runtime.open(run.id);
    await joined.attend();
    const state = await toItsEnd(run);
    expect(await joined.rest()).toMatchObject({ status: 'done', attempt: 1 });
    expect(planState(state)).toBe('done');
    const events = await eventsOf(store, run.id);
    const countOf = (wanted: string): number => events.filter(({ type }) => type === wanted).length;
    expect([countOf('proposal.received'), countOf('vote.cast'), countOf('agent.retired')]).toEqual([2, 2, 0]);
    expect([countOf('proposal.chosen'), countOf('evaluation.finished')]).toEqual([1, 1]);
    const keys = processes.flatMap(({ orders }) => orders.map(({ key }) => key));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    const refused = events.flatMap((event) => (event.type === 'said.refused' ? [event.data.code] : []));
    expect(refused.filter((code) => code !== 'twice' && code !== 'too-late')).toEqual([]);
  });

  it('fails and says so where nobody here can ask agents', async () => {
    const runtime = createRuntime({ worker: createFunctionWorker(() => 'done') });
    const run = await runtime.start({ task: 't' }, { coordination: someSettings(), planning: { explore: false } });
    const state = await run.rest();
    expect(planState(state)).toBe('failed');
    expect(state.coordination?.attempts[0].retired).toMatchObject([
      { reason: 'nobody here asks agents; give createRuntime a `council`' },
      { agent: 'b' },
    ]);
  });
});

describe('the evaluation of what came of it', () => {
  const judged = (...verdicts: readonly object[]): Scripts => ({
    ...twoAgents,
    a: {
      replies: [
        { when: { label: 'propose', attempt: 1 }, ...answer('Find a.'), repeat: true },
        { when: { label: 'propose', attempt: 2 }, ...answer('Find c.'), repeat: true },
        { when: { label: 'vote', attempt: 1 }, ...vote('agent2.1'), repeat: true },
        { when: { label: 'vote', attempt: 2 }, ...vote('agent1.1'), repeat: true },
        ...verdicts.map((verdict, place) => ({
          when: { label: 'evaluate', attempt: place + 1 },
          ...verdict,
          repeat: true,
        })),
      ],
    },
    b: {
      replies: [
        { when: { label: 'propose', attempt: 1 }, ...answer('Find b.', 'Find it in b.'), repeat: true },
        { when: { label: 'propose', attempt: 2 }, ...answer('Find d.'), repeat: true },
        { when: { label: 'vote', attempt: 1 }, ...vote('agent2.1'), repeat: true },
        { when: { label: 'vote', attempt: 2 }, ...vote('agent1.1'), repeat: true },
      ],
    },
  });

  it('restarts for what is missing; what was done is not done again, and the last attempt is not judged', async () => {
    const { state, orders, requests } = await coordinate(judged(restart), { restarts: 1 });
    expect(planState(state)).toBe('done');
    expect(state.attempt).toBe(2);
    expect(orders.map(({ task }) => task)).toEqual(['Find b.', 'Find it in b.', 'Find c.']);
    expect(requests.filter(({ phase }) => phase === 'evaluate')).toHaveLength(1);
    expect(requests.find(({ phase, attempt }) => phase === 'propose' && attempt === 2)?.messages[0]?.text).toContain(
      'c is missing',
    );
  });

  it('is by somebody else than the author, and ends the run when it submits', async () => {
    const { state, requests } = await coordinate(judged(submit), { restarts: 2 });
    expect(state.attempt).toBe(1);
    expect(asked(requests.filter(({ phase }) => phase === 'evaluate'))).toEqual(['a evaluate 1']);
    expect(state.coordination?.attempts[0].evaluation).toMatchObject({ evaluator: 'a', verdict: 'submit' });
  });

  it('that comes to no verdict submits, and is told as not evaluated', async () => {
    const ways = [
      { text: 'It is wrong.', tools: [] },
      { error: { status: 500, message: 'down' } },
      { ...restart, delayMs: 600_000 },
    ];
    for (const verdict of ways) {
      const { state } = await coordinate(judged(verdict), { restarts: 1 }, { stepTimeoutMs: 1000 });
      expect(planState(state)).toBe('done');
      expect(state.coordination?.attempts[0].evaluation).toMatchObject({ verdict: 'not-evaluated' });
    }
  });
});

describe('a process that dies while agents coordinate', () => {
  const settings = someSettings({ restarts: 1 });

  for (const moment of ['before', 'after'] as const) {
    for (let append = 1; append <= 10; append += 1) {
      it(`leaves a run that goes on without asking anybody twice, ${moment} append ${append} is stored`, async () => {
        const store = createMemoryEventStore();
        const first = fixtureOf(twoAgents, { store: crashAfter(store, append, moment) });
        const started = first.runtime.start(
          { task: 'Say hello' },
          { coordination: settings, planning: { explore: false } },
        );
        const id = 'run-a0001' as RunId;
        await Promise.race([started.then(toItsEnd), quiet(store)]);
        const before = await eventsOf(store, id);
        if (before.length === 0) return;
        const second = fixtureOf(twoAgents, { store, name: 'b' });
        const run = await second.runtime.open(id);
        await run.attend();
        const state = await toItsEnd(run);
        expect(planState(state)).toBe('done');
        const spoken = before.flatMap((event) => spokenIn(event) ?? []);
        expect(asked(second.requests).filter((each) => spoken.includes(each))).toEqual([]);
        const done = before.flatMap((event) => (event.type === 'step.succeeded' ? [event.data.step] : []));
        expect(second.orders.filter(({ stepId }) => done.includes(stepId))).toEqual([]);
      });
    }
  }
});

/** Who need not be asked again for what, once this has happened. */
function spokenIn(event: RunEvent): string | undefined {
  const { type, data } = event;
  if (type === 'proposal.received') return `${data.agent} propose ${data.attempt}`;
  if (type === 'vote.cast') return `${data.agent} vote ${data.attempt}`;
  return type === 'evaluation.finished' ? `${data.evaluator} evaluate ${data.attempt}` : undefined;
}

/** Resolves when nothing is stored any more, as after a process died. */
async function quiet(store: EventStore): Promise<void> {
  for (let seen = -1, same = 0; same < 20;) {
    const count = (await store.readAll(0, 10_000)).length;
    same = count === seen ? same + 1 : 0;
    seen = count;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
