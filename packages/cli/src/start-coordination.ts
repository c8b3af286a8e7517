import { type PlanningWish, planningNeeded, PlanwrightError } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { coordinationSettings } from './coordination-settings.js';
import type { Coordination } from './load-coordination.js';
import { isOnline } from './main-model.js';
import { coordinationIntroduction } from './output/coordination-view.js';
import type { Session } from './session.js';
import { runSettings } from './start-run.js';

/** Agents look for themselves, with their own tools; what they cannot know they say in their plans. */
const lookThemselves: Partial<PlanningWish> = { explore: false, clarify: 'recommended' };

/** Decides whether agents plan or answer, says so, and creates the run. What the command line says comes before the file. */
export async function startCoordination(
  session: Session,
  { task, coordination }: { readonly task: string; readonly coordination: Coordination },
  planning: Partial<PlanningWish> = lookThemselves,
): Promise<Run> {
  const { context, project, runtime } = session;
  const { budget, planning: mode } = coordination.config;
  const tools = mode === 'auto' ? await session.catalogue?.() : [];
  const needed = planningNeeded(task, tools ?? [], mode);
  if (!needed.plan && !coordination.config.agents.some(isOnline))
    throw new PlanwrightError('settings-invalid', `${needed.reason}, and agents without a model have none to give`, {
      details: { hint: 'set orchestrator.coordination.planning to "always", or give an agent a model' },
    });
  const settings = coordinationSettings(coordination, needed, project.root);
  if (!context.flags.has('json')) context.out.print(`${coordinationIntroduction(settings)}\n`);
  return runtime.start(
    { task },
    {
      ...(budget === undefined || budget === null ? {} : { budget }),
      ...runSettings(session),
      planning,
      coordination: settings,
    },
  );
}
