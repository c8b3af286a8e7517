import { expect, it } from 'vitest';
import type { Append, EventStore } from '../../../ports/event-store.js';
import { anAppend, anEvent, refusalOf } from './an-append.js';

/** That a command is carried out once, however often it comes. */
export function describeCommands(aStore: () => Promise<EventStore>): void {
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
