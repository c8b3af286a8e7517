import { defaultMode } from '../../plan/default-mode.js';
import { type StepsOptions, readSteps } from '../../plan/parse/read-steps.js';
import { createReport, type Report } from '../../plan/parse/report.js';
import type { Plan } from '../../plan/plan.js';
import type { Step } from '../../plan/step.js';
import { stated } from '../../shared/stated.js';
import { type ReadOverview, readOverview } from './read-overview.js';
import { type ReadTask, readTask, type TaskSource } from './read-task.js';
import type { FolderReport, TwoLayerProblem } from './two-layer-problem.js';

export type AssembleOptions = StepsOptions & {
  /** Who does the tasks that name nobody. */
  readonly agent?: string;
};

export type PlanSource = {
  /** How messages name the overview. */
  readonly where: string;
  readonly overview: Readonly<Record<string, unknown>>;
  readonly tasks: readonly TaskSource[];
};

/** A plan that was read from several places, with what a person should know; or everything that is wrong with it. */
export type AssembledPlan =
  | { readonly ok: true; readonly plan: Plan; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problems: readonly TwoLayerProblem[] };

/** Puts the overview and the tasks together as a plan. */
export function assemblePlan(source: PlanSource, options: AssembleOptions, report: FolderReport): AssembledPlan {
  const { agent = 'coder', ...stepsOptions } = options;
  const tasks = source.tasks.map((task) => readTask(task, agent));
  noteTasks(source.tasks, tasks, agent, report);
  const planReport = createReport();
  const overview = readOverview(source.overview, planReport);
  const context = { report: planReport, isOurs: overview.mark !== undefined };
  const items = tasks.map(({ item }) => item);
  const steps = readSteps(items, context, stepsOptions);
  takeProblems(planReport, source, steps, report);
  if (report.problems.length > 0) return { ok: false, problems: report.problems };
  return { ok: true, plan: planOf(overview, finishedSteps(steps, tasks), modeOf(steps, tasks)), notes: report.notes };
}

/** Tasks that say what they need, be it nothing, are a graph. */
function modeOf(steps: readonly Step[], tasks: readonly ReadTask[]): Plan['mode'] {
  return tasks.some(({ hasNeeds }) => hasNeeds) ? 'parallel' : defaultMode(steps);
}

function planOf({ fields, mark, extra }: ReadOverview, steps: readonly Step[], unmarked: Plan['mode']): Plan {
  const placeOf = new Map(mark?.order?.map((label, place) => [label, place]));
  const place = ({ label }: Step): number => placeOf.get(label) ?? placeOf.size;
  const ordered = [...steps].sort((a, b) => place(a) - place(b));
  const { mode = unmarked, advance = 'auto', venue = 'main' } = mark ?? {};
  return { ...fields, mode, advance, venue, steps: ordered, extra };
}

/** Names of conversations become labels, and the name of a file is an alias only where its author gave it. */
function finishedSteps(steps: readonly Step[], tasks: readonly ReadTask[]): readonly Step[] {
  const labels = new Map(
    steps.flatMap(({ label }, position) => {
      const id = tasks[position]?.execution?.id;
      return id === undefined ? [] : [[id, label] as const];
    }),
  );
  return steps.map(({ alias, execution, ...step }, position) => {
    const mark = tasks[position]?.mark;
    const from = execution?.from.map((name) => labels.get(name) ?? name) ?? [];
    const names = { alias: mark ? mark.alias : alias, execution: execution && { ...execution, from } };
    return { ...step, ...stated(names) };
  });
}

function noteTasks(
  sources: readonly TaskSource[],
  tasks: readonly ReadTask[],
  agent: string,
  report: FolderReport,
): void {
  for (const [position, { notes }] of tasks.entries()) {
    for (const note of notes) report.note(`${sources[position]?.where ?? ''}: ${note}`);
  }
  const unnamed = tasks.filter(({ hasAgent }) => !hasAgent).length;
  if (unnamed > 0) {
    report.note(`${unnamed} of ${tasks.length} tasks name no agent; they were read as work for "${agent}"`);
  }
}

/** Field names as the authors of these files know them. */
const theirNames: ReadonlyMap<string, string> = new Map([
  ['task', 'description'],
  ['dependsOn', 'depends_on'],
]);

/** Says what readers of plans found in the words of the files: their ids for our labels, their fields for ours. */
function takeProblems(found: Report, source: PlanSource, steps: readonly Step[], report: FolderReport): void {
  report.notes.push(...found.notes);
  const taskOf = new Map<string, TaskSource>(source.tasks.map((task) => [task.id, task]));
  for (const [position, { label }] of steps.entries()) {
    const task = source.tasks[position];
    if (task && !taskOf.has(label)) taskOf.set(label, task);
  }
  for (const { code, step, field, message } of found.problems) {
    const task = step === null ? undefined : taskOf.get(step);
    const theirs = theirNames.get(field ?? '');
    const named = message.replace(/"(E[0-9]+)"/g, (_, label: string) => `"${taskOf.get(label)?.id ?? label}"`);
    const text = theirs === undefined ? named : named.replace(fieldNamed(field ?? ''), `$1$2"${theirs}"`);
    const place = stated({ step: task?.id, field: theirs ?? field ?? undefined });
    report.problem(code, text, { file: task?.where ?? source.where, ...place });
  }
}

/** Where a message names a field: in quotes, or as what a step has not. */
function fieldNamed(field: string): RegExp {
  return new RegExp(`(: )"${field}"|( has no )${field}$`);
}
