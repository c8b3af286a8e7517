import { PlanwrightError } from '@planwright/core';

/** Somebody else was first. The same words and details from every store. */
export function storeConflict(stream: string, expected: number, found: number): PlanwrightError {
  return new PlanwrightError(
    'store-conflict',
    `stream "${stream}" was expected to end at ${expected}, it ends at ${found}`,
    { details: { stream, expected, found } },
  );
}
