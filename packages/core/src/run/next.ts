import { isWorking } from '../execute/step-state.js';
import type { StepId } from '../shared/ids.js';
import type { RunState } from './state.js';

/** What a process must be doing now. Each has a key that stays the same for as long as it is due. */
export type Effect =
  | { readonly type: 'explore'; readonly key: string }
  | { readonly type: 'draft-plan'; readonly key: string; readonly planner: boolean }
  | { readonly type: 'run-step'; readonly key: string; readonly step: StepId; readonly try: number }
  | { readonly type: 'write-answer'; readonly key: string };

/** What `executor` has to do. Pure: the same state gives the same effects in the same order. What is under way and no longer listed must stop. */
export function next(state: RunState, executor: string): readonly Effect[] {
  if (state.status === 'planning') return planning(state);
  if ((state.status === 'done' || state.status === 'failed') && state.execution !== null && state.answer === null) {
    return [{ type: 'write-answer', key: `${state.id}:answer` }];
  }
  return state.status === 'running' ? ownSteps(state, executor) : [];
}

/** Look first, then ask what is open, then draft. */
function planning(state: RunState): readonly Effect[] {
  const planner = state.redraft !== null || (state.gate?.plan ?? true);
  if (planner && state.planning?.explore === true && state.exploration === null)
    return [{ type: 'explore', key: `${state.id}:explore` }];
  if (state.asked.length > 0) return [];
  return [{ type: 'draft-plan', key: `${state.id}:plan:${state.revision + 1}`, planner }];
}

function ownSteps({ id, execution }: RunState, executor: string): readonly Effect[] {
  if (execution === null) return [];
  return execution.progress.inProgress.flatMap((index): Effect[] => {
    const step = execution.plan.steps[index];
    const state = execution.steps[index];
    if (step === undefined || state === undefined || !isWorking(state) || state.executor !== executor) return [];
    return [{ type: 'run-step', key: effectKey(id, step.id, state.tries), step: step.id, try: state.tries }];
  });
}

export function effectKey(runId: string, step: StepId, tryNumber: number): string {
  return `${runId}:${step}:${tryNumber}`;
}
