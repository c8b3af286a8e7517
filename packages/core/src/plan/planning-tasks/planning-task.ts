/** How a planning task stands; `other` is a word that we do not know, and so leave alone. */
export type PlanningTaskStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'other';

/** Something to be planned, as a list names it: `PLAN-001`. */
export type PlanningTask = {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  readonly status: PlanningTaskStatus;
  /** Ids of tasks, of any role, that have to be completed first. */
  readonly blockedBy: readonly string[];
  /** The run that plans it, once there is one. */
  readonly run: string | undefined;
  /** What its plan came to. */
  readonly summary: string | undefined;
};

export type ReadPlanningTasks = {
  readonly tasks: readonly PlanningTask[];
  /** Everything that could not be read or cannot be done, a sentence each. */
  readonly problems: readonly string[];
};

/** What is written down about a task. */
export type PlanningMark = {
  readonly status: Exclude<PlanningTaskStatus, 'other'>;
  readonly run?: string | undefined;
  readonly summary?: string | undefined;
};

/** A planner works on these and on no other. */
export function isForPlanners({ id }: Pick<PlanningTask, 'id'>): boolean {
  return /^PLAN-/i.test(id);
}

/** Statuses as other programs write them. */
const statusWords: Readonly<Record<string, PlanningTaskStatus>> = {
  ...{ '': 'pending', pending: 'pending', open: 'pending', todo: 'pending', ready: 'pending', blocked: 'pending' },
  ...{ 'in progress': 'in_progress', running: 'in_progress', started: 'in_progress' },
  ...{ completed: 'completed', complete: 'completed', done: 'completed', finished: 'completed' },
  ...{ failed: 'failed', error: 'failed' },
};

export function readStatus(written: string): PlanningTaskStatus {
  const word = written.trim().toLowerCase().replace(/[_-]/g, ' ');
  return Object.hasOwn(statusWords, word) ? (statusWords[word] ?? 'other') : 'other';
}

/** Ids one after another, as a line has them: `PLAN-001, PLAN-002`. "none" is none. */
export function readIds(written: string): readonly string[] {
  return written.split(/[\s,;]+/).filter((id) => /^[A-Za-z][\w]*-\d+$/.test(id));
}
