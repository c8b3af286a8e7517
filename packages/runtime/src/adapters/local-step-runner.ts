import type { CarryOut, StepRunner } from '../ports/step-runner.js';

/** Carries effects out in this process. */
export function createLocalStepRunner(carryOut: CarryOut): StepRunner {
  const underWay = new Map<
    string,
    { readonly runId: string; readonly abort: AbortController; readonly done: Promise<void> }
  >();
  return {
    dispatch: (dispatched) => {
      const { key } = dispatched.effect;
      if (underWay.has(key)) return;
      const abort = new AbortController();
      const done = carryOut(dispatched, abort.signal).finally(() => underWay.delete(key));
      underWay.set(key, { runId: dispatched.runId, abort, done });
    },
    underWay: (runId) => [...underWay].flatMap(([key, entry]) => (entry.runId === runId ? [key] : [])),
    interrupt: (key) => {
      underWay.get(key)?.abort.abort();
      underWay.delete(key);
    },
    idle: async () => {
      await Promise.all([...underWay.values()].map((entry) => entry.done));
    },
  };
}
