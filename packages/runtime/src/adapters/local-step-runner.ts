import type { CarryOut, StepRunner, UnderWay } from '../ports/step-runner.js';

type Kept = UnderWay & { readonly key: string };

/** Carries effects out in this process. */
export function createLocalStepRunner(carryOut: CarryOut): StepRunner {
  // A list for each run: it has few effects under way, and mostly one after another.
  const runs = new Map<string, readonly Kept[]>();
  const underWay = (runId: string): readonly Kept[] => runs.get(runId) ?? [];
  const forget = (runId: string, key: string): void => {
    const left = underWay(runId).filter((kept) => kept.key !== key);
    if (left.length === 0) runs.delete(runId);
    else runs.set(runId, left);
  };
  return {
    dispatch: (dispatched) => {
      const { runId, effect } = dispatched;
      const { key } = effect;
      if (underWay(runId).some((kept) => kept.key === key)) return;
      const { done, stop } = carryOut(dispatched);
      runs.set(runId, [...underWay(runId), { key, done: done.then(() => forget(runId, key)), stop }]);
    },
    underWay: (runId) => underWay(runId).map(({ key }) => key),
    interrupt: (runId, key) => {
      underWay(runId)
        .find((kept) => kept.key === key)
        ?.stop();
      forget(runId, key);
    },
    idle: async () => {
      await Promise.all([...runs.values()].flat().map(({ done }) => done));
    },
  };
}
