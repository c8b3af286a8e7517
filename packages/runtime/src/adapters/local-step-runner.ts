import type { CarryOut, StepRunner, UnderWay } from '../ports/step-runner.js';

type Kept = UnderWay & { readonly key: string };

/** Carries effects out in this process. */
export function createLocalStepRunner(carryOut: CarryOut): StepRunner {
  // A list for each run: it has few effects under way, and mostly one after another.
  const runs = new Map<string, readonly Kept[]>();
  const underWay = (runId: string): readonly Kept[] => runs.get(runId) ?? [];
  const find = (runId: string, key: string): Kept | undefined => underWay(runId).find((kept) => kept.key === key);
  const forget = (runId: string, ended: Kept): void => {
    const left = underWay(runId).filter((kept) => kept !== ended);
    if (left.length === 0) runs.delete(runId);
    else runs.set(runId, left);
  };
  return {
    dispatch: (dispatched) => {
      const { runId, effect } = dispatched;
      const { key } = effect;
      if (find(runId, key) !== undefined) return;
      const { done, stop } = carryOut(dispatched);
      // Itself, not its key: what was interrupted may end after the same was begun anew.
      const kept: Kept = { key, done: done.then(() => forget(runId, kept)), stop };
      runs.set(runId, [...underWay(runId), kept]);
    },
    underWay: (runId) => underWay(runId).map(({ key }) => key),
    interrupt: (runId, key) => {
      const kept = find(runId, key);
      if (kept === undefined) return;
      kept.stop();
      forget(runId, kept);
    },
    idle: async () => {
      await Promise.all([...runs.values()].flat().map(({ done }) => done));
    },
  };
}
