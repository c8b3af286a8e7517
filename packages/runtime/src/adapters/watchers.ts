/** Callbacks to be told of every change, in the order they came. */
export type Watchers = {
  /** Returns how to remove it again; a callback added twice is told twice. */
  readonly add: (onChange: () => void) => () => void;
  readonly notify: () => void;
  readonly count: () => number;
  readonly clear: () => void;
};

export function createWatchers(): Watchers {
  const watchers = new Set<{ readonly onChange: () => void }>();
  return {
    add: (onChange) => {
      const watcher = { onChange };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    notify: () => {
      for (const { onChange } of [...watchers]) callAlone(onChange);
    },
    count: () => watchers.size,
    clear: () => watchers.clear(),
  };
}

/** A watcher that throws is a bug of its own: it must not fail the append that it was told of, nor the next watcher. */
function callAlone(onChange: () => void): void {
  try {
    onChange();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
