import { toErrorInfo } from '@planwright/core';
import type { Explorer, ExploreOptions, Visit } from './ports/explorer.js';

/** The same explorer, with another that looks from the angles it fails at; the notes say which, and why. */
export function createFallbackExplorer(first: Explorer, second: Explorer): Explorer {
  return {
    name: `${first.name},${second.name}`,
    visit: async (orders, options) => {
      const visit = await first.visit(orders, options);
      let other: Promise<Visit> | undefined;
      const otherVisit = (): Promise<Visit> => (other ??= second.visit(orders, options));
      return {
        ...visit,
        explore: async (order, exploring: ExploreOptions) => {
          try {
            return await visit.explore(order, exploring);
          } catch (error) {
            exploring.signal.throwIfAborted();
            const found = await (await otherVisit()).explore(order, exploring);
            const note = `${order.angle} was explored by ${second.name}: ${toErrorInfo(error, 'agent-failed').message}`;
            return { ...found, notes: [note, ...found.notes] };
          }
        },
      };
    },
  };
}
