import type { CostEstimate, Usage } from '@planwright/core';

/** Keeps a run within its budget: room is made for a call before it is made. */
export interface Meter {
  /** Rejects with `budget-spent` when there is no room. */
  readonly reserve: (estimate: CostEstimate) => Promise<Reserved>;
}

export type Reserved = {
  /** There is a budget, and what was reserved is all that the call may take. */
  readonly isAll?: boolean;
  /** What the call really took; without it, what was reserved counts. */
  readonly settle: (usage: Usage | undefined) => Promise<void>;
};
