import {
  markPlanningTask,
  nextPlanningTask,
  plannedBefore,
  type PlannedBefore,
  type PlanningMark,
  type PlanningReport,
  planningReport,
  type PlanningTask,
  PlanwrightError,
  readPlanningTasks,
  toErrorInfo,
} from '@planwright/core';

/** Where a list of planning tasks is kept. `write` replaces the whole text, or nothing. */
export type PlanningTaskFile = {
  readonly read: () => Promise<string>;
  readonly write: (text: string) => Promise<void>;
};

/** What planning a task came to. `waiting`: somebody has to say something first. */
export type PlannedTask = {
  readonly status: 'success' | 'needs_review' | 'degraded' | 'waiting' | 'failed';
  readonly run?: string | undefined;
  readonly summary: string;
};

export type WorkPlanningTasksOptions = {
  readonly file: PlanningTaskFile;
  /** Plans one task, given what those before it came to. A throw is a failure of the task, unless the signal is aborted. */
  readonly plan: (task: PlanningTask, before: readonly PlannedBefore[]) => Promise<PlannedTask>;
  readonly signal: AbortSignal;
  readonly onProgress?: (text: string) => void;
};

/**
 * Plans the tasks of a list one after another and writes down what became of each, so that whoever starts again goes on where
 * this stopped. What depends on a task that failed or waits is not started. Ends with the report for the coordinator.
 */
export async function workPlanningTasks(options: WorkPlanningTasksOptions): Promise<PlanningReport> {
  const { file, signal, onProgress } = options;
  const worked = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    // Read anew each time: others may have completed what a task waits for.
    const read = readPlanningTasks(await file.read());
    const next = nextPlanningTask(read.tasks, worked);
    if (next.type !== 'task') return planningReport(read, worked);
    const { task } = next;
    worked.add(task.id);
    onProgress?.(`${task.id}: ${task.subject}`);
    await mark(file, task.id, { status: 'in_progress' });
    const planned = await planTask(options, task, plannedBefore(read.tasks));
    await mark(file, task.id, { status: markFor[planned.status], run: planned.run, summary: planned.summary });
  }
}

/** A plan that waits for a review is a plan; one that waits for answers is none yet. */
const markFor: Readonly<Record<PlannedTask['status'], PlanningMark['status']>> = {
  success: 'completed',
  needs_review: 'completed',
  degraded: 'completed',
  waiting: 'in_progress',
  failed: 'failed',
};

async function planTask(
  { plan, signal }: WorkPlanningTasksOptions,
  task: PlanningTask,
  before: readonly PlannedBefore[],
): Promise<PlannedTask> {
  try {
    return await plan(task, before);
  } catch (error) {
    signal.throwIfAborted();
    return { status: 'failed', summary: toErrorInfo(error, 'agent-failed').message };
  }
}

/** On the text as it is now: what others wrote meanwhile stays. */
async function mark(file: PlanningTaskFile, id: string, given: PlanningMark): Promise<void> {
  const marked = markPlanningTask(await file.read(), id, given);
  if (marked === undefined)
    throw new PlanwrightError(
      'store-conflict',
      `${id} is no longer in the list, so nothing can be said about it there`,
    );
  await file.write(marked);
}
