import { pauseOf, type PlanCard, type RunState } from '@planwright/core';
import type { CardInput } from './card-input.js';

/** The row with the mark: the one chosen by hand, else the one the run waits for, else the first under way; -1 without rows. */
export function selectedRow(state: RunState, { rows }: PlanCard, { selected }: CardInput): number {
  const hold = pauseOf(state);
  const waitedFor = hold?.about ?? hold?.on;
  const candidates = [
    rows.findIndex(({ id }) => id === selected),
    rows.findIndex(({ id }) => id === waitedFor),
    rows.findIndex(({ current }) => current),
  ];
  return candidates.find((index) => index >= 0) ?? rows.length - 1;
}
