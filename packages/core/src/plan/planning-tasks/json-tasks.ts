import { parseJson } from '../../shared/parse-json.js';
import { isObject } from '../parse/plan-within.js';
import { shown } from '../parse/report.js';
import { type PlanningMark, type PlanningTask, readIds, readStatus } from './planning-task.js';

type Item = Readonly<Record<string, unknown>>;

/** What other programs call the fields, ours first. */
const names = {
  id: ['id', 'task_id', 'taskId'],
  subject: ['subject', 'title', 'name'],
  description: ['description', 'prompt', 'details'],
  status: ['status', 'state'],
  blockedBy: ['blockedBy', 'blocked_by', 'depends_on', 'dependsOn', 'dependencies'],
  run: ['run'],
  summary: ['summary'],
} as const satisfies Readonly<Record<keyof PlanningTask, readonly string[]>>;

/** The tasks of a JSON list, or of an object with `tasks`. */
export function readJsonTasks(text: string, problem: (message: string) => void): readonly PlanningTask[] {
  const items = itemsOf(text);
  if (typeof items === 'string') {
    problem(items);
    return [];
  }
  return items.flatMap((item, place) => readItem(item, `task ${place + 1} of the list`, problem) ?? []);
}

function itemsOf(text: string): readonly unknown[] | string {
  const parsed = parseJson(text);
  if (!parsed.ok) return `the file is no JSON: ${parsed.message}`;
  const list = isObject(parsed.value) ? parsed.value['tasks'] : parsed.value;
  return Array.isArray(list) ? list : 'expected a list of tasks, or an object with "tasks", and found neither';
}

function readItem(item: unknown, where: string, problem: (message: string) => void): PlanningTask | undefined {
  if (!isObject(item)) {
    problem(`${where} must be an object, found ${shown(item)}`);
    return undefined;
  }
  const text = (field: keyof typeof names): string | undefined => {
    const key = keyOf(item, field);
    const value = key === undefined ? undefined : item[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
    problem(`${where}: "${key ?? field}" must be a text, found ${shown(value)}`);
    return undefined;
  };
  const id = text('id') ?? '';
  if (id === '') {
    problem(`${where} has no id`);
    return undefined;
  }
  return {
    id,
    subject: text('subject') ?? '',
    description: text('description') ?? '',
    status: readStatus(text('status') ?? ''),
    blockedBy: blockersOf(item, id, problem),
    run: text('run'),
    summary: text('summary'),
  };
}

function blockersOf(item: Item, id: string, problem: (message: string) => void): readonly string[] {
  const key = keyOf(item, 'blockedBy');
  const written = key === undefined ? undefined : item[key];
  if (written === undefined || written === null) return [];
  if (typeof written === 'string') return readIds(written);
  if (Array.isArray(written) && written.every((each) => typeof each === 'string'))
    return written.map((each) => each.trim());
  problem(`${id}: "${key ?? 'blockedBy'}" must be a list of ids, found ${shown(written)}`);
  return [];
}

function keyOf(item: Item, field: keyof typeof names): string | undefined {
  return names[field].find((name) => Object.hasOwn(item, name));
}

/** The text with the mark in the task's own fields; everything else stays, in its order and as far indented. */
export function markJsonTask(text: string, id: string, mark: PlanningMark): string | undefined {
  const parsed = parseJson(text);
  const items = itemsOf(text);
  if (!parsed.ok || typeof items === 'string') return undefined;
  const place = items.findIndex((item) => isObject(item) && String(item[keyOf(item, 'id') ?? '']).trim() === id);
  const item = items[place];
  if (!isObject(item)) return undefined;
  const marked = items.with(place, withMark(item, mark));
  const value = isObject(parsed.value) ? { ...parsed.value, tasks: marked } : marked;
  return (
    JSON.stringify(value, null, /^[[{]\r?\n([ \t]+)/.exec(text.trimStart())?.[1] ?? 2) +
    (text.endsWith('\n') ? '\n' : '')
  );
}

function withMark(item: Item, { status, run, summary }: PlanningMark): Item {
  const set = (field: 'status' | 'run' | 'summary', value: string | undefined): Item =>
    value === undefined ? {} : { [keyOf(item, field) ?? field]: value };
  return { ...item, ...set('status', status), ...set('run', run), ...set('summary', summary) };
}
