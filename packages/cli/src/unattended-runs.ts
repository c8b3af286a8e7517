import type { RunRow } from '@planwright/core';
import type { EventStore } from '@planwright/runtime';
import { processLiveness } from '@planwright/runtime/node';

/**
 * Of these runs, those that are under way on record while no living process works on them: it was stopped, or it died. One
 * that waits for answers needs none.
 */
export async function unattendedRuns(
  store: EventStore,
  runs: readonly Pick<RunRow, 'id' | 'state' | 'asks'>[],
): Promise<ReadonlySet<string>> {
  const underWay = runs.filter(({ state, asks }) => (state === 'planning' && !asks) || state === 'running');
  if (underWay.length === 0) return new Set();
  const now = new Date().toISOString();
  const living = (await store.executors()).filter((each) => processLiveness.isAlive(each, now));
  const attended = new Set<string>(living.flatMap((each) => each.runs));
  return new Set(underWay.flatMap(({ id }) => (attended.has(id) ? [] : [id])));
}
