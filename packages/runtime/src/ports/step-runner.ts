import type { Effect, RunId } from '@planwright/core';

export type Dispatched = { readonly runId: RunId; readonly effect: Effect };

/** An effect being carried out. `done` resolves when its end is recorded and never rejects; `stop` makes that soon. */
export type UnderWay = { readonly done: Promise<void>; readonly stop: () => void };

/** Does what an effect says and records how it ended. Never throws. */
export type CarryOut = (dispatched: Dispatched) => UnderWay;

/** Who carries effects out: this process, or others. Each key is carried out once at a time. */
export interface StepRunner {
  /** Starts it and returns; a key under way is left alone. */
  readonly dispatch: (dispatched: Dispatched) => void;
  /** Keys under way for a run. */
  readonly underWay: (runId: RunId) => readonly string[];
  /** Stops a key; what it still reports is recorded as late. */
  readonly interrupt: (runId: RunId, key: string) => void;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

export type CreateStepRunner = (carryOut: CarryOut) => StepRunner;
