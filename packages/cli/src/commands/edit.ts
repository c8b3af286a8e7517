import type { Plan, RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { refuseInsideRun } from '@planwright/runtime/node';
import { carryOnIfFree, tellRecorded } from '../carry-on.js';
import type { Command } from '../command.js';
import { editedText, type EditedText, keptIn } from '../edited-text.js';
import { fits } from '../find-run.js';
import { runView } from '../output/run-view.js';
import { planFrom } from '../read-plan.js';
import { withRun } from '../with-run.js';

/** Changes the steps that have not started: in an editor, or from a file. */
export const edit: Command = async (context) => {
  const { flags, out, system } = context;
  if (flags.has('approve')) refuseInsideRun('approving a plan', { env: system.env, pid: process.pid });
  return withRun(context, { named: context.arguments[0], wanted: fits.edit }, async (session, run) => {
    const before = run.state();
    const edited = await editedText(context, session.project, before);
    const after = await store(run, before, edited, flags.has('approve'));
    edited.discard();
    if (after.hash === before.hash) {
      if (!flags.has('json')) out.print('Nothing was changed.');
      return tellRecorded(session, after);
    }
    if (!flags.has('approve')) {
      if (flags.has('json')) return tellRecorded(session, after);
      out.print(runView(after, out.columns, { flags }));
      return 0;
    }
    // It is approved with the edit: by now whoever carries it out may be done with it.
    if (after.status === 'draft') await run.start();
    return carryOnIfFree(session, run, before.seq);
  });
};

async function store(run: Run, before: RunState, edited: EditedText, approve: boolean): Promise<RunState> {
  try {
    return await run.edit(planOf(edited, before), { approve, revision: before.revision });
  } catch (error) {
    throw keptIn(edited, before, error);
  }
}

/** New steps get labels that the run has never used. */
function planOf({ text, file }: EditedText, { lastLabel, settings }: RunState): Plan {
  const reservedLabels = new Set(Array.from({ length: lastLabel }, (_, index) => `E${index + 1}`));
  return planFrom(text, file, { reservedLabels, maxSteps: settings.maxSteps }).plan;
}
