import type { StepWork } from '../execute/step-outcome.js';
import type { StepId } from '../shared/ids.js';
import type { RunState } from '../run/state.js';

/**
 * The files that one step changed, those outside its own `files` named, and the commit they were kept with. When an earlier
 * step is undone, git makes the later commits anew: a commit of now is found by its step, not by this id.
 */
export type StepChanges = {
  readonly step: StepId;
  readonly label: string;
  readonly title: string;
} & Readonly<StepWork>;

/** What the steps of a run changed, in plan order. Steps that changed nothing, and those that were undone, are not among them. */
export function changesView({ execution }: RunState): readonly StepChanges[] {
  if (execution === null) return [];
  return execution.plan.steps.flatMap(({ id, label, title }, index) => {
    const state = execution.steps[index];
    if (state?.status !== 'done' || state.changed === undefined) return [];
    return [{ step: id, label, title, ...state.changed }];
  });
}
