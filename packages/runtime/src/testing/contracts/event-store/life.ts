import { expect, it } from 'vitest';
import type { EventStore } from '../../../ports/event-store.js';
import { anAppend } from './an-append.js';

/** How a store is watched and closed. */
export function describeLife(aStore: () => Promise<EventStore>): void {
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
