import { overlap } from '../check/path-overlap.js';
import { isWrittenBy } from '../check/rules/file-conflicts.js';
import type { Step } from '../plan/step.js';
import type { Execution } from './execution.js';
import { isWorking } from './step-state.js';

/** Files that steps at work, and those that are about to be, may write. */
export type FilesInUse = {
  /** Whether a step would write what another one is at. */
  readonly holdsUp: (index: number) => boolean;
  readonly take: (index: number) => void;
};

/**
 * Only of steps that may write and say what: one that names no files would wait for all others, and has a folder of its own
 * whose changes are merged.
 */
export function filesInUse({ plan, classes, steps, progress }: Execution): FilesInUse {
  const writer = (index: number): readonly Step[] => {
    const step = plan.steps[index];
    return step === undefined || step.files.length === 0 || classes[index] === 'reads' ? [] : [step];
  };
  const users = progress.inProgress.flatMap((index) => {
    const step = steps[index];
    return step !== undefined && isWorking(step) ? writer(index) : [];
  });
  return {
    holdsUp: (index) =>
      users.length > 0 && writer(index).some((step) => users.some((user) => writeTheSame(step, user))),
    take: (index) => void users.push(...writer(index)),
  };
}

/** Beyond this many characters held against characters it is not asked: steps with lists this long do not run together. */
const mostCompared = 200_000_000;

function writeTheSame(one: Step, other: Step): boolean {
  if (lengthOfPaths(one) * lengthOfPaths(other) > mostCompared) return true;
  return one.files.some((file) =>
    other.files.some((used) => (isWrittenBy(one, file) || isWrittenBy(other, used)) && overlap(file.path, used.path)),
  );
}

function lengthOfPaths({ files }: Step): number {
  return files.reduce((length, { path }) => length + path.length, 0);
}
