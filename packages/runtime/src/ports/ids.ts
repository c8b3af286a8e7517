import type { RunId } from '@planwright/core';

/** Names that were never given before. */
export interface Ids {
  readonly runId: () => RunId;
  readonly executorId: () => string;
}
