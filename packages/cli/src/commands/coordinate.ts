import { PlanwrightError } from '@planwright/core';
import { carryOn } from '../carry-on.js';
import type { Command } from '../command.js';
import { loadCoordination } from '../load-coordination.js';
import { projectOf } from '../open-project.js';
import { readTask } from '../read-task.js';
import { withSession } from '../session.js';
import { settingsWithAgents } from '../settings-with-agents.js';
import { startCoordination } from '../start-coordination.js';

/** Several agents propose and vote without acting; what they chose is checked, approved and carried out, and judged. */
export const coordinate: Command = async (context) => {
  const project = projectOf(context);
  const named = context.flags.text('config') ?? settingsWithAgents(project, context.system);
  if (named === undefined)
    throw new PlanwrightError(
      'usage-wrong',
      '--config is needed: a file that names the agents, or @examples/NAME; or name "agents" in planwright.yaml; without any: planwright --agents 3 "<task>"',
    );
  const task = await readTask(context);
  const coordination = await loadCoordination(context, project, named);
  return withSession(context, { coordination: () => Promise.resolve(coordination) }, async (session) =>
    carryOn(session, await startCoordination(session, { task, coordination })),
  );
};
