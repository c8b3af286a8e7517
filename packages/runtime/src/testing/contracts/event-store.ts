import { afterEach, describe } from 'vitest';
import type { EventStore } from '../../ports/event-store.js';
import { describeCommands } from './event-store/commands.js';
import { describeConflicts } from './event-store/conflicts.js';
import { describeData } from './event-store/data.js';
import { describeExecutors } from './event-store/executors.js';
import { describeLife } from './event-store/life.js';
import { describeOrder } from './event-store/order.js';
import { describeRows } from './event-store/rows.js';
import { describeSharing } from './event-store/sharing.js';

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
