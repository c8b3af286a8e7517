import type { Plan } from '../plan/plan.js';
import { stepGraph } from '../plan/step-graph.js';
import { isTerminal, newStep, type StepState } from './step-state.js';

/**
 * Where a plan stands, kept up to date step by step: asking every step again after every event would make a long plan's
 * last step dearer than its first. Indices into `plan.steps`.
 */
export type Progress = {
  readonly done: number;
  /** Steps that are not terminal. */
  readonly open: number;
  readonly inProgress: readonly number[];
  /** Pending steps whose needs are all settled, in execution order; holds and limits are not asked here. */
  readonly ready: readonly number[];
};

export function progressOf(plan: Plan, steps: readonly StepState[]): Progress {
  const indices = [...steps.keys()];
  const has = (index: number, status: StepState['status']): boolean => steps[index]?.status === status;
  return {
    done: indices.filter((index) => has(index, 'done')).length,
    open: steps.filter((step) => !isTerminal(step)).length,
    inProgress: indices.filter((index) => has(index, 'in_progress')),
    ready: stepGraph(plan).order.filter((index) => isReady(plan, steps, index)),
  };
}

/** The progress after one step went from `was` to what `steps` now holds. */
export function progressAfter(
  plan: Plan,
  steps: readonly StepState[],
  before: Progress,
  changed: { readonly index: number; readonly was: StepState },
): Progress {
  const { index, was } = changed;
  const now = steps[index];
  if (now === undefined || now.status === was.status) return before;
  // A step that is taken up again may make others wait again: rare, and simplest counted anew.
  if (isTerminal(was) || now.status === 'pending') return progressOf(plan, steps);
  const ended = isTerminal(now);
  return {
    done: before.done + (now.status === 'done' ? 1 : 0),
    open: before.open - (ended ? 1 : 0),
    inProgress: ended ? without(before.inProgress, index) : [...before.inProgress, index].sort((a, b) => a - b),
    ready: withUnlocked(plan, steps, without(before.ready, index), ended ? unlocks(plan, index) : []),
  };
}

function isReady(plan: Plan, steps: readonly StepState[], index: number): boolean {
  return (
    steps[index]?.status === 'pending' && waitsFor(plan, index).every((need) => isTerminal(steps[need] ?? newStep))
  );
}

/** Each step of a sequential plan builds on the one before it; in a parallel plan the graph says what waits for what. */
function waitsFor(plan: Plan, index: number): readonly number[] {
  const { needs, order, rank } = stepGraph(plan);
  if (plan.mode === 'parallel') return needs[index] ?? [];
  const before = order[(rank[index] ?? 0) - 1];
  return before === undefined ? [] : [before];
}

function unlocks(plan: Plan, index: number): readonly number[] {
  const { dependents, order, rank } = stepGraph(plan);
  if (plan.mode === 'parallel') return dependents[index] ?? [];
  const after = order[(rank[index] ?? 0) + 1];
  return after === undefined ? [] : [after];
}

function withUnlocked(
  plan: Plan,
  steps: readonly StepState[],
  ready: readonly number[],
  candidates: readonly number[],
): readonly number[] {
  const unlocked = candidates.filter((index) => isReady(plan, steps, index) && !ready.includes(index));
  if (unlocked.length === 0) return ready;
  const { rank } = stepGraph(plan);
  return [...ready, ...unlocked].sort((a, b) => (rank[a] ?? 0) - (rank[b] ?? 0));
}

function without(indices: readonly number[], index: number): readonly number[] {
  const place = indices.indexOf(index);
  return place === -1 ? indices : indices.toSpliced(place, 1);
}
