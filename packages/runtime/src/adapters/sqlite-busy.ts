import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './sqlite-errors.js';

/** Long enough for any checkpoint or migration of another process; past it somebody holds the file for good. */
export const busyLimitMs = 20_000;

const turnsFirst = 20;

/**
 * Tries again while another process holds the lock, up to a limit; then throws what SQLite said.
 * SQLite's own `busy_timeout` stays 0: it would sleep on the event loop. Locks are held for the tenth of a millisecond
 * that a commit takes, so the first tries come on the next turns of the loop, the later ones after pauses of random
 * length, so that several waiting processes do not stay in step.
 */
export async function retryWhileBusy<Result>(attempt: () => Result, limitMs = busyLimitMs): Promise<Result> {
  const deadline = performance.now() + limitMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await (tries <= turnsFirst ? nextTurn() : pause(1 + Math.random() * Math.min(tries - turnsFirst, 20)));
  }
}
