import { isTerminal, PlanwrightError, type RunState, type StepId } from '@planwright/core';
import type { Workspaces } from './ports/workspaces.js';

/**
 * Takes work out of a run's files that no step of it has done: its process died, or somebody skipped the step, after the work was
 * kept and before that was recorded. Of steps that will run again nothing is taken out; they do that themselves.
 * Throws `command-refused`, with all as it was, when other steps build on it.
 */
export async function takeOutStrays(
  state: RunState,
  workspaces: Workspaces,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const given = new Set<StepId | null>(stepsGivenUp(state));
  if (given.size === 0) return;
  const workspace = (await workspaces.list({ signal })).find(({ runId }) => runId === state.id);
  const strays =
    workspace?.commits.flatMap(({ stepId }) => (stepId !== null && given.has(stepId) ? [stepId] : [])) ?? [];
  if (strays.length === 0) return;
  const undone = await workspaces.undo(state.id, strays, { signal });
  if (undone.ok) return;
  throw new PlanwrightError(
    'command-refused',
    `steps of run ${state.id} that were not done have left work in it that cannot be taken out: ${undone.reason}`,
    { details: { files: undone.files } },
  );
}

function stepsGivenUp({ execution }: RunState): readonly StepId[] {
  if (execution === null) return [];
  return execution.plan.steps.flatMap(({ id }, index) => {
    const step = execution.steps[index];
    return step !== undefined && isTerminal(step) && step.status !== 'done' ? [id] : [];
  });
}
