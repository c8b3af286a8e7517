import type { Clock } from '../ports/clock.js';

/** Formatting takes ten times as long as looking at the clock, and many runs ask within a millisecond. */
function createSystemClock(): Clock {
  let last = { at: 0, text: '' };
  return {
    now: () => {
      const at = Date.now();
      if (at !== last.at) last = { at, text: new Date(at).toISOString() };
      return last.text;
    },
  };
}

export const systemClock = createSystemClock();
