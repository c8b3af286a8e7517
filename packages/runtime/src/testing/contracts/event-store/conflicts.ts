import { expect, it } from 'vitest';
import type { Append, EventStore } from '../../../ports/event-store.js';
import { anAppend, anEvent, aRow, refusalOf, seqs } from './an-append.js';

/** What a store refuses, and that it then writes nothing. */
export function describeConflicts(aStore: () => Promise<EventStore>): void {
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
