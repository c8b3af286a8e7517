import { carryOn } from '../carry-on.js';
import type { Command } from '../command.js';
import { readTask } from '../read-task.js';
import { withSession } from '../session.js';
import { showDraft } from '../show-draft.js';
import { startTask } from '../start-run.js';

/** The whole way: gate, plan, show, ask, carry out, report. */
export const task: Command = async (context) => {
  const { flags } = context;
  const words = await readTask(context);
  if (flags.has('dry-run'))
    return withSession(context, { work: 'plan', store: 'memory' }, async (session) =>
      showDraft(session, await startTask(session, words, flags.has('plan')), false),
    );
  return withSession(context, {}, async (session) =>
    carryOn(session, await startTask(session, words, flags.has('plan'))),
  );
};
