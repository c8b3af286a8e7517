import { findCycles } from '../find-cycle.js';
import { markJsonTask, readJsonTasks } from './json-tasks.js';
import { markMarkdownTask, readMarkdownTasks } from './markdown-tasks.js';
import { isForPlanners, type PlanningMark, type PlanningTask, type ReadPlanningTasks } from './planning-task.js';

/** Reads a list of planning tasks, JSON or markdown. What is wrong with a task is told, and the others are read. */
export function readPlanningTasks(written: string): ReadPlanningTasks {
  const text = withoutMark(written);
  const problems: string[] = [];
  const problem = (message: string): void => void problems.push(message);
  const read = isJson(text) ? readJsonTasks(text, problem) : readMarkdownTasks(text, problem);
  const tasks = read.filter((task, place) => isFirst(task, place, read, problem));
  if (!tasks.some(isForPlanners)) problem('no planning task was found: expected ids such as PLAN-001');
  problems.push(...tasks.filter(isForPlanners).flatMap((task) => problemsOf(task, tasks)), ...circles(tasks));
  return { tasks, problems };
}

/** The text with what became of a task; undefined where the task is not in it. Fields that we do not know stay. */
export function markPlanningTask(text: string, id: string, mark: PlanningMark): string | undefined {
  return isJson(text) ? markJsonTask(withoutMark(text), id, mark) : markMarkdownTask(text, id, mark);
}

/** Some editors begin a file with a mark of its encoding. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text) && !/^\s*\[[ xX]\]/.test(text);
}

function isFirst(
  { id }: PlanningTask,
  place: number,
  all: readonly PlanningTask[],
  problem: (message: string) => void,
): boolean {
  const first = all.findIndex((other) => other.id === id);
  if (first !== place) problem(`two tasks have the id ${id}; the second is left alone`);
  return first === place;
}

function problemsOf({ id, subject, description, status, blockedBy }: PlanningTask, tasks: readonly PlanningTask[]) {
  const unknown = blockedBy.filter((blocker) => !tasks.some((other) => other.id === blocker));
  return [
    ...(subject === '' && description === '' ? [`${id} has neither a subject nor a description`] : []),
    ...(status === 'other' ? [`${id} has a status that is not known; it is left alone`] : []),
    ...unknown.map((blocker) => `${id} is blocked by ${blocker}, which the list does not have`),
  ];
}

function circles(tasks: readonly PlanningTask[]): readonly string[] {
  return findCycles(new Map(tasks.map(({ id, blockedBy }) => [id, blockedBy]))).map(
    (cycle) => `tasks block each other in a circle: ${[...cycle, cycle[0] ?? ''].join(' → ')}`,
  );
}
