import { carryOn } from '../carry-on.js';
import type { Command, CommandContext } from '../command.js';
import { planningWish } from '../planning-wish.js';
import { readTask } from '../read-task.js';
import { withSession } from '../session.js';
import { showDraft } from '../show-draft.js';
import { startCoordination } from '../start-coordination.js';
import { startTask } from '../start-run.js';
import { agentCount, strategyCoordination } from '../strategy-coordination.js';

/** The whole way: gate, plan, show, ask, carry out, report. */
export const task: Command = async (context) => {
  const { flags } = context;
  const words = await readTask(context);
  const count = agentCount(context);
  if (flags.has('dry-run'))
    return withSession(context, { work: 'plan', store: 'memory' }, async (session) =>
      showDraft(session, await startTask(session, words, { armed: flags.has('plan') }), { isKept: false }),
    );
  if (count !== undefined) return together(context, words, count);
  return withSession(context, {}, async (session) =>
    carryOn(session, await startTask(session, words, { armed: flags.has('plan') })),
  );
};

/** The same way with several agents that propose and vote. */
function together(context: CommandContext, task: string, count: number): Promise<number> {
  const { system } = context;
  return withSession(
    context,
    { coordination: (settings, project) => strategyCoordination(count, settings, { project, system }) },
    async (session) => {
      const { coordination } = session;
      if (coordination === undefined) throw new Error('a session for several agents has none');
      return carryOn(session, await startCoordination(session, { task, coordination }, await planningWish(context)));
    },
  );
}
