import type { EventStore } from '../ports/event-store.js';

/** A store whose process dies at an append: before it is stored, or after it is but before anybody is told. */
export function crashAfter(store: EventStore, appends: number, moment: 'before' | 'after'): EventStore {
  let count = 0;
  const never = new Promise<never>(() => undefined);
  return {
    ...store,
    append: async (append) => {
      count += 1;
      if (count < appends) return store.append(append);
      if (count === appends && moment === 'after') await store.append(append);
      return never;
    },
    heartbeat: (executor) => (count >= appends ? never : store.heartbeat(executor)),
  };
}
