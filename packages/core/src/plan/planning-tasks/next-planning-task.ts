import { isForPlanners, type PlanningTask } from './planning-task.js';

/** What is to be planned next, or why nothing is. */
export type NextPlanningTask =
  | { readonly type: 'task'; readonly task: PlanningTask }
  | { readonly type: 'waiting'; readonly tasks: readonly WaitingTask[] }
  | { readonly type: 'done' };

/** A task that cannot be started, and why. */
export type WaitingTask = { readonly task: PlanningTask; readonly why: string };

/** The first task of the list that nothing stands in the way of. One that was begun is begun again. */
export function nextPlanningTask(
  tasks: readonly PlanningTask[],
  skip: ReadonlySet<string> = new Set(),
): NextPlanningTask {
  const open = tasks.filter((task) => isForPlanners(task) && isOpen(task) && !skip.has(task.id));
  const waiting: WaitingTask[] = [];
  for (const task of open) {
    const why = whyWaiting(task, tasks);
    if (why === undefined) return { type: 'task', task };
    waiting.push({ task, why });
  }
  return waiting.length === 0 ? { type: 'done' } : { type: 'waiting', tasks: waiting };
}

function isOpen({ status }: PlanningTask): boolean {
  return status === 'pending' || status === 'in_progress';
}

function whyWaiting({ subject, description, blockedBy }: PlanningTask, tasks: readonly PlanningTask[]) {
  if (subject === '' && description === '') return 'it does not say what is to be planned';
  const blocking = blockedBy.flatMap((id) => {
    const blocker = tasks.find((task) => task.id === id);
    if (blocker?.status === 'completed') return [];
    return [`${id}, which ${blocker ? standing[blocker.status] : 'the list does not have'}`];
  });
  return blocking.length === 0 ? undefined : `it is blocked by ${blocking.join(' and ')}`;
}

const standing: Readonly<Record<PlanningTask['status'], string>> = {
  pending: 'is not completed',
  in_progress: 'is not completed',
  completed: 'is completed',
  failed: 'failed',
  other: 'has a status that is not known',
};
