import { aPlan, aStep } from '../../core/src/testing/make-plan.js';
import {
  isWorking,
  type LogLine,
  type Plan,
  planState,
  PlanwrightError,
  type RunId,
  type RunState,
} from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore } from './adapters/memory-event-store.js';
import { createRuntime, proceed, type Runtime } from './create-runtime.js';
import type { EventStore } from './ports/event-store.js';
import type { Log } from './ports/log.js';
import type { Worker } from './ports/worker.js';
import { createCountingIds, crashAfter, createFixedClock, createFunctionWorker } from './testing/index.js';

const diamond = aPlan([
  aStep('E1'),
  aStep('E2', { task: 'left of #E1' }),
  aStep('E3', { task: 'right of #E1' }),
  aStep('E4', { dependsOn: ['E2', 'E3'] }),
  aStep('E5'),
]);

const runtimeOn = (store: EventStore, worker: Worker, name = 'a'): Runtime =>
  createRuntime({ store, worker, clock: createFixedClock(), ids: createCountingIds(name) });

/** What a run is, apart from when things happened and how often they were tried. */
function essence(state: RunState): unknown {
  return {
    state: planState(state),
    hadErrors: state.hadErrors,
    steps: state.execution?.steps.map((step) => [step.status, step.status === 'done' ? step.answer : null]),
  };
}

async function finish(store: EventStore, id: RunId, worker: Worker): Promise<RunState> {
  const runtime = runtimeOn(store, worker, 'b');
  const run = await runtime.open(id);
  await run.attend();
  if (planState(run.state()) === 'draft') await proceed(run, 'reads-only');
  return run.rest();
}

async function whole(plan: Plan): Promise<{ readonly state: RunState; readonly appends: number }> {
  let appends = 0;
  const memory = createMemoryEventStore();
  const store: EventStore = {
    ...memory,
    append: (append) => {
      appends += 1;
      return memory.append(append);
    },
  };
  const run = await runtimeOn(
    store,
    createFunctionWorker((order) => `answer of ${order.label}`),
  ).start({ plan });
  return { state: await run.rest(), appends };
}

describe('a run that dies at an append', () => {
  it('has several appends to die at', async () => {
    expect((await whole(diamond)).appends).toBeGreaterThanOrEqual(4);
  });

  for (const moment of ['before', 'after'] as const) {
    for (let append = 1; append <= 8; append += 1) {
      it(`comes to the same end after a crash ${moment} append ${append} is stored, and no finished step runs twice`, async () => {
        const store = createMemoryEventStore();
        const worker = createFunctionWorker((order) => `answer of ${order.label}`);
        const started = runtimeOn(crashAfter(store, append, moment), worker).start({ plan: diamond });
        const id = 'run-a0001' as RunId;
        await Promise.race([started.then((run) => run.rest()), quiet(store)]);
        const finished = await finishedSteps(store, id);
        const before = worker.orders.length;
        if ((await store.read(id)).length === 0) {
          expect(worker.orders, 'nothing may happen before it is recorded').toEqual([]);
          return;
        }
        const state = await finish(store, id, worker);
        expect(essence(state)).toEqual(essence((await whole(diamond)).state));
        expect(worker.orders.slice(before).filter((order) => finished.includes(order.label))).toEqual([]);
      });
    }
  }
});

/** Nothing was appended for a few turns of the event loop: whoever is left is stuck, as after a crash. */
async function quiet(store: EventStore): Promise<void> {
  for (let seen = -1, same = 0; same < 5;) {
    const count = (await store.readAll(0, 10_000)).length;
    same = count === seen ? same + 1 : 0;
    seen = count;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function finishedSteps(store: EventStore, id: RunId): Promise<readonly string[]> {
  const labels = new Map(diamond.steps.map((step) => [step.id as string, step.label]));
  return (await store.read(id)).flatMap((event) =>
    event.type === 'step.succeeded' ? [labels.get((event.data as { step: string }).step) ?? ''] : [],
  );
}

describe('steps that end together', () => {
  it('are stored in one append, also when each ends in a callback of its own', async () => {
    const memory = createMemoryEventStore();
    const appends: string[][] = [];
    const store: EventStore = {
      ...memory,
      append: (append) => {
        appends.push(append.streams.flatMap(({ events }) => events.map(({ type }) => type)));
        return memory.append(append);
      },
    };
    const worker = createFunctionWorker(() => new Promise((resolve) => setImmediate(resolve, 'an answer')));
    const plan = aPlan([aStep('E1'), aStep('E2'), aStep('E3')], { mode: 'parallel' });
    const run = await runtimeOn(store, worker).start({ plan });
    await run.rest();
    const [ends] = appends.filter((types) => types.includes('step.succeeded'));
    expect(ends?.slice(0, 4)).toEqual(['step.succeeded', 'step.succeeded', 'step.succeeded', 'plan.finished']);
  });
});

describe('a budget of time for a step', () => {
  it('ends a try that takes longer, which costs no attempt, and the run waits until there is more', async () => {
    let tries = 0;
    const worker = createFunctionWorker(() => ((tries += 1) === 1 ? new Promise(() => undefined) : 'an answer'));
    const runtime = runtimeOn(createMemoryEventStore(), worker);
    const run = await runtime.start({ plan: aPlan([aStep('E1')]) }, { budget: { stepTimeMs: 5 } });
    expect(await run.result()).toMatchObject({ state: 'paused', reason: 'budget', exit: 4 });
    expect(run.state().execution?.holds[0]?.note).toContain('took longer than 5 ms, which is its budget');
    await run.setBudget({ stepTimeMs: 60_000 });
    expect(await run.result()).toMatchObject({ state: 'done' });
    expect([tries, run.state().execution?.steps[0]?.attempts]).toEqual([2, 1]);
  });
});

describe('two processes on one run', () => {
  it('dispatch every step once between them', async () => {
    const store = createMemoryEventStore();
    const worker = createFunctionWorker(async (order) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return `answer of ${order.label}`;
    });
    const alive = {
      describe: (id: string) => ({ id, machine: 'm', boot: 'b', pid: 1, pidStarted: '' }),
      isAlive: () => true,
    };
    const [first, second] = ['a', 'b'].map((name) =>
      createRuntime({ store, worker, liveness: alive, ids: createCountingIds(name) }),
    );
    const run = await first!.start({ plan: diamond });
    const same = await second!.open(run.id);
    await same.attend();
    const [state] = await Promise.all([run.rest(), same.rest()]);
    expect(planState(state)).toBe('done');
    expect(worker.orders.map((order) => order.label).sort()).toEqual(['E1', 'E2', 'E3', 'E4', 'E5']);
    const types = (await store.read(run.id)).map((event) => event.type);
    expect(types.filter((type) => type === 'step.succeeded')).toHaveLength(5);
    expect(types.filter((type) => type === 'plan.finished')).toHaveLength(1);
  });

  it('a pause by the other takes effect before the next step starts, and the result that comes after it is kept', async () => {
    const store = createMemoryEventStore();
    let release = (): void => undefined;
    const worker = createFunctionWorker(async (order) => {
      await new Promise<void>((resolve) => (release = resolve));
      return `answer of ${order.label}`;
    });
    const run = await runtimeOn(store, worker).start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    const other = await runtimeOn(store, worker, 'b').open(run.id);
    await other.pause('wait');
    release();
    const state = await run.rest();
    expect(planState(state)).toBe('paused');
    expect(state.execution?.steps.map((step) => step.status)).toEqual(['done', 'pending']);
    expect(worker.orders).toHaveLength(1);
  });

  it('a resume by the other starts the next step where the run is attended to, though nothing was under way there', async () => {
    const store = createMemoryEventStore();
    let release = (): void => undefined;
    const worker = createFunctionWorker(async (order) => {
      if (order.label === 'E1') await new Promise<void>((resolve) => (release = resolve));
      return `answer of ${order.label}`;
    });
    const run = await runtimeOn(store, worker).start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    const other = await runtimeOn(store, worker, 'b').open(run.id);
    await other.pause();
    release();
    expect(planState(await run.rest())).toBe('paused');
    await other.resume();
    expect(planState(await other.rest())).toBe('done');
  });

  it('a cancel that comes while a start is being stored is not undone by it, and nothing acts before the start is acknowledged', async () => {
    const memory = createMemoryEventStore();
    let acknowledged = false;
    const seen: string[] = [];
    const worker = createFunctionWorker((order, { signal }) => {
      if (order.label === 'E1') return 'ok';
      seen.push(acknowledged ? 'started' : 'started too early');
      return new Promise<string>((resolve) =>
        signal.addEventListener('abort', () => {
          seen.push('stopped');
          resolve('late');
        }),
      );
    });
    const other = runtimeOn(memory, worker, 'b');
    const store: EventStore = {
      ...memory,
      append: async (append) => {
        const appended = await memory.append(append);
        if (!appended.events.some(({ type }) => type === 'step.succeeded')) return appended;
        await (await other.open('run-a0001' as RunId)).cancel('enough');
        // The store tells of both appends before it acknowledges ours.
        await new Promise((resolve) => setImmediate(resolve));
        acknowledged = true;
        return appended;
      },
    };
    const run = await runtimeOn(store, worker).start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    expect(planState(await run.rest())).toBe('cancelled');
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual(['started', 'stopped']);
    expect(planState(run.state())).toBe('cancelled');
  });

  it('a cancel by the other stops the step that is under way', async () => {
    const store = createMemoryEventStore();
    let aborted = false;
    const worker = createFunctionWorker(
      (_order, { signal }) =>
        new Promise<string>((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve('too late');
          }),
        ),
    );
    const run = await runtimeOn(store, worker).start({ plan: aPlan([aStep('E1')]) });
    const other = await runtimeOn(store, worker, 'b').open(run.id);
    await other.cancel('enough');
    expect((await run.result()).state).toBe('cancelled');
    expect(aborted).toBe(true);
  });
});

describe('a process that dies while another attends to the same run', () => {
  it('has its steps taken over within a heartbeat, and a result it sends after all is not used', async () => {
    const store = createMemoryEventStore();
    const dead = new Set<string>();
    const liveness = {
      describe: (id: string) => ({ id, machine: 'm', boot: 'b', pid: 1, pidStarted: '' }),
      isAlive: ({ id }: { readonly id: string }) => !dead.has(id),
    };
    const hangs = createFunctionWorker(() => new Promise(() => undefined));
    const works = createFunctionWorker(({ label }) => (label === 'E1' ? 'taken over' : new Promise(() => undefined)));
    const first = createRuntime({ store, worker: hangs, liveness, ids: createCountingIds('a'), heartbeatMs: 5 });
    const second = createRuntime({ store, worker: works, liveness, ids: createCountingIds('b'), heartbeatMs: 5 });
    const run = await first.start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    const same = await second.open(run.id);
    await same.attend();
    expect(works.orders).toEqual([]);
    dead.add('exec-a1');
    await expect
      .poll(() => same.state().execution!.steps[0])
      .toMatchObject({ status: 'done', answer: 'taken over', tries: 2, attempts: 1 });
    await expect.poll(async () => (await store.read(run.id)).map((event) => event.type)).toContain('result.ignored');
    expect(same.state().execution!.steps[0]).toMatchObject({ status: 'done', answer: 'taken over' });
  });
});

describe('what happens when attempts are used up', () => {
  it.each([
    [true, 'paused'],
    [false, 'failed'],
  ])('follows from whether somebody looks on (%s): the plan is %s', async (supervised, expected) => {
    const worker = createFunctionWorker(() => Promise.reject(new Error('no')));
    const run = await createRuntime({ worker }).start({ plan: aPlan([aStep('E1')]) }, { supervised });
    expect(planState(await run.rest())).toBe(expected);
  });
});

describe('a command that is repeated under its id', () => {
  it('is answered as the first time, also where it would be refused by now', async () => {
    const worker = createFunctionWorker(() => 'ok');
    const run = await createRuntime({ worker }).start({ plan: aPlan([aStep('E1', { agent: 'coder' })]) });
    const skip = { type: 'plan.approve', policy: 'person', hash: run.state().hash! } as const;
    await run.command(skip, { commandId: 'c-1' });
    await run.start();
    await run.rest();
    const before = run.state().seq;
    await run.command(skip, { commandId: 'c-1' });
    expect(run.state().seq).toBe(before);
    await expect(run.command(skip, { commandId: 'c-2' })).rejects.toMatchObject({ code: 'command-refused' });
  });
});

describe('a command under an id that changes nothing', () => {
  it('changes nothing when it is repeated either', async () => {
    const worker = createFunctionWorker(() => new Promise(() => undefined));
    const run = await createRuntime({ worker }).start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    await run.resume(undefined, { commandId: 'c-1' });
    await run.pause();
    await run.resume(undefined, { commandId: 'c-1' });
    expect(run.state().execution?.holds).toMatchObject([{ reason: 'supervisor' }]);
  });
});

describe('two edits of the same revision', () => {
  it('are the first and a refusal: neither is lost in silence', async () => {
    const store = createMemoryEventStore();
    const worker = createFunctionWorker(() => 'ok');
    const run = await runtimeOn(store, worker).start({ plan: aPlan([aStep('E1')]) }, { approve: 'ask' });
    const other = await runtimeOn(store, worker, 'b').open(run.id);
    const edited = (task: string): Plan => aPlan([aStep('E1', { task })]);
    await other.edit(edited('by the other'), { revision: 1 });
    await expect(run.edit(edited('by the one'), { revision: 1 })).rejects.toMatchObject({
      message: 'the plan became revision 2 while it was being edited',
    });
    expect(run.state().execution?.plan.steps[0]?.task).toBe('by the other');
  });
});

describe('a worker that misbehaves', () => {
  const long = 'x'.repeat(50 * 1024 * 1024);
  const outcomeOf = async (work: Parameters<typeof createFunctionWorker>[0], limits = {}): Promise<unknown> => {
    const runtime = createRuntime({ worker: createFunctionWorker(work), limits, clock: createFixedClock() });
    const run = await runtime.start({ plan: aPlan([aStep('E1')]) }, { maxAttempts: 1 });
    const step = (await run.rest()).execution!.steps[0]!;
    return step.status === 'failed' ? step.error.message : step.status;
  };

  it('by throwing fails its step with the message', async () => {
    expect(await outcomeOf(() => Promise.reject(new Error('boom')))).toBe('boom');
  });

  it('by returning nothing fails its step', async () => {
    expect(await outcomeOf(() => undefined as never)).toBe('the worker for E1 (search) returned no outcome');
    expect(await outcomeOf(() => '  \n')).toBe('search ended E1 without an answer');
  });

  it('by returning 50 MB fails its step and stores none of it', async () => {
    expect(await outcomeOf(() => 'x'.repeat(50 * 1024 * 1024))).toBe(
      'the answer of E1 has 52428800 bytes; at most 4194304 are kept',
    );
  });

  it.each<[string, Parameters<typeof createFunctionWorker>[0]]>([
    ['a failure', () => ({ type: 'failed', error: { code: 'agent-failed', message: long, retryable: false } })],
    ['proof', () => ({ type: 'done', answer: 'ok', proof: [{ criterion: 'it', evidence: long, met: true }] })],
    ['a reason to hand it over', () => ({ type: 'handed-over', reason: long })],
    ['an error that is thrown', () => Promise.reject(new Error(long))],
  ])('by 50 MB of %s fails its step and stores none of it', async (_, work) => {
    expect(String(await outcomeOf(work)).length).toBeLessThan(20_000);
  });

  it('by a failure that no store can keep fails its step', async () => {
    const error = { code: 'agent-failed', message: 'no', retryable: false, details: { size: 5n } } as const;
    expect(await outcomeOf(() => ({ type: 'failed', error }))).toContain('BigInt');
  });

  it('by hanging fails its step when its time is up', async () => {
    expect(await outcomeOf(() => new Promise(() => undefined), { stepTimeoutMs: 5 })).toBe(
      'step E1 took longer than 5 ms',
    );
  });
});

describe('a runtime that is closed', () => {
  it('records what was under way as interrupted, and another goes on from there', async () => {
    const store = createMemoryEventStore();
    const hangs = createFunctionWorker(() => new Promise(() => undefined));
    const runtime = createRuntime({ store: { ...store, close: () => Promise.resolve() }, worker: hangs });
    const run = await runtime.start({ plan: aPlan([aStep('E1')]) });
    await runtime.close();
    expect(run.state().execution!.steps.some(isWorking)).toBe(false);
    const state = await finish(
      store,
      run.id,
      createFunctionWorker(() => 'now'),
    );
    expect(state.execution!.steps[0]).toMatchObject({ status: 'done', tries: 2, attempts: 1 });
  });
});

describe('a runtime that cannot store that it is closed', () => {
  it('lets go of the store all the same, and says why', async () => {
    const memory = createMemoryEventStore();
    const full = new PlanwrightError('store-unwritable', 'the disk is full');
    let isFull = false;
    let isClosed = false;
    const store: EventStore = {
      ...memory,
      append: (append) => (isFull ? Promise.reject(full) : memory.append(append)),
      close: () => {
        isClosed = true;
        return memory.close();
      },
    };
    const runtime = runtimeOn(
      store,
      createFunctionWorker(() => new Promise(() => undefined)),
    );
    await runtime.start({ plan: aPlan([aStep('E1')]) });
    isFull = true;
    await expect(runtime.close()).rejects.toBe(full);
    expect(isClosed).toBe(true);
  });
});

describe('the row of a run in a list', () => {
  it('tells soon how far a run is while a long step is under way, and at once how it ended', async () => {
    const store = createMemoryEventStore();
    let release = (): void => undefined;
    const worker = createFunctionWorker(({ label }) =>
      label === 'E2' ? new Promise<string>((resolve) => (release = () => resolve('ok'))) : 'ok',
    );
    const run = await createRuntime({ store, worker }).start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    await expect.poll(() => store.findRun(run.id)).toMatchObject({ state: 'running', stepsDone: 1, stepsTotal: 2 });
    release();
    await run.rest();
    expect(await store.findRun(run.id)).toMatchObject({ state: 'done', stepsDone: 2 });
  });

  it('counts every result that comes after a pause at once, since its process ends with the last', async () => {
    const store = createMemoryEventStore();
    const releases: (() => void)[] = [];
    const worker = createFunctionWorker(() => new Promise<string>((resolve) => releases.push(() => resolve('ok'))));
    const plan = aPlan([aStep('E1'), aStep('E2'), aStep('E3', { dependsOn: ['E1', 'E2'] })], { mode: 'parallel' });
    const run = await createRuntime({ store, worker }).start({ plan });
    await expect.poll(() => releases).toHaveLength(2);
    await run.pause();
    for (const release of releases) release();
    await run.rest();
    expect(await store.findRun(run.id)).toMatchObject({ state: 'paused', stepsDone: 2 });
  });

  it('counts every result before a process that is told to stop is gone', async () => {
    const store = createMemoryEventStore();
    const worker = createFunctionWorker(({ label }) => (label === 'E1' ? 'ok' : new Promise(() => undefined)));
    const runtime = createRuntime({ store: { ...store, close: () => Promise.resolve() }, worker });
    const run = await runtime.start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    await expect.poll(() => worker.orders, { interval: 1 }).toHaveLength(2);
    await runtime.close();
    expect(await store.findRun(run.id)).toMatchObject({ state: 'running', stepsDone: 1 });
  });
});

describe('processes that died', () => {
  it('are forgotten by the next one that works', async () => {
    const store = createMemoryEventStore();
    const gone = { id: 'exec-gone', machine: 'm', boot: 'b', pid: 1, pidStarted: '', heartbeatAt: '', runs: [] };
    await store.heartbeat(gone);
    await createRuntime({ store, worker: createFunctionWorker(() => 'ok'), ids: createCountingIds() }).start({
      plan: aPlan([aStep('E1')]),
    });
    await expect.poll(async () => (await store.executors()).map(({ id }) => id)).toEqual(['exec-a1']);
  });
});

describe('the events of a run', () => {
  it('come in order, from the first to the last, to whoever looks on', async () => {
    const run = await createRuntime({ worker: createFunctionWorker(() => 'ok') }).start({ plan: aPlan([aStep('E1')]) });
    const seen: string[] = [];
    for await (const event of run.events()) seen.push(event.type);
    expect(seen).toEqual([
      'run.created',
      'plan.drafted',
      'check.finished',
      'plan.approved',
      'run.started',
      'step.started',
      'step.succeeded',
      'plan.finished',
      'run.answered',
    ]);
  });
});

describe('the log', () => {
  const logged = (): { readonly log: Log; readonly told: string[] } => {
    const told: string[] = [];
    const write = ({ level, msg, id }: LogLine): unknown =>
      level === 'debug' || told.push(`${msg} ${typeof id === 'string' ? id : ''}`.trim());
    return { log: { write }, told };
  };
  const worker = createFunctionWorker(() => 'fine');

  it('of each process tells what happened while it was there, and nothing of what was before', async () => {
    const store = createMemoryEventStore();
    const [first, second] = [logged(), logged()];
    const plan = { ...aPlan([aStep('E1')]), advance: 'manual' as const };
    const run = await createRuntime({ store, worker, ids: createCountingIds('a'), log: first.log }).start({ plan });
    await run.rest();
    expect(first.told).toEqual(['plan held']);
    const opened = await createRuntime({ store, worker, ids: createCountingIds('b'), log: second.log }).open(run.id);
    expect(second.told).toEqual([]);
    await opened.resume();
    await opened.rest();
    expect(second.told).toEqual(['plan step dispatching E1', 'plan step done E1', 'plan finished']);
    expect(first.told).toEqual(['plan held', ...second.told]);
  });
});
