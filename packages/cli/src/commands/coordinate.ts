import { PlanwrightError } from '@planwright/core';
import { carryOn } from '../carry-on.js';
import type { Command } from '../command.js';
import { loadCoordination } from '../load-coordination.js';
import { projectOf } from '../open-project.js';
import { readTask } from '../read-task.js';
import { withSession } from '../session.js';
import { startCoordination } from '../start-coordination.js';

/** Several agents propose and vote without acting; what they chose is checked, approved and carried out, and judged. */
export const coordinate: Command = async (context) => {
  const named = context.flags.text('config');
  if (named === undefined)
    throw new PlanwrightError(
      'usage-wrong',
      '--config is needed: a file that names the agents, or @examples/NAME; without one: planwright --agents 3 "<task>"',
    );
  const task = await readTask(context);
  const coordination = await loadCoordination(context, projectOf(context), named);
  return withSession(context, { coordination: () => Promise.resolve(coordination) }, async (session) =>
    carryOn(session, await startCoordination(session, { task, coordination })),
  );
};
