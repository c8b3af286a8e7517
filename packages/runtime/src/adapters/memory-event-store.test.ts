import { describe, expect, it } from 'vitest';
import { endOfTurn } from '../end-of-turn.js';
import { describeEventStore } from '../testing/contracts/event-store.js';
import { createMemoryEventStore } from './memory-event-store.js';

describeEventStore('memory', () => Promise.resolve(createMemoryEventStore()));

describe('createMemoryEventStore', () => {
  it('gives out frozen events, so that reading costs no copy', async () => {
    const store = createMemoryEventStore();
    const { events } = await store.append({
      at: '2026-11-15T12:00:00.000Z',
      actor: { kind: 'system', name: 'test' },
      streams: [{ stream: 'run-a', expectedSeq: 0, events: [{ type: 'a.b', v: 1, data: { deep: [{ n: 1 }] } }] }],
    });
    const [read] = await store.read('run-a');
    expect(read).toBe(events[0]);
    expect(Object.isFrozen(read)).toBe(true);
    expect(Object.isFrozen((read?.data as { deep: unknown[] }).deep[0])).toBe(true);
  });

  it('tells its watchers once of all that was appended in one turn of the event loop', async () => {
    const store = createMemoryEventStore();
    let told = 0;
    store.watch(() => (told += 1));
    const appendTo = (stream: string): Promise<unknown> =>
      store.append({
        at: '2026-11-15T12:00:00.000Z',
        actor: { kind: 'system', name: 'test' },
        streams: [{ stream, expectedSeq: 0, events: [{ type: 'a.b', v: 1, data: {} }] }],
      });
    await appendTo('run-a');
    await appendTo('run-b');
    await endOfTurn();
    expect(told).toBe(1);
    await appendTo('run-c');
    await endOfTurn();
    expect(told).toBe(2);
  });
});
