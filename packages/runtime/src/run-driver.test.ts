import { aPlan, aStep } from '../../core/src/testing/make-plan.js';
import { isWorking, planCard, planState, PlanwrightError, type RunId } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore } from './adapters/memory-event-store.js';
import { createRuntime, type Runtime, type RuntimeOptions } from './create-runtime.js';
import type { EventStore } from './ports/event-store.js';
import type { Planner } from './ports/worker.js';
import { createCountingIds, createFunctionWorker } from './testing/index.js';

const liveness = {
  describe: (id: string) => ({ id, machine: 'm', boot: 'b', pid: 1, pidStarted: '' }),
  isAlive: () => true,
};
const runtimeOn = (store: EventStore, name: string, options: Partial<RuntimeOptions> = {}): Runtime =>
  createRuntime({
    store,
    worker: createFunctionWorker(() => 'ok'),
    liveness,
    ids: createCountingIds(name),
    ...options,
  });
const typesIn = async (store: EventStore, run: { readonly id: string }): Promise<readonly string[]> =>
  (await store.read(run.id)).map(({ type }) => type);

/** Something to wait for that a test lets happen. */
function aGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('two processes that plan the same run', () => {
  const planning = { planning: { explore: false } } as const;
  const planned = (by: string): Awaited<ReturnType<Planner['draft']>> => ({
    ok: true,
    plan: aPlan([aStep('E1', { task: by })]),
    notes: [],
  });

  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ['stops when it is told to', (signal) => new Promise((_, reject) => signal.addEventListener('abort', reject))],
    ['goes on all the same', (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve))],
  ])('keep the first draft, also where the second planner %s', async (_, untilTold) => {
    const store = createMemoryEventStore();
    const quick: Planner = { draft: () => Promise.resolve(planned('the first')) };
    const over = aGate();
    const slow: Planner = {
      draft: async (_task, { signal }) => {
        try {
          await untilTold(signal);
          return planned('the second');
        } finally {
          over.open();
        }
      },
    };
    const hold = aGate();
    const late: Planner = { draft: async (...given) => hold.opened.then(() => quick.draft(...given)) };
    const run = await runtimeOn(store, 'a', { planner: late }).start({ task: 'a task' }, planning);
    const same = await runtimeOn(store, 'b', { planner: slow }).open(run.id);
    await same.attend();
    hold.open();
    expect((await run.rest()).execution?.plan.steps[0]?.task).toBe('the first');
    await over.opened;
    await new Promise((resolve) => setImmediate(resolve));
    expect(planState(await same.rest())).toBe('draft');
    expect(await typesIn(store, run)).toEqual(['run.created', 'plan.drafted', 'check.finished']);
  });

  it('keep the first draft, also where the second comes before its process has heard of the first', async () => {
    const store = createMemoryEventStore();
    const deaf: EventStore = { ...store, watch: () => () => undefined };
    const hold = aGate();
    const run = await runtimeOn(deaf, 'a', {
      planner: { draft: () => hold.opened.then(() => planned('the second')) },
    }).start({ task: 'a task' }, planning);
    const same = await runtimeOn(store, 'b', { planner: { draft: () => Promise.resolve(planned('the first')) } }).open(
      run.id,
    );
    await same.attend();
    await same.rest();
    hold.open();
    expect((await run.rest()).execution?.plan.steps[0]?.task).toBe('the first');
    await new Promise((resolve) => setImmediate(resolve));
    expect(planState(await run.rest())).toBe('draft');
    expect(run.state().revision).toBe(1);
  });
});

describe('a process that could not store a result', () => {
  it('does not carry the step out under the same try again when it takes the run up once more', async () => {
    const memory = createMemoryEventStore();
    let isFull = false;
    const full = new PlanwrightError('store-unwritable', 'the disk is full');
    const store: EventStore = {
      ...memory,
      append: (append) => (isFull ? Promise.reject(full) : memory.append(append)),
    };
    const hold = aGate();
    const worker = createFunctionWorker(() => hold.opened.then(() => 'ok'));
    const runtime = runtimeOn(store, 'a', { worker });
    const run = await runtime.start({ plan: aPlan([aStep('E1')]) });
    isFull = true;
    hold.open();
    await expect(run.rest()).rejects.toBe(full);
    isFull = false;
    await run.attend();
    expect(planState(await run.rest())).toBe('done');
    expect(worker.orders.map((order) => order.try)).toEqual([1, 2]);
    expect(await typesIn(store, run)).toContain('step.interrupted');
  });
});

describe('a process that lives on after its store failed it', () => {
  it('has its steps taken over, although nobody was told that they had started', async () => {
    const memory = createMemoryEventStore();
    const full = new PlanwrightError('store-unwritable', 'the disk is full');
    const store: EventStore = {
      ...memory,
      append: async (append) => {
        const appended = await memory.append(append);
        if (appended.events.some(({ type }) => type === 'step.succeeded')) throw full;
        return appended;
      },
    };
    const run = await runtimeOn(store, 'a', { heartbeatMs: 5 }).start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    await expect(run.rest()).rejects.toBe(full);
    const same = await runtimeOn(memory, 'b', { heartbeatMs: 5 }).open(run.id);
    await same.attend();
    expect(planState(await same.rest())).toBe('done');
    const started = (await memory.read(run.id)).filter(({ type }) => type === 'step.started');
    expect(started.map(({ data }) => (data as { executor: string }).executor)).toEqual([
      'exec-a1',
      'exec-a1',
      'exec-b1',
    ]);
  });
});

describe('a run that cannot be started', () => {
  it('gets no plan from the planner in place of a given one that is refused', async () => {
    const store = createMemoryEventStore();
    const asked: string[] = [];
    const planner: Planner = {
      draft: (task) => {
        asked.push(task);
        return new Promise(() => undefined);
      },
    };
    const tooLong = { plan: aPlan([aStep('E1'), aStep('E2')]) };
    const start = runtimeOn(store, 'a', { planner }).start(tooLong, { maxSteps: 1 });
    await expect(start).rejects.toMatchObject({ code: 'plan-invalid' });
    expect(asked).toEqual([]);
  });

  it('does not go on here when it is not known whether it was stored', async () => {
    const memory = createMemoryEventStore();
    const full = new PlanwrightError('store-unwritable', 'the disk is full');
    let appends = 0;
    const append: EventStore['append'] = async (append) => {
      const appended = await memory.append(append);
      if ((appends += 1) === 1) throw full;
      return appended;
    };
    const store: EventStore = { ...memory, append };
    await expect(runtimeOn(store, 'a', { heartbeatMs: 5 }).start({ task: 'a task' })).rejects.toBe(full);
    const [row] = await memory.listRuns({ limit: 1 });
    const other = runtimeOn(memory, 'b');
    await expect.poll(() => other.isAttendedElsewhere(row?.id as RunId)).toBe(false);
  });
});

/** A store that has written events of a type, `begun`, but does not acknowledge them before it has `synced`. */
function aSlowSync(slowType: string) {
  const memory = createMemoryEventStore();
  const [begun, synced] = [aGate(), aGate()];
  const store: EventStore = {
    ...memory,
    append: async (append) => {
      const appended = await memory.append(append);
      if (appended.events.some(({ type }) => type === slowType)) {
        begun.open();
        await synced.opened;
      }
      return appended;
    },
  };
  return { store, begun, synced };
}

describe('a process that gives a run up while a start is being stored', () => {
  it('leaves no step behind that nobody works on', async () => {
    const { store, begun, synced } = aSlowSync('step.succeeded');
    const worker = createFunctionWorker(({ label }) => (label === 'E1' ? 'ok' : new Promise(() => undefined)));
    const run = await runtimeOn(store, 'a', { worker }).start({ plan: aPlan([aStep('E1'), aStep('E2')]) });
    await begun.opened;
    const detached = run.detach('enough for today');
    synced.open();
    await detached;
    expect(run.state().execution?.steps.some(isWorking)).toBe(false);
    expect(worker.orders.map(({ label }) => label)).toEqual(['E1']);
    expect((await store.read(run.id)).at(-1)).toMatchObject({
      type: 'step.interrupted',
      data: { reason: 'enough for today' },
    });
  });
});

describe('work that is over', () => {
  it('is not told to stop while its result is stored, nor afterwards', async () => {
    const signals: AbortSignal[] = [];
    const worker = createFunctionWorker((_order, { signal }) => {
      signals.push(signal);
      return 'ok';
    });
    const run = await runtimeOn(createMemoryEventStore(), 'a', { worker }).start({
      plan: aPlan([aStep('E1'), aStep('E2')]),
    });
    expect(planState(await run.rest())).toBe('done');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });
});

describe('the row of a run that another process paused', () => {
  it('says that it runs with the very append that resumes it', async () => {
    const store = createMemoryEventStore();
    const worker = createFunctionWorker(() => new Promise(() => undefined));
    const run = await runtimeOn(store, 'a', { worker }).start({ plan: aPlan([aStep('E1')]) });
    await (await runtimeOn(store, 'b', { worker }).open(run.id)).pause();
    await run.refresh();
    await run.resume();
    expect(await store.findRun(run.id)).toMatchObject({ state: 'running' });
  });
});

describe('the events of a run', () => {
  it('are not told before they are on disk', async () => {
    const { store, begun, synced } = aSlowSync('run.cancelled');
    const worker = createFunctionWorker(() => new Promise(() => undefined));
    const run = await runtimeOn(store, 'a', { worker }).start({ plan: aPlan([aStep('E1')]) });
    const cancelled = run.cancel();
    await begun.opened;
    const told: string[] = [];
    const listening = (async () => {
      for await (const { type } of run.events()) told.push(type);
    })();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(told).not.toContain('run.cancelled');
    synced.open();
    await Promise.all([cancelled, listening]);
    expect(told.at(-1)).toBe('run.cancelled');
  });
});

describe('a store that cannot be read any more', () => {
  it('is told to whoever waits for the run or listens to it', async () => {
    const store = createMemoryEventStore();
    const worker = createFunctionWorker(() => new Promise(() => undefined));
    const run = await runtimeOn(store, 'a', { worker }).start({ plan: aPlan([aStep('E1')]) });
    const same = await runtimeOn(store, 'b').open(run.id);
    const listening = (async () => {
      for await (const event of same.events()) expect(event.type).not.toBe('step.unheard-of');
    })();
    const waiting = [listening, same.rest()];
    const events = [{ type: 'step.unheard-of', v: 1, data: {} }];
    const streams = [{ stream: run.id, expectedSeq: run.state().seq, events }];
    await store.append({ at: '2026-11-15T12:00:00.000Z', actor: { kind: 'system', name: 'newer' }, streams });
    const newer = { status: 'rejected', reason: { code: 'store-newer' } };
    expect(await Promise.allSettled(waiting)).toMatchObject([newer, newer]);
  });
});

describe('a runtime that is closed', () => {
  it('tells whoever waits for a run or listens to it, at once and afterwards', async () => {
    const worker = createFunctionWorker(() => new Promise<string>(() => undefined));
    const runtime = runtimeOn(createMemoryEventStore(), 'a', { worker });
    const run = await runtime.start({ plan: aPlan([aStep('E1')]) });
    const listening = (async () => {
      for await (const event of run.events()) expect(event.stream).toBe(run.id);
    })();
    const closed = 'the runtime was closed: the machine is shut down';
    const told = Promise.all([
      expect(run.rest()).rejects.toThrow(closed),
      expect(run.result()).rejects.toThrow(closed),
      expect(listening).rejects.toThrow(),
    ]);
    await runtime.close('the machine is shut down');
    await told;
    await expect(run.rest()).rejects.toThrow(closed);
  });
});

describe('the log of a run', () => {
  it('says of each failure which attempt it was and how long that took, although the next one starts in the same append', async () => {
    const lines: Readonly<Record<string, unknown>>[] = [];
    const worker = createFunctionWorker(() => Promise.reject(new Error('no')));
    let minutes = 0;
    const clock = { now: () => new Date(Date.UTC(2026, 10, 15, 12, (minutes += 1))).toISOString() };
    const log = { write: (line: Readonly<Record<string, unknown>>) => void lines.push(line) };
    const run = await runtimeOn(createMemoryEventStore(), 'a', { worker, clock, log }).start({
      plan: aPlan([aStep('E1')]),
    });
    await run.rest();
    const failed = lines.filter(({ msg }) => msg === 'plan step failed');
    expect(failed.map(({ attempt, durationMs }) => [attempt, durationMs])).toEqual([
      [1, 60_000],
      [2, 60_000],
      [3, 60_000],
    ]);
  });

  it('has no duration below nothing where the clock is set back', async () => {
    const lines: Readonly<Record<string, unknown>>[] = [];
    let minutes = 59;
    const clock = { now: () => new Date(Date.UTC(2026, 10, 15, 12, (minutes -= 1))).toISOString() };
    const log = { write: (line: Readonly<Record<string, unknown>>) => void lines.push(line) };
    const run = await runtimeOn(createMemoryEventStore(), 'a', { clock, log }).start({ plan: aPlan([aStep('E1')]) });
    const state = await run.rest();
    expect(lines.flatMap(({ durationMs }) => durationMs ?? [])).toEqual([0, 0]);
    expect(planCard(state).rows[0]).toMatchObject({ durationMs: 0 });
  });
});
