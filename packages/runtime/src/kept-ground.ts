import type { Ground } from '@planwright/core';
import type { LookAtGround } from './ports/ground.js';

/** What plans stand on, as it was when somebody last looked: decisions are made without waiting. */
export type KeptGround = {
  /** Undefined before the first look. */
  readonly last: () => Ground | undefined;
  /** Looks again. Who asks while somebody looks waits for the same look, so that commands keep their order. */
  readonly look: () => Promise<void>;
};

export function keepGround(lookAt: LookAtGround): KeptGround {
  let last: Ground | undefined;
  let looking: Promise<void> | undefined;
  const lookNow = async (): Promise<void> => {
    try {
      last = await lookAt();
    } finally {
      looking = undefined;
    }
  };
  return { last: () => last, look: () => (looking ??= lookNow()) };
}
