import { isObject } from '../../plan/parse/plan-within.js';
import { shown } from '../../plan/parse/report.js';
import type { Plan } from '../../plan/plan.js';
import { type AssembleOptions, assemblePlan } from './assemble-plan.js';
import { type ExplorationEntry, manifestEntries, manifestPath } from './explorations-manifest.js';
import { readJsonFile } from './read-json-file.js';
import type { TaskSource } from './read-task.js';
import { isTaskId, taskPath } from './task-ids.js';
import { createFolderReport, type FolderReport, type TwoLayerProblem } from './two-layer-problem.js';

/** The names an overview goes by, the usual one first. */
export const overviewPaths = ['plan.json', 'fix-plan.json', 'sub-plan.json'] as const;

export type ReadTwoLayerOptions = AssembleOptions & {
  /** Which plan of the folder, where it holds several. */
  readonly overview?: (typeof overviewPaths)[number];
};

/** A plan read from its folder, with what a person should know; or everything that is wrong with the files. */
export type ParsedTwoLayer =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly notes: readonly string[];
      /** What the plan rests on, as its manifest says. */
      readonly explorations: readonly ExplorationEntry[];
    }
  | { readonly ok: false; readonly problems: readonly TwoLayerProblem[] };

type Files = ReadonlyMap<string, string>;
type Data = Readonly<Record<string, unknown>>;

/**
 * Reads a plan in two layers from the texts of its folder, by their paths in it. Fields nobody knows survive. Never throws:
 * whatever somebody made of the files, the answer says what is wrong with which of them.
 */
export function readTwoLayer(files: Files, options: ReadTwoLayerOptions = {}): ParsedTwoLayer {
  const report = createFolderReport();
  const path = options.overview ?? overviewPaths.find((name) => files.has(name)) ?? overviewPaths[0];
  const text = files.get(path);
  if (text === undefined)
    report.problem('file-missing', 'the file is not there; it says which tasks the plan has', { file: path });
  const overview = text === undefined ? undefined : readJsonFile(path, text, report);
  if (overview === undefined) return { ok: false, problems: report.problems };
  const tasks = taskSources(overview, path, files, report);
  reportExtraFiles(files, path, tasks, report);
  const explorations = explorationsIn(files, report);
  if (tasks.length === 0) return { ok: false, problems: report.problems };
  const read = assemblePlan({ where: path, overview, tasks }, options, report);
  return read.ok ? { ...read, explorations } : read;
}

function taskSources(overview: Data, path: string, files: Files, report: FolderReport): readonly TaskSource[] {
  const { task_ids: ids, tasks } = overview;
  if (ids === undefined && Array.isArray(tasks)) return embeddedTasks(overview, tasks, path, report);
  if (tasks !== undefined) report.note(`${path}: "tasks" was not read; the tasks are the files that "task_ids" names`);
  if (!Array.isArray(ids) || ids.length === 0) {
    const message = `"task_ids" must be a list of ids, found ${Array.isArray(ids) ? 'an empty one' : shown(ids)}`;
    report.problem('steps-missing', message, { file: path, field: 'task_ids' });
    return [];
  }
  checkCount(overview['task_count'], ids.length, { path, field: 'task_count', list: 'task_ids' }, report);
  const usable = ids.filter((id: unknown): id is string => isUsable(id, path, report));
  reportTwice(usable, path, report);
  return [...new Set(usable)].map((id) => ({ id, where: taskPath(id), data: taskIn(id, path, files, report) }));
}

/** How plans were written before their tasks had files of their own. */
function embeddedTasks(
  overview: Data,
  tasks: readonly unknown[],
  path: string,
  report: FolderReport,
): readonly TaskSource[] {
  report.note(`${path}: the tasks stand in the plan itself, as in older plans`);
  if (tasks.length === 0) report.problem('steps-missing', '"tasks" is empty', { file: path, field: 'tasks' });
  checkCount(overview['total_tasks'], tasks.length, { path, field: 'total_tasks', list: 'tasks' }, report);
  return tasks.map((task, place) => {
    const data = isObject(task) ? task : undefined;
    const id = typeof data?.['id'] === 'string' ? data['id'] : String(place + 1);
    const field = `tasks.${place}`;
    if (!data)
      report.problem('step-invalid', `"${field}" must be an object, found ${shown(task)}`, { file: path, field });
    return { id, where: `${path} ${field}`, data };
  });
}

function taskIn(id: string, overview: string, files: Files, report: FolderReport): Data | undefined {
  const file = taskPath(id);
  const text = files.get(file);
  if (text === undefined) {
    report.problem('file-missing', `the file is not there, but ${overview} names the task`, { file, step: id });
    return undefined;
  }
  const data = readJsonFile(file, text, report);
  const { id: said } = data ?? {};
  if (data && said === undefined) report.note(`${file}: "id" is missing; the name of the file was taken`);
  if (said !== undefined && said !== id) {
    const message = `"id" must be ${shown(id)}, as the file is called; found ${shown(said)}`;
    report.problem('id-invalid', message, { file, step: id, field: 'id' });
  }
  return data;
}

function isUsable(id: unknown, path: string, report: FolderReport): id is string {
  if (typeof id === 'string' && isTaskId(id)) return true;
  const message = `"task_ids" must have ids of letters, digits, "-" and "_", found ${shown(id)}`;
  report.problem('id-invalid', message, { file: path, field: 'task_ids' });
  return false;
}

function reportTwice(ids: readonly string[], path: string, report: FolderReport): void {
  for (const id of new Set(ids.filter((each, place) => ids.indexOf(each) !== place))) {
    report.problem('id-duplicate', `"task_ids" has "${id}" twice`, { file: path, step: id, field: 'task_ids' });
  }
}

function checkCount(
  said: unknown,
  counted: number,
  { path, field, list }: { readonly path: string; readonly field: string; readonly list: string },
  report: FolderReport,
): void {
  if (said === undefined || said === counted) return;
  report.problem('count-wrong', `"${field}" is ${shown(said)}, but "${list}" has ${counted}`, { file: path, field });
}

/** A task that no plan of the folder names would be lost without a word. */
function reportExtraFiles(files: Files, path: string, tasks: readonly TaskSource[], report: FolderReport): void {
  const named = new Set(tasks.map(({ id }) => taskPath(id)));
  for (const other of overviewPaths) {
    const text = other === path ? undefined : files.get(other);
    const ids = text === undefined ? undefined : readJsonFile(other, text, createFolderReport())?.['task_ids'];
    for (const id of Array.isArray(ids) ? ids : []) if (typeof id === 'string') named.add(taskPath(id));
  }
  for (const file of files.keys()) {
    if (!/^\.task\/[^/]+\.json$/.test(file) || named.has(file)) continue;
    report.problem('file-extra', `no plan names this task; add it to "task_ids" of ${path} or remove the file`, {
      file,
    });
  }
}

function explorationsIn(files: Files, report: FolderReport): readonly ExplorationEntry[] {
  const text = files.get(manifestPath);
  if (text === undefined) return [];
  const entries = manifestEntries(readJsonFile(manifestPath, text, createFolderReport()));
  if (!entries) report.note(`${manifestPath} could not be read; the plan itself does not need it`);
  return entries ?? [];
}
