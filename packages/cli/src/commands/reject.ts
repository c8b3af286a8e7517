import { approvalView } from '../output/approval-view.js';
import { tellRecorded } from '../carry-on.js';
import type { Command } from '../command.js';
import { findRun, fits } from '../find-run.js';
import { runAndWords } from '../run-and-words.js';
import { withSession } from '../session.js';

/** Turns a plan down, with the reason; it stays as it is and does not run. From the third on, says what else could be done. */
export const reject: Command = async (context) => {
  const { run: named, words: reason } = await runAndWords(context, 'Why is the plan rejected?');
  return withSession(context, { work: 'none', store: 'existing', settings: 'not-needed' }, async (session) => {
    const { store, runtime } = session;
    const run = await runtime.open(await findRun(store, named, fits.approve, context.out));
    const state = await run.reject(reason);
    if (state.alternatives.length > 0 && !context.flags.has('json')) context.out.print(approvalView(state));
    return tellRecorded(session, state);
  });
};
