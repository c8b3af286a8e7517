import type { StoredEvent } from '@planwright/core';
import { expect, it } from 'vitest';
import type { Append, EventStore } from '../../../ports/event-store.js';
import { anAppend, refusalOf, seqs } from './an-append.js';

/** What two store objects on the same content see of each other. */
export function describeSharing(twoStores: () => Promise<readonly [EventStore, EventStore]>): void {
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
