import { PlanwrightError } from '@planwright/core';
import type { Command, CommandContext } from '../command.js';
import { writePlanOutput } from '../plan-output.js';
import { readTask } from '../read-task.js';
import { withSession } from '../session.js';
import { showDraft } from '../show-draft.js';
import { startTask } from '../start-run.js';
import { planTasks } from './plan-tasks.js';

/** Drafts a plan and shows it. Whoever asks for a plan has armed the gate. */
export const plan: Command = async (context) => {
  const tasks = context.flags.text('tasks');
  if (tasks !== undefined) return planList(context, tasks);
  const words = await readTask(context);
  const dryRun = context.flags.has('dry-run');
  return withSession(context, { work: 'plan', ...(dryRun ? { store: 'memory' } : {}) }, async (session) => {
    const run = await startTask(session, words, { armed: true, wish: { until: 'draft' } });
    return showDraft(session, run, { isKept: !dryRun, write: (state) => writePlanOutput(session, state) });
  });
};

async function planList(context: CommandContext, file: string): Promise<number> {
  if (context.arguments.length > 0) throw new PlanwrightError('usage-wrong', 'give either a task or --tasks, not both');
  if (context.flags.has('dry-run'))
    throw new PlanwrightError(
      'usage-wrong',
      '--tasks marks what was planned in its file; --dry-run would keep nothing of it',
    );
  if (context.flags.has('out'))
    throw new PlanwrightError(
      'usage-wrong',
      '--out is the folder of one plan, and --tasks makes several; write each with `planwright export <run> --format two-layer --out DIR`',
    );
  return withSession(context, { work: 'plan' }, (session) =>
    planTasks(session, file, ({ task, ...wish }) =>
      startTask(session, task, { armed: true, wish: { until: 'draft', ...wish } }),
    ),
  );
}
