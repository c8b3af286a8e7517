import type { CarryOut, StepRunner, UnderWay } from '../ports/step-runner.js';

/** Carries effects out in this process. */
export function createLocalStepRunner(carryOut: CarryOut): StepRunner {
  const runs = new Map<string, Map<string, UnderWay>>();
  const forget = (runId: string, key: string): void => {
    const keys = runs.get(runId);
    keys?.delete(key);
    if (keys?.size === 0) runs.delete(runId);
  };
  return {
    dispatch: (dispatched) => {
      const { runId, effect } = dispatched;
      const keys = runs.get(runId) ?? new Map<string, UnderWay>();
      if (keys.has(effect.key)) return;
      const { done, stop } = carryOut(dispatched);
      runs.set(runId, keys);
      keys.set(effect.key, { done: done.then(() => forget(runId, effect.key)), stop });
    },
    underWay: (runId) => [...(runs.get(runId)?.keys() ?? [])],
    interrupt: (runId, key) => {
      runs.get(runId)?.get(key)?.stop();
      forget(runId, key);
    },
    idle: async () => {
      await Promise.all([...runs.values()].flatMap((keys) => [...keys.values()].map((each) => each.done)));
    },
  };
}
