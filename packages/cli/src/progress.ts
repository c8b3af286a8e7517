type Listener = (step: string | null, text: string) => void;

/** What workers say while they work, for whoever watches now; nobody keeps it. */
export type Progress = {
  readonly tell: Listener;
  readonly subscribe: (listener: Listener) => () => void;
};

export function createProgress(): Progress {
  const listeners = new Set<Listener>();
  return {
    tell: (step, text) => {
      for (const listener of listeners) listener(step, text);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
