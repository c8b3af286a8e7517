import type { AngleDocument, Look } from '@planwright/core';

/** An exploration as it is kept. */
export type KeptExploration = {
  /** What it is known by (`explorationId`). */
  readonly id: string;
  /** Stands for everything it rests on (`cacheKey`). */
  readonly key: string;
  readonly angle: string;
  readonly explorer: string;
  readonly looks: readonly Look[];
  /** The project's state in which it was last found to hold. */
  readonly state?: string | undefined;
  readonly document: AngleDocument;
};

export type FoundExploration = {
  readonly kept?: KeptExploration;
  /** Where it lies, relative to the cache. */
  readonly file?: string;
  /** What was wrong with the cache and has been put right. */
  readonly notes: readonly string[];
};

/**
 * Explorations that several agents and processes share. Whether one still holds is for whoever asks to find out. Nothing in
 * it is needed: what is damaged or gone is explored again, and said.
 */
export interface ExplorationCache {
  readonly find: (wanted: Pick<KeptExploration, 'id' | 'angle'>) => Promise<FoundExploration>;
  /** Answers with the file. Throws `store-unwritable`. */
  readonly keep: (exploration: KeptExploration) => Promise<string>;
}
