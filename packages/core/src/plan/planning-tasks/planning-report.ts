import { nextPlanningTask } from './next-planning-task.js';
import { isForPlanners, type PlanningTask, type ReadPlanningTasks } from './planning-task.js';

/** How one planning task ended, or why it has not. */
export type ReportedTask = Pick<PlanningTask, 'id' | 'subject' | 'status' | 'run' | 'summary'> & {
  /** It was worked on this time. */
  readonly isNew: boolean;
  /** Why it was not started. */
  readonly why: string | undefined;
};

/** The last word to the coordinator: every planning task of the list, and everything wrong with it. */
export type PlanningReport = {
  /** `completed` when all are; `failed` when one is; `waiting` when one needs somebody. */
  readonly outcome: 'completed' | 'failed' | 'waiting';
  readonly tasks: readonly ReportedTask[];
  readonly problems: readonly string[];
};

/** The report on a list as it stands. `worked`: the ids that were worked on this time. */
export function planningReport({ tasks, problems }: ReadPlanningTasks, worked: ReadonlySet<string>): PlanningReport {
  const next = nextPlanningTask(tasks, worked);
  const waiting = new Map(next.type === 'waiting' ? next.tasks.map(({ task, why }) => [task.id, why]) : []);
  const reported = tasks.filter(isForPlanners).map(({ id, subject, status, run, summary }) => ({
    ...{ id, subject, status, run, summary },
    isNew: worked.has(id),
    why: waiting.get(id),
  }));
  return { outcome: outcomeOf(reported), tasks: reported, problems };
}

function outcomeOf(tasks: readonly ReportedTask[]): PlanningReport['outcome'] {
  if (tasks.some(({ status }) => status === 'failed')) return 'failed';
  return tasks.length > 0 && tasks.every(({ status }) => status === 'completed') ? 'completed' : 'waiting';
}

/** The report in lines for people. */
export function planningReportText({ tasks, problems }: PlanningReport): string {
  const completed = tasks.filter(({ status }) => status === 'completed').length;
  return [
    `${completed} of ${tasks.length} planning tasks completed`,
    ...tasks.map(taskLine),
    ...problems.map((problem) => `problem: ${problem}`),
  ].join('\n');
}

function taskLine({ id, subject, status, run, summary, isNew, why }: ReportedTask): string {
  const about = subject === '' ? '' : ` ${subject}`;
  const when = isNew || status !== 'completed' ? '' : ', before';
  const where = run === undefined ? '' : ` (${run})`;
  const told = why === undefined ? (summary ?? '') : `not started, because ${why}`;
  return `${id}${about}: ${status.replace('_', ' ')}${when}${where}${told === '' ? '' : `. ${told}`}`;
}
