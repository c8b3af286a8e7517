import type { Clock } from './ports/clock.js';

/** The longest a timer can wait. */
const longestMs = 2 ** 31 - 1;

/** Calls `remind` when the clock has reached a moment, and again until it is told to forget. Nothing for no moment. */
export function remindAt(moment: string | null, clock: Clock, remind: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isForgotten = moment === null;
  const arm = (): void => {
    if (moment === null || isForgotten) return;
    const left = Date.parse(moment) - Date.parse(clock.now());
    // A timer may be early, and a clock may be set back: it is the clock that decides.
    timer = setTimeout(
      () => (left > longestMs ? arm() : void remind().then(arm, arm)),
      Math.min(Math.max(left, 1), longestMs),
    );
  };
  arm();
  return () => {
    isForgotten = true;
    clearTimeout(timer);
  };
}
