import type { Stop, StopCallback } from './system.js';

/** Ctrl-C and its kin. */
export type StopListener = {
  readonly onStop: (callback: StopCallback) => () => void;
  /** Stops as if a signal had come. */
  readonly stop: (stop: Stop) => void;
  readonly isStopping: () => boolean;
  /** While another program has the terminal, its Ctrl-C is its own. */
  readonly leaveCtrlCTo: <Result>(other: Promise<Result>) => Promise<Result>;
};

const signals = {
  SIGINT: 'stopped with Ctrl-C',
  SIGTERM: 'stopped by the system',
  SIGHUP: 'the terminal was closed',
} as const;
/** The exit code of whoever was told to stop. */
export const interrupted = 130;
/** npm and tsx pass a Ctrl-C on that the terminal has delivered already; no person presses twice this fast. */
const sameKeyMs = 200;

export function createStopListener(): StopListener {
  const callbacks = new Set<StopCallback>();
  let stoppedAt: number | undefined;
  let othersHaveCtrlC = false;

  const stop = (asked: Stop): void => {
    const now = Date.now();
    if (stoppedAt !== undefined) {
      if (now - stoppedAt > sameKeyMs) process.exit(interrupted);
      return;
    }
    stoppedAt = now;
    // Whoever only looked and lost its reader (`| head`) was not interrupted in anything.
    const exit = asked.exit ?? (asked.quiet && callbacks.size === 0 ? 0 : interrupted);
    void Promise.allSettled([...callbacks].map((callback) => callback(asked))).then(() => process.exit(exit));
  };

  for (const [signal, why] of Object.entries(signals))
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !othersHaveCtrlC) stop({ why, quiet: false });
    });
  return {
    stop,
    isStopping: () => stoppedAt !== undefined,
    leaveCtrlCTo: (other) => {
      othersHaveCtrlC = true;
      return other.finally(() => (othersHaveCtrlC = false));
    },
    onStop: (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
}
