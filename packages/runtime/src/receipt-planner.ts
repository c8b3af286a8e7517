import type { Planner } from './ports/worker.js';
import { type TakeDigest, withReceipt } from './with-receipt.js';

/** The same planner, with a receipt for every draft. A draft during which anything changed is no draft. */
export function createReceiptPlanner(planner: Planner, digest: TakeDigest): Planner {
  return {
    ...planner,
    draft: (task, options) =>
      withReceipt({ phase: 'plan', agent: 'planner', options, digest }, (hooks) =>
        planner.draft(task, { ...options, ...hooks }),
      ),
  };
}
