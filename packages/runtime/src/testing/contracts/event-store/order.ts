import type { StoredEvent } from '@planwright/core';
import { expect, it } from 'vitest';
import type { EventStore } from '../../../ports/event-store.js';
import { anAppend, anEvent, at, seqs } from './an-append.js';

/** In what order a store gives back what was appended. */
export function describeOrder(aStore: () => Promise<EventStore>): void {
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

  it('reads on from inside an append of several events', async () => {
    const store = await aStore();
    await store.append(anAppend('run-a', 0, [anEvent(1), anEvent(2), anEvent(3)]));
    await store.append(anAppend('run-b', 0, [anEvent(4), anEvent(5)]));
    const all = await store.readAll(0, 100);
    for (const [index, { position }] of all.entries()) {
      for (const limit of [1, 2, 3, 100])
        expect(await store.readAll(position, limit)).toEqual(all.slice(index + 1, index + 1 + limit));
    }
    expect((await store.read('run-a', 2)).map(({ data }) => data)).toEqual([3]);
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

  it('stores an append of thousands of events in order', async () => {
    const store = await aStore();
    const many = Array.from({ length: 5000 }, (_, index) => anEvent(index));
    const { events } = await store.append(anAppend('run-a', 0, many));
    expect(events.map((event) => event.seq)).toEqual(many.map((_, index) => index + 1));
    expect(await store.read('run-a')).toEqual(events);
  });
}
