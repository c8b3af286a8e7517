import type { Command } from '../command.js';
import { readTask } from '../read-task.js';
import { withSession } from '../session.js';
import { showDraft } from '../show-draft.js';
import { startTask } from '../start-run.js';

/** Drafts a plan and shows it. Whoever asks for a plan has armed the gate. */
export const plan: Command = async (context) => {
  const words = await readTask(context);
  const dryRun = context.flags.has('dry-run');
  return withSession(context, { work: 'plan', ...(dryRun ? { store: 'memory' } : {}) }, async (session) =>
    showDraft(session, await startTask(session, words, true), !dryRun),
  );
};
