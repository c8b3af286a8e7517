import type { Clock } from '../ports/clock.js';

/** A clock that moves on by itself, one step a look, so that every event has a time and every run the same ones. */
export function createFixedClock(startAt = '2026-01-01T00:00:00.000Z', stepMs = 1): Clock {
  let time = Date.parse(startAt);
  return {
    now: () => {
      const at = new Date(time).toISOString();
      time += stepMs;
      return at;
    },
  };
}
