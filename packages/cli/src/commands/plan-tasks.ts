import { resolve } from 'node:path';
import {
  hasEnded,
  parseRunId,
  type PlannedBefore,
  type PlanningReport,
  planningReportText,
  planningStatus,
  type PlanningTask,
  planningTaskText,
  PlanwrightError,
  type RunState,
  summaryOfPlan,
} from '@planwright/core';
import { type PlannedTask, type Run, workPlanningTasks } from '@planwright/runtime';
import { replaceFile } from '@planwright/runtime/node';
import { clarified } from '../carry-on.js';
import { readText } from '../read-text.js';
import type { Session } from '../session.js';

const exits: Readonly<Record<PlanningReport['outcome'], number>> = { completed: 0, failed: 1, waiting: 3 };

/** Plans the tasks of a file one after another, marks each there, and ends with a report for whoever coordinates them. */
export async function planTasks(session: Session, path: string, start: Order['start']): Promise<number> {
  const { system, out, flags } = session.context;
  if (path === '-')
    throw new PlanwrightError('usage-wrong', '--tasks names a file: what became of each task is written to it');
  const stop = new AbortController();
  const forget = system.onStop(({ why }) => {
    stop.abort(new Error(why));
    return Promise.resolve();
  });
  try {
    const report = await workPlanningTasks({
      file: { read: () => readText(system, path), write: (text) => replaceFile(resolve(system.cwd, path), text) },
      plan: (task, before) => planTask(session, { task, before, start }),
      signal: stop.signal,
      ...(flags.has('json') ? {} : { onProgress: (text) => out.print(`\n${text}`) }),
    });
    if (report.tasks.length === 0) throw new PlanwrightError('usage-wrong', `${path}: ${report.problems.join('; ')}`);
    if (flags.has('json')) out.json(report);
    else out.print(`\n${planningReportText(report)}`);
    return exits[report.outcome];
  } finally {
    forget();
  }
}

type Order = {
  readonly task: PlanningTask;
  readonly before: readonly PlannedBefore[];
  readonly start: (order: ReturnType<typeof planningTaskText>) => Promise<Run>;
};

async function planTask(session: Session, { task, before, start }: Order): Promise<PlannedTask> {
  const run = (await begunRun(session, task)) ?? (await start(planningTaskText(task, before)));
  session.carry(run);
  return outcomeOf(await clarified(session, run, await run.rest()));
}

/** The run that an earlier start began, where it can still come to a plan. */
async function begunRun({ runtime }: Session, { run: named }: PlanningTask): Promise<Run | undefined> {
  const id = named === undefined ? undefined : parseRunId(named);
  if (id === undefined || (await runtime.find(id)) === undefined) return undefined;
  const run = await runtime.open(id);
  const state = run.state();
  if (hasEnded(state) && state.execution === null) return undefined;
  if (!hasEnded(state)) await run.attend();
  return run;
}

function outcomeOf(state: RunState): PlannedTask {
  const { id: run, execution, error, asked } = state;
  if (execution !== null)
    return { run, status: planningStatus(state) ?? 'success', summary: summaryOfPlan(execution.plan) };
  if (hasEnded(state)) return { run, status: 'failed', summary: error?.message ?? 'no plan could be made' };
  const questions = asked.map(({ id, question }) => `${id} ${question}`).join(' ');
  return { run, status: 'waiting', summary: `it waits for answers: ${questions}` };
}
