import { createWatchers } from './watchers.js';

/** Tells watchers of changes made elsewhere, by looking at a version from time to time. */
export type ChangeWatch = {
  readonly watch: (onChange: () => void) => () => void;
  /** For good: who watches afterwards is told nothing. */
  readonly stop: () => void;
};

/** The timer runs only while somebody watches, and keeps no process alive. */
export function createChangeWatch(options: { readonly pollMs: number; readonly version: () => unknown }): ChangeWatch {
  const watchers = createWatchers();
  let timer: NodeJS.Timeout | undefined;
  let seen: unknown;
  let over = false;

  const look = (): void => {
    const version = options.version();
    if (version === seen) return;
    seen = version;
    watchers.notify();
  };
  const start = (): void => {
    if (timer || over) return;
    seen = options.version();
    timer = setInterval(look, options.pollMs).unref();
  };
  const rest = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    watch: (onChange) => {
      start();
      const remove = watchers.add(onChange);
      return () => {
        remove();
        if (watchers.count() === 0) rest();
      };
    },
    stop: () => {
      over = true;
      watchers.clear();
      rest();
    },
  };
}
