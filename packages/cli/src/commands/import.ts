import type { Command } from '../command.js';
import { readPlan } from '../read-plan.js';
import { withSession } from '../session.js';
import { showDraft } from '../show-draft.js';
import { startPlan } from '../start-run.js';

/** Keeps a plan as a draft run. */
export const importPlan: Command = async (context) => {
  const { plan, notes } = await readPlan(context.system, context.arguments[0] ?? '');
  return withSession(context, { work: 'none' }, async (session) =>
    showDraft(session, await startPlan(session, plan, { notes }), { isKept: true }),
  );
};
