import { type ExplorationRecord, type SpecContext, type SpecRecord, stated } from '@planwright/core';
import type { Clock } from './ports/clock.js';
import type { ExplorationCache } from './ports/exploration-cache.js';
import type { Explore } from './ports/explore.js';
import type { Explorer } from './ports/explorer.js';
import { routeAndExplore, type RoutedExploration } from './route-and-explore.js';
import { type TakeDigest, withReceipt } from './with-receipt.js';

export type ExploreParts = {
  readonly explorer: Explorer;
  /** Who looks where one search pass is enough. */
  readonly searcher?: Explorer | undefined;
  readonly cache?: ExplorationCache | undefined;
  readonly clock: Clock;
  /** What was specified that concerns a task. */
  readonly specs?: ((task: string, options: { readonly signal: AbortSignal }) => Promise<SpecContext>) | undefined;
  /** Tells whether anything changed meanwhile; with it, every exploration has a receipt. */
  readonly digest?: TakeDigest | undefined;
};

/** Exploration for planning: as many angles as the task calls for, and what was specified. */
export function createExplore({ digest, ...parts }: ExploreParts): Explore {
  const explore = exploring(parts);
  if (digest === undefined) return explore;
  return (task, wish, options) =>
    withReceipt({ phase: 'explore', agent: 'explorer', options, digest }, (hooks) =>
      explore(task, wish, { ...options, ...hooks }),
    );
}

function exploring({ specs, ...parts }: Omit<ExploreParts, 'digest'>): Explore {
  return async (task, { kind = 'feature', complexity, angles, refresh }, options) => {
    const { signal, onProgress, onNotice, onCall, meter } = options;
    const [routed, specified] = await Promise.all([
      routeAndExplore(task, {
        ...parts,
        kind,
        complexity,
        angles,
        refresh,
        signal,
        ...stated({ onProgress, meter, onNotice, onCall }),
      }),
      specs?.(task, { signal }),
    ]);
    return { found: recordOf(routed, specified), usage: routed.usage };
  };
}

function recordOf(routed: RoutedExploration, specs: SpecContext | undefined): ExplorationRecord {
  const { explored, failed, merged, notes, route } = routed;
  return {
    level: route.level,
    reasons: route.reasons,
    angles: explored.map(({ angle, source, file }) => ({ angle, source, file })),
    failed,
    merged,
    specs: specs && specRecord(specs),
    notes: [...notes, ...(specs?.notes ?? [])],
  };
}

/** The texts of the project's rules stay in their files. */
function specRecord({ isImplOnly, requirements, decisions, epics, constraints }: SpecContext): SpecRecord {
  return { isImplOnly, requirements, decisions, epics, constraints };
}
