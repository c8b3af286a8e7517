import {
  type Actor,
  decide,
  pauseOf,
  PlanwrightError,
  type RunCommand,
  type RunState,
  type StepId,
  stepsToUndo,
} from '@planwright/core';
import type { Workspaces } from './ports/workspaces.js';

export type UndoPorts = {
  readonly actor: Actor;
  readonly refresh: () => Promise<RunState>;
  /** Asks the run in the actor's name. */
  readonly ask: (command: RunCommand) => Promise<RunState>;
  readonly workspaces: Workspaces | undefined;
  readonly signal: AbortSignal;
};

/**
 * Takes the work of a step, and of all that depend on it, out of the run, and records that they wait again. Rejects, with
 * everything as it was, when that is not allowed or when other steps build on the same lines.
 *
 * The files come first: only git knows whether it can be done, and it does all of it or nothing. The run is held meanwhile,
 * so that no step starts on files that are about to change. A process that dies in between leaves that hold and a step that
 * is done on record only; to undo it again finds nothing to take out and records the rest.
 */
export async function undoStep(step: StepId, ports: UndoPorts): Promise<RunState> {
  const undo: RunCommand = { type: 'step.undo', steps: [step] };
  const before = await ports.refresh();
  refuseUnlessAllowed(undo, before, ports);
  const isHeldHere = before.status === 'running' && pauseOf(before)?.reason !== 'supervisor';
  const held = isHeldHere ? await ports.ask({ type: 'run.pause', note: noteWhile(before, step) }) : before;
  try {
    refuseUnlessAllowed(undo, held, ports);
    await takeOut(step, held, ports);
  } catch (error) {
    if (isHeldHere) await ports.ask({ type: 'run.resume', hold: 'supervisor' });
    throw error;
  }
  return ports.ask(undo);
}

/** What the run would refuse afterwards must not have changed any file. */
function refuseUnlessAllowed(undo: RunCommand, state: RunState, { actor }: UndoPorts): void {
  const decided = decide(state, undo, { actor, at: state.updatedAt });
  if (decided.ok) return;
  const { code, message, details = {} } = decided.refusal;
  throw new PlanwrightError(code, message, { details });
}

function noteWhile(state: RunState, step: StepId): string {
  const label = labelOf(state, step);
  return `${label} is being undone; if that was cut off, \`planwright undo ${state.id} ${label}\` ends it`;
}

async function takeOut(step: StepId, state: RunState, { workspaces, signal }: UndoPorts): Promise<void> {
  const { id, execution } = state;
  const steps = execution === null ? [] : stepsToUndo(execution.plan, [step]);
  if (!steps.some((each) => hasChangedFiles(state, each))) return;
  if (workspaces === undefined)
    throw new PlanwrightError(
      'settings-invalid',
      'the step changed files, and nothing here can take them out; give createRuntime `workspaces`',
    );
  const undone = await workspaces.undo(id, steps, { signal }).catch((error: unknown) => {
    throw PlanwrightError.is(error) && error.code === 'run-not-found' ? workspaceGone(state) : error;
  });
  if (undone.ok) return;
  const hint = 'undo that step first, or with `planwright diff` see what it changed';
  throw new PlanwrightError('command-refused', `${labelOf(state, step)} cannot be undone alone: ${undone.reason}`, {
    details: { reason: 'conflict', files: undone.files, hint },
  });
}

function workspaceGone({ id }: RunState): PlanwrightError {
  return new PlanwrightError(
    'command-refused',
    `the files of run ${id} are no longer kept apart from yours (its workspace was removed), so none can be taken out`,
    { details: { reason: 'workspace-gone', hint: 'take it back in your own branch, with `git revert` for one' } },
  );
}

function hasChangedFiles({ execution }: RunState, step: StepId): boolean {
  const index = execution?.plan.steps.findIndex(({ id }) => id === step) ?? -1;
  const state = execution?.steps[index];
  return state?.status === 'done' && state.changed !== undefined;
}

function labelOf({ execution }: RunState, step: StepId): string {
  return execution?.plan.steps.find(({ id }) => id === step)?.label ?? step;
}
