import { type Execution, indexOfStep } from '../execute/execution.js';
import { isWorking, type StepState } from '../execute/step-state.js';
import { stepsToUndo } from '../execute/workspace-rules.js';
import type { Step } from '../plan/step.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { type NewRunEvent, runEvent } from './events.js';
import { holdCleared } from './hold-cleared.js';
import { planState, type RunState } from './state.js';

type Undone = { readonly step: Step; readonly state: StepState };

/**
 * Takes steps back, with all that depend on them, also those of a run that has ended: they wait as if they had not run, and
 * nothing runs before somebody resumes. The plan stays as it was approved. For persons only.
 */
export function undoSteps(state: RunState, command: CommandOf<'step.undo'>, context: CommandContext): Decision {
  const { execution, id } = state;
  if (context.actor.kind !== 'person') return refused('not-a-person', 'only a person may undo what a step did');
  if (execution === null) return refused('no-plan', `run ${id} has no plan, so there is nothing to undo`);
  const unknown = command.steps.find((step) => indexOfStep(execution, step) < 0);
  if (unknown !== undefined) return refused('step-unknown', `run ${id} has no step ${unknown}`, 'step-not-found');
  if (state.status === 'cancelled')
    return refused(
      'run-cancelled',
      `run ${id} was cancelled, so what is undone could not run again; \`planwright run ${id}\` runs its plan anew`,
    );
  if (state.status !== 'running' && state.status !== 'done' && state.status !== 'failed')
    return refused('not-started', `run ${id} is ${planState(state)}, so there is nothing to undo yet`);
  const undone = undoneBy(execution, command);
  const working = undone.filter((each) => isWorking(each.state));
  if (working.length > 0)
    return refused(
      'step-working',
      `somebody works on what would be undone (${labelsOf(working)}); let that end, after \`planwright pause ${id}\` if need be`,
    );
  // A run that has ended takes no retry any more: to go on with it, what failed is taken back like what is done.
  if (state.status !== 'running' && undone.length === 0)
    return refused('not-done', 'no step that would be undone has run');
  if (state.status === 'running' && !undone.some((each) => each.state.status === 'done'))
    return refused(
      'not-done',
      'no step that would be undone is done; `planwright retry` runs a step again that failed',
    );
  return happens(
    ...holdsReleased(execution, undone),
    runEvent('steps.undone', { steps: undone.map(({ step }) => step.id) }),
    runEvent('hold.placed', { on: 'plan', reason: 'supervisor', note: noteOn(undone) }),
  );
}

/**
 * What has run of the steps and of all that depend on them, in plan order, and with a failure all that was given up for it;
 * what a person left out stays left out.
 */
function undoneBy(execution: Execution, { steps }: CommandOf<'step.undo'>): readonly Undone[] {
  const found = new Set(stepsToUndo(execution.plan, steps));
  const all = execution.plan.steps.flatMap((step, index) => {
    const state = execution.steps[index];
    return state === undefined || state.status === 'pending' || isLeftOut(state) ? [] : [{ step, state }];
  });
  const isFailureUndone = all.some(({ step, state }) => found.has(step.id) && state.status === 'failed');
  return all.filter(({ step, state }) => found.has(step.id) || (isFailureUndone && isAborted(state)));
}

function isLeftOut(state: StepState): boolean {
  return state.status === 'skipped' && state.cause === 'person';
}

/** Given up because another step failed. */
function isAborted(state: StepState): boolean {
  return state.status === 'skipped' && state.cause === 'abort';
}

/** What they waited for has no meaning any more. */
function holdsReleased({ holds }: Execution, undone: readonly Undone[]): readonly NewRunEvent[] {
  const ids = new Set<string>(undone.map(({ step }) => step.id));
  return holds
    .filter(({ on, about, reason }) => reason !== 'budget' && ids.has(on === 'plan' ? (about ?? '') : on))
    .map(holdCleared);
}

function noteOn(undone: readonly Undone[]): string {
  const [was, them] = undone.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return `${labelsOf(undone)} ${was} undone; resume runs ${them} again`;
}

function labelsOf(undone: readonly Undone[]): string {
  return undone.map(({ step }) => step.label).join(', ');
}
