import { nextPlanBrief, planIdOf, reportOf, reportText, type RunState, timelessReport } from '@planwright/core';
import type { Run } from '@planwright/runtime';
import { allRows, idOf } from './find-run.js';
import { readEvents } from './read-run.js';
import type { Session } from './session.js';
import { runSettings } from './start-run.js';

/**
 * Plans what did not fit into a plan that is done: a run of its own that names the plan before it and is told how that went.
 * Undefined where nothing is left, or where it has been planned already.
 */
export async function startNextPlan(session: Session, done: RunState): Promise<Run | undefined> {
  const report = reportOf(done);
  if (done.status !== 'done' || done.outline.length === 0 || report === null) return undefined;
  const plan = planIdOf(done.id);
  if (await isContinued(session, done, plan)) return undefined;
  const analysis = nextPlanBrief(done.outline, { plan, report: reportText(timelessReport(report)) });
  return session.runtime.start(
    { task: done.task },
    {
      ...runSettings(session),
      ...(done.gate === null ? {} : { gate: done.gate }),
      origin: { plan, revision: done.revision },
      planning: { ...done.planning, explore: false, analysis },
    },
  );
}

/** Runs that began after it ended are few: only they can continue it. */
async function isContinued({ store }: Session, { endedAt }: RunState, plan: string): Promise<boolean> {
  const later = (await allRows(store)).filter(({ createdAt }) => endedAt !== null && createdAt >= endedAt);
  for (const row of later) {
    const [created] = await readEvents(store, idOf(row));
    if (created?.type === 'run.created' && created.data.origin?.plan === plan && created.data.planning !== undefined)
      return true;
  }
  return false;
}
