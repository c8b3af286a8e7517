import { decide, type RunState, type StepId } from '@planwright/core';
import { findStep, person } from '@planwright/runtime';
import { tellRecorded } from '../carry-on.js';
import type { Command } from '../command.js';
import { findRun, type Fits } from '../find-run.js';
import { openWorkspaces, stoppable } from '../open-workspaces.js';
import { toUndoView } from '../output/apply-view.js';
import { saysYes } from '../says-yes.js';
import { withSession } from '../session.js';
import { runAndStep } from '../step-argument.js';

const undoable: Fits = [{ states: ['paused', 'running', 'done', 'failed'] }];

/** Takes a step's work out of the run, with all that depends on it; the user's own branch stays as it is. */
export const undo: Command = async (context) => {
  const { flags, out } = context;
  const workspaces = await openWorkspaces(context);
  const options = { work: 'none', store: 'existing', settings: 'not-needed', workspaces } as const;
  return withSession(context, options, async (session) => {
    const { run: named, step } = runAndStep(context.arguments);
    const run = await session.runtime.open(await findRun(session.store, named, undoable, out));
    const id = findStep(run.state(), step ?? '');
    const steps = undoneWith(run.state(), id);
    const listed = await stoppable(context, (signal) => workspaces.list({ signal }));
    const isApplied = listed.some(({ runId, applied }) => runId === run.id && applied);
    if (!flags.has('json') && steps.length > 0) out.print(toUndoView(run.state(), { steps, isApplied }));
    const isAsked = session.isSupervised && !flags.has('yes') && steps.length > 0;
    if (isAsked && !(await saysYes(context.system, 'Undo exactly this?'))) {
      out.print('Nothing was undone.');
      return 0;
    }
    const state = await stoppable(context, (signal) => run.undo(id, { signal }));
    if (!flags.has('json')) out.print(`Undone. To run it again: planwright resume ${run.id}`);
    return tellRecorded(session, state);
  });
};

/** What goes with a step; nothing when the run would refuse to undo it, which it then says itself. */
function undoneWith(state: RunState, step: StepId): readonly StepId[] {
  const decided = decide(state, { type: 'step.undo', steps: [step] }, { actor: person, at: state.updatedAt });
  if (!decided.ok) return [];
  return decided.events.flatMap((event) => (event.type === 'steps.undone' ? event.data.steps : []));
}
