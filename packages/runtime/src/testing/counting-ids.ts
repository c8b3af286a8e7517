import { runIdSchema } from '@planwright/core';
import type { Ids } from '../ports/ids.js';

/** `run-0001`, `run-0002`, …; `process` tells the executors of several runtimes apart. */
export function createCountingIds(process = 'a'): Ids {
  let runs = 0;
  let executors = 0;
  return {
    runId: () => runIdSchema.parse(`run-${process}${String((runs += 1)).padStart(4, '0')}`),
    executorId: () => `exec-${process}${(executors += 1)}`,
  };
}
