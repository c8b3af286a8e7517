import { type NewEvent, PlanwrightError, type RunRow, type StoredEvent } from '@planwright/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Append, EventStore, ExecutorRecord } from '../../ports/event-store.js';

const at = '2026-11-15T12:00:00.000Z';

const anEvent = (data: unknown = {}, type = 'run.noted'): NewEvent => ({ type, v: 1, data });

const anAppend = (stream: string, expectedSeq: number, events: readonly NewEvent[] = [anEvent()]): Append => ({
  at,
  actor: { kind: 'system', name: 'contract' },
  streams: [{ stream, expectedSeq, events }],
});

const aRow = (id: string, changes: Partial<RunRow> = {}): RunRow => ({
  id,
  goal: 'make it so',
  state: 'running',
  pauseReason: null,
  stepsDone: 0,
  stepsTotal: 3,
  hadErrors: false,
  revision: 1,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

const anExecutor = (id: string, changes: Partial<ExecutorRecord> = {}): ExecutorRecord => ({
  id,
  machine: 'machine-1',
  boot: 'boot-1',
  pid: 4711,
  pidStarted: '12345',
  heartbeatAt: at,
  runs: ['run-aaaa'],
  ...changes,
});

const seqs = (events: readonly StoredEvent[]): readonly number[] => events.map(({ seq }) => seq);

async function refusalOf(promise: Promise<unknown>): Promise<PlanwrightError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (PlanwrightError.is(thrown)) return thrown;
  throw new Error('expected a PlanwrightError', { cause: thrown });
}

export type EventStoreContractOptions = {
  /** A second store object on what `store` keeps, as another process would open it. Left out where there can be none. */
  readonly openAgain?: (store: EventStore) => Promise<EventStore>;
};

/**
 * What every EventStore promises. `create` gives a new and empty store; the suite closes it.
 * An adapter's test calls this once and adds what is special to its technology.
 */
export function describeEventStore(
  name: string,
  create: () => Promise<EventStore>,
  { openAgain }: EventStoreContractOptions = {},
): void {
  describe(`${name} as an EventStore`, () => {
    const opened: EventStore[] = [];
    const aStore = async (): Promise<EventStore> => {
      const store = await create();
      opened.push(store);
      return store;
    };
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
    });

    describeOrder(aStore);
    describeConflicts(aStore);
    describeCommands(aStore);
    describeData(aStore);
    describeRows(aStore);
    describeExecutors(aStore);
    describeLife(aStore);
    describe.skipIf(openAgain === undefined)('shared by two store objects', () => {
      describeSharing(async () => {
        const store = await aStore();
        if (!openAgain) throw new Error('skipped above');
        const other = await openAgain(store);
        opened.push(other);
        return [store, other];
      });
    });
  });
}

function describeOrder(aStore: () => Promise<EventStore>): void {
  it('gives back what was appended, in order, with everything the envelope has', async () => {
    const store = await aStore();
    const actor = { kind: 'person', name: 'Ада' } as const;
    const events = [anEvent({ n: 1 }, 'run.started'), { type: 'run.paused', v: 2, data: { n: 2 } }];
    const answer = await store.append({
      at,
      actor,
      commandId: 'command-1',
      streams: [{ stream: 'run-a', expectedSeq: 0, events }],
    });
    expect(answer.repeated).toBe(false);
    const [first, second] = answer.events;
    expect(first).toEqual({
      stream: 'run-a',
      seq: 1,
      position: first?.position,
      at,
      actor,
      commandId: 'command-1',
      type: 'run.started',
      v: 1,
      data: { n: 1 },
    });
    expect(second).toMatchObject({ seq: 2, type: 'run.paused', v: 2, data: { n: 2 } });
    expect(await store.read('run-a')).toEqual(answer.events);
  });

  it('numbers each stream from 1 without gaps and the whole store in the order of the appends', async () => {
    const store = await aStore();
    await store.append(anAppend('run-a', 0, [anEvent(), anEvent()]));
    await store.append(anAppend('run-b', 0));
    await store.append(anAppend('run-a', 2));
    expect(seqs(await store.read('run-a'))).toEqual([1, 2, 3]);
    expect(seqs(await store.read('run-b'))).toEqual([1]);
    const all = await store.readAll(0, 100);
    expect(all.map(({ stream }) => stream)).toEqual(['run-a', 'run-a', 'run-b', 'run-a']);
    const positions = all.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  });

  it('reads a stream from after a seq, and nothing of a stream never written', async () => {
    const store = await aStore();
    await store.append(anAppend('run-a', 0, [anEvent(), anEvent(), anEvent()]));
    expect(seqs(await store.read('run-a', 1))).toEqual([2, 3]);
    expect(await store.read('run-a', 3)).toEqual([]);
    expect(await store.read('run-none')).toEqual([]);
    expect(await store.readAll(0, 0)).toEqual([]);
  });

  it('reads all streams page by page, each event once', async () => {
    const store = await aStore();
    for (let index = 0; index < 7; index += 1) await store.append(anAppend(`run-${index % 3}`, Math.floor(index / 3)));
    const pages: StoredEvent[][] = [];
    for (let after = 0; ;) {
      const page = await store.readAll(after, 3);
      const last = page.at(-1);
      if (!last) break;
      pages.push([...page]);
      after = last.position;
    }
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(await store.readAll(0, 100));
  });

  it('writes several streams with one append, in its order', async () => {
    const store = await aStore();
    const { events } = await store.append({
      ...anAppend('run-a', 0),
      streams: [
        { stream: 'run-a', expectedSeq: 0, events: [anEvent(1), anEvent(2)] },
        { stream: 'room-1', expectedSeq: 0, events: [anEvent(3)] },
        { stream: 'run-a', expectedSeq: 2, events: [anEvent(4)] },
      ],
    });
    expect(events.map(({ stream, seq, data }) => [stream, seq, data])).toEqual([
      ['run-a', 1, 1],
      ['run-a', 2, 2],
      ['room-1', 1, 3],
      ['run-a', 3, 4],
    ]);
    expect(await store.readAll(0, 10)).toEqual(events);
  });

  it('keeps the order of 200 appends made at once on 20 streams', async () => {
    const store = await aStore();
    const appends = Array.from({ length: 200 }, (_, index) =>
      store.append(anAppend(`run-${index % 20}`, Math.floor(index / 20), [anEvent({ index })])),
    );
    const answers = await Promise.all(appends);
    expect(answers.map(({ events }) => events[0]?.data)).toEqual(answers.map((_, index) => ({ index })));
    const all = await store.readAll(0, 1_000);
    expect(all.map(({ data }) => data)).toEqual(answers.map((_, index) => ({ index })));
    for (let stream = 0; stream < 20; stream += 1)
      expect(seqs(await store.read(`run-${stream}`))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
}

function describeConflicts(aStore: () => Promise<EventStore>): void {
  it('refuses an append that expects another end of the stream, saying which', async () => {
    const store = await aStore();
    await store.append(anAppend('run-a', 0, [anEvent(), anEvent()]));
    for (const expected of [0, 1, 3]) {
      const refusal = await refusalOf(store.append(anAppend('run-a', expected)));
      expect(refusal.code).toBe('store-conflict');
      expect(refusal.details).toEqual({ stream: 'run-a', expected, found: 2 });
    }
    expect(seqs(await store.read('run-a'))).toEqual([1, 2]);
  });

  it('writes all streams of an append or none, rows and command included', async () => {
    const store = await aStore();
    await store.append(anAppend('room-1', 0));
    const both = (expectedSeq: number): Append => ({
      ...anAppend('run-a', 0),
      commandId: 'command-1',
      streams: [
        { stream: 'run-a', expectedSeq: 0, events: [anEvent('x'.repeat(10_000))], row: aRow('run-a') },
        { stream: 'room-1', expectedSeq, events: [anEvent()] },
      ],
    });
    expect((await refusalOf(store.append(both(0)))).details).toEqual({ stream: 'room-1', expected: 0, found: 1 });
    expect(await store.read('run-a')).toEqual([]);
    expect(await store.findRun('run-a')).toBeUndefined();
    expect(await store.append(both(1))).toMatchObject({ repeated: false });
  });

  it('lets exactly one of several appends made at once win, and refuses only the others', async () => {
    const store = await aStore();
    const tries = ['run-a', 'run-a', 'run-b', 'run-a'].map((stream) => store.append(anAppend(stream, 0)));
    const settled = await Promise.allSettled(tries);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(seqs(await store.read('run-a'))).toEqual([1]);
  });

  it('refuses what it cannot write down and goes on', async () => {
    const store = await aStore();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    await expect(store.append(anAppend('run-a', 0, [anEvent('first'), anEvent(circle)]))).rejects.toThrow(TypeError);
    await expect(store.append(anAppend('run-a', 0, [anEvent(1n)]))).rejects.toThrow(TypeError);
    await expect(store.append(anAppend('run-\0a', 0))).rejects.toThrow('stream');
    await expect(store.append({ ...anAppend('run-a', 0), commandId: 'half \ud83d' })).rejects.toThrow('command id');
    expect(await store.read('run-a')).toEqual([]);
    expect((await store.append(anAppend('run-a', 0))).events).toHaveLength(1);
  });
}

function describeCommands(aStore: () => Promise<EventStore>): void {
  it('answers a repeated command with its first answer and writes nothing', async () => {
    const store = await aStore();
    const command: Append = { ...anAppend('run-a', 0, [anEvent(1), anEvent('y'.repeat(9_000))]), commandId: 'c-1' };
    const first = await store.append(command);
    await store.append(anAppend('run-a', 2));
    const again = await store.append(command);
    expect(again).toEqual({ events: first.events, repeated: true });
    expect(await store.findCommand('c-1')).toEqual(first.events);
    expect(await store.findCommand('c-2')).toBeUndefined();
    expect(await store.read('run-a')).toHaveLength(3);
  });

  it('stores an append of thousands of events in order', async () => {
    const store = await aStore();
    const many = Array.from({ length: 5000 }, (_, index) => anEvent(index));
    const { events } = await store.append(anAppend('run-a', 0, many));
    expect(events.map((event) => event.seq)).toEqual(many.map((_, index) => index + 1));
    expect(await store.read('run-a')).toEqual(events);
  });

  it('knows a command repeated at the same moment', async () => {
    const store = await aStore();
    const command: Append = { ...anAppend('run-a', 0), commandId: 'c-1' };
    const [first, second] = await Promise.all([store.append(command), store.append(command)]);
    expect([first.repeated, second.repeated]).toEqual([false, true]);
    expect(second.events).toEqual(first.events);
  });

  it('does not remember a command that was refused', async () => {
    const store = await aStore();
    await store.append(anAppend('run-a', 0));
    const command = { commandId: 'c-1' };
    await refusalOf(store.append({ ...anAppend('run-a', 0), ...command }));
    expect(await store.append({ ...anAppend('run-a', 1), ...command })).toMatchObject({ repeated: false });
  });

  it('remembers a command that appended nothing', async () => {
    const store = await aStore();
    const command: Append = { ...anAppend('run-a', 0, []), commandId: 'c-1' };
    expect(await store.append(command)).toEqual({ events: [], repeated: false });
    await store.append(anAppend('run-a', 0));
    expect(await store.append(command)).toEqual({ events: [], repeated: true });
  });
}

function describeData(aStore: () => Promise<EventStore>): void {
  const roundTrip = async (data: unknown): Promise<unknown> => {
    const store = await aStore();
    const { events } = await store.append(anAppend('run-a', 0, [{ type: 'run.noted', v: 1, data }]));
    const [read] = await store.read('run-a');
    expect(events[0]?.data).toEqual(read?.data);
    return read?.data;
  };

  const limit = 8 * 1024;
  const values: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['booleans', [true, false]],
    ['numbers', [0, -1, 1.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER]],
    ['texts', ['', '"quoted"\\', 'line\nbreak\ttab', '\u2028', '😀 𝒳 é', 'a\0b', '\uFEFFmarked']],
    ['half surrogate pairs', ['\ud800', 'a\udc00b', '\udc00\ud800']],
    ['nested lists and objects', { a: [{ b: [[], {}, [null]] }], '': { ' ': 0 } }],
    ['keys that objects have already', JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":2}')],
    ['a text of exactly 8 KiB', 'x'.repeat(limit)],
    ['a text one byte over 8 KiB', 'x'.repeat(limit + 1)],
    ['8 KiB and a byte in three-byte characters', { deep: [{ text: '€'.repeat(limit / 3 + 1) }] }],
    ['a long text beyond the basic plane', '😀'.repeat(3_000)],
    ['a long text with NUL and a byte order mark', `\uFEFF${'a\0b'.repeat(4_000)}`],
    ['a long text with half a surrogate pair', `${'x'.repeat(9_000)}\ud83d`],
    ['a long text under a key that objects have', JSON.parse(`{"__proto__":{"x":"${'p'.repeat(9_000)}"}}`)],
    ['several long texts, two of them equal', ['a', 'b', 'a'].map((letter) => letter.repeat(20_000))],
    ['a megabyte', 'm'.repeat(1024 * 1024)],
    ['what looks like a reference', { hash: 'e3b0c442', encoding: 'utf8', path: [], $blob: 'x', blobs: [] }],
    ['what looks like a reference beside a long text', [{ path: [0], hash: 'x', encoding: 'utf8' }, 'z'.repeat(9_000)]],
  ];
  it.each(values)('gives back %s as it was', async (_, data) => {
    const read = await roundTrip(data);
    expect(read).toEqual(data);
    expect(JSON.stringify(read)).toBe(JSON.stringify(data));
  });

  it('gives back at once what every later read will give, where JSON has no word for a value', async () => {
    const data = { gone: undefined, zero: -0, none: NaN, when: new Date(0), list: [undefined, 1] };
    expect(await roundTrip(data)).toStrictEqual({
      zero: 0,
      none: null,
      when: '1970-01-01T00:00:00.000Z',
      list: [null, 1],
    });
    expect(await roundTrip(undefined)).toBeNull();
  });

  it('shares nothing with its callers that they could change', async () => {
    const store = await aStore();
    const data = { list: [1] };
    const pending = store.append(anAppend('run-a', 0, [anEvent(data)]));
    data.list.push(2);
    await pending;
    data.list.push(3);
    const [read] = await store.read('run-a');
    expect(read?.data).toEqual({ list: [1] });
    expect(() => tryToChange(read?.data)).not.toThrow();
    expect((await store.read('run-a'))[0]?.data).toEqual({ list: [1] });
  });
}

/** A store may freeze what it gives out; then the change itself is refused. */
function tryToChange(data: unknown): void {
  const { list } = data as { list: number[] };
  try {
    list.push(4);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

function describeRows(aStore: () => Promise<EventStore>): void {
  const write = (store: EventStore, row: RunRow, expectedSeq = 0): Promise<unknown> =>
    store.append({
      ...anAppend(row.id, expectedSeq),
      streams: [{ stream: row.id, expectedSeq, events: [anEvent()], row }],
    });
  const idsOf = (rows: readonly RunRow[]): readonly string[] => rows.map(({ id }) => id);

  it('writes a run’s row with its events, and renews it', async () => {
    const store = await aStore();
    const row = aRow('run-a', { goal: 'odd text: a\0b \ud83d 😀', pauseReason: 'supervisor', state: 'paused' });
    await write(store, row);
    expect(await store.findRun('run-a')).toEqual(row);
    const later = aRow('run-a', { state: 'done', stepsDone: 3, updatedAt: '2026-11-15T13:00:00.000Z' });
    await write(store, later, 1);
    expect(await store.findRun('run-a')).toEqual(later);
    expect(await store.listRuns({ limit: 10 })).toEqual([later]);
    expect(await store.findRun('run-b')).toBeUndefined();
  });

  it('lists the newest first, by time and then by id, page by page', async () => {
    const store = await aStore();
    const rows = [
      aRow('run-b', { createdAt: '2026-11-15T10:00:00.000Z' }),
      aRow('run-c', { createdAt: '2026-11-15T11:00:00.000Z' }),
      aRow('run-a', { createdAt: '2026-11-15T10:00:00.000Z' }),
      aRow('run-d', { createdAt: '2026-11-15T09:00:00.000Z' }),
    ];
    for (const row of rows) await write(store, row);
    expect(idsOf(await store.listRuns({ limit: 10 }))).toEqual(['run-c', 'run-b', 'run-a', 'run-d']);
    expect(idsOf(await store.listRuns({ limit: 2 }))).toEqual(['run-c', 'run-b']);
    expect(idsOf(await store.listRuns({ limit: 2, offset: 2 }))).toEqual(['run-a', 'run-d']);
    expect(idsOf(await store.listRuns({ limit: 2, offset: 9 }))).toEqual([]);
  });

  it('lists only the states asked for, as they are now', async () => {
    const store = await aStore();
    await write(store, aRow('run-a', { state: 'running' }));
    await write(store, aRow('run-b', { state: 'failed' }));
    await write(store, aRow('run-c', { state: 'running' }));
    await write(store, aRow('run-c', { state: 'done' }), 1);
    expect(idsOf(await store.listRuns({ limit: 10, states: ['running'] }))).toEqual(['run-a']);
    expect(idsOf(await store.listRuns({ limit: 10, states: ['done', 'failed'] }))).toEqual(['run-c', 'run-b']);
    expect(idsOf(await store.listRuns({ limit: 1, offset: 1, states: ['done', 'failed'] }))).toEqual(['run-b']);
    expect(await store.listRuns({ limit: 10, states: [] })).toEqual([]);
  });

  it('replaces all rows', async () => {
    const store = await aStore();
    await write(store, aRow('run-a'));
    await store.replaceRuns([aRow('run-b'), aRow('run-c', { hadErrors: true })]);
    expect(await store.listRuns({ limit: 10 })).toEqual([aRow('run-c', { hadErrors: true }), aRow('run-b')]);
    await store.replaceRuns([]);
    expect(await store.listRuns({ limit: 10 })).toEqual([]);
    expect(await store.read('run-a')).toHaveLength(1);
  });

  it('writes a row without events, if the stream ends where expected', async () => {
    const store = await aStore();
    const only = (expectedSeq: number): Append => ({
      ...anAppend('run-a', expectedSeq, []),
      streams: [{ stream: 'run-a', expectedSeq, events: [], row: aRow('run-a') }],
    });
    expect((await refusalOf(store.append(only(1)))).code).toBe('store-conflict');
    await store.append(only(0));
    expect(await store.findRun('run-a')).toEqual(aRow('run-a'));
  });
}

function describeExecutors(aStore: () => Promise<EventStore>): void {
  it('keeps one record for each executor, the latest', async () => {
    const store = await aStore();
    await store.heartbeat(anExecutor('executor-2'));
    await store.heartbeat(anExecutor('executor-1', { runs: [] }));
    const renewed = anExecutor('executor-2', { heartbeatAt: '2026-11-15T12:00:10.000Z', runs: ['run-a', 'run-b'] });
    await store.heartbeat(renewed);
    expect(await store.executors()).toEqual([anExecutor('executor-1', { runs: [] }), renewed]);
    await store.removeExecutor('executor-1');
    await store.removeExecutor('executor-never');
    expect(await store.executors()).toEqual([renewed]);
    expect(await store.readAll(0, 10)).toEqual([]);
  });
}

function describeLife(aStore: () => Promise<EventStore>): void {
  it('may be watched, and the watching be stopped more than once', async () => {
    const store = await aStore();
    const stop = store.watch(() => undefined);
    await store.append(anAppend('run-a', 0));
    stop();
    stop();
    expect(await store.read('run-a')).toHaveLength(1);
  });

  it('waits for appends under way when it is closed, and closes again without harm', async () => {
    const store = await aStore();
    const pending = Array.from({ length: 20 }, (_, index) => store.append(anAppend(`run-${index}`, 0)));
    await Promise.all([store.close(), store.close()]);
    const answers = await Promise.all(pending);
    expect(answers.every(({ events }) => events.length === 1)).toBe(true);
    await store.close();
  });

  it('takes nothing more after it was closed', async () => {
    const store = await aStore();
    await store.close();
    await expect(store.append(anAppend('run-a', 0))).rejects.toThrow('closed');
    await expect(store.read('run-a')).rejects.toThrow('closed');
  });
}

function describeSharing(twoStores: () => Promise<readonly [EventStore, EventStore]>): void {
  it('shows each what the other wrote, and refuses the one that came second', async () => {
    const [one, other] = await twoStores();
    await one.append(anAppend('run-a', 0));
    await other.append(anAppend('run-a', 1));
    expect((await refusalOf(one.append(anAppend('run-a', 1)))).details).toEqual({
      stream: 'run-a',
      expected: 1,
      found: 2,
    });
    await Promise.all([one.append(anAppend('run-b', 0)), other.append(anAppend('run-c', 0))]);
    const all = await one.readAll(0, 10);
    expect(all).toHaveLength(4);
    expect(await other.readAll(0, 10)).toEqual(all);
  });

  it('knows a command that the other has carried out', async () => {
    const [one, other] = await twoStores();
    const command: Append = { ...anAppend('run-a', 0), commandId: 'c-1' };
    const { events } = await one.append(command);
    expect(await other.append(command)).toEqual({ events, repeated: true });
  });

  it('tells watchers of what the other appended, until they stop', async () => {
    const [one, other] = await twoStores();
    let seen: readonly StoredEvent[] = [];
    let stoppedWasTold = false;
    one.watch(() => (stoppedWasTold = true))();
    const told = new Promise<void>((resolve, reject) => {
      const stop = one.watch(() => {
        one.read('run-a').then((events) => {
          seen = events;
          if (events.length === 0) return;
          stop();
          resolve();
        }, reject);
      });
    });
    await other.append(anAppend('run-a', 0));
    await told;
    expect([seqs(seen), stoppedWasTold]).toEqual([[1], false]);
  });
}
