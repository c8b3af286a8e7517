import { planDiff, PlanwrightError, type RunState } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { attendedBy } from '../attended-by.js';
import { carryOnIfFree } from '../carry-on.js';
import type { Command } from '../command.js';
import { fits } from '../find-run.js';
import { planDiffView } from '../output/plan-diff-view.js';
import { runAndWords } from '../run-and-words.js';
import type { Session } from '../session.js';
import { carryOnAsAsked } from '../show-draft.js';
import { withRun } from '../with-run.js';

/** Has the plan drafted again with what somebody says about it, and shows what changed. */
export const revise: Command = async (context) => {
  const { run: named, words: feedback } = await runAndWords(context, 'What should be different?');
  return withRun(context, { named, wanted: fits.approve }, async (session, run) => {
    const before = run.state();
    const isForOthers = context.flags.has('no-wait') || (await attendedBy(session, run.id)) !== undefined;
    if (!isForOthers && before.coordination === null && !session.redrafts) throw nobodyRedrafts(run.id);
    await run.revise(feedback);
    if (isForOthers) return carryOnIfFree(session, run, before.seq);
    const after = await redrafted(session, run);
    if (!context.flags.has('json')) context.out.print(changes(before, after));
    return carryOnAsAsked(session, run, after.seq);
  });
};

/** Drafted without a model, a plan would be the same again, or, of a plan file, something else altogether. */
function nobodyRedrafts(id: string): PlanwrightError {
  const hint = `name one with --model, or change the plan yourself: planwright edit ${id}`;
  const message = 'there is no model that could draft the plan again with your words';
  return new PlanwrightError('command-refused', message, { details: { hint } });
}

async function redrafted(session: Session, run: Run): Promise<RunState> {
  session.carry(run);
  session.context.out.note('Planning …');
  await run.attend();
  return run.rest();
}

function changes(before: RunState, after: RunState): string {
  if (before.execution === null || after.execution === null) return '';
  const shown = planDiffView(planDiff(before.execution.plan, after.execution.plan), before.revision, after.revision);
  if (shown !== '') return shown;
  const why = after.revision === before.revision ? after.notes.at(-1) : undefined;
  return `The plan did not change${why === undefined ? '.' : `: ${why}`}`;
}
