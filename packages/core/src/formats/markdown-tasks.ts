import { reasoningIn } from '../plan/parse/reasoning-blocks.js';
import { shown } from '../plan/parse/report.js';
import type { Plan } from '../plan/plan.js';
import { type AssembleOptions, assemblePlan } from './two-layer/assemble-plan.js';
import { readOverviewSections } from './two-layer/markdown/read-overview-sections.js';
import { readTaskSection } from './two-layer/markdown/read-task-section.js';
import { taskOutline, type TaskSection } from './two-layer/markdown/task-outline.js';
import type { Unread } from './two-layer/markdown/unread.js';
import { createFolderReport, type FolderReport, type TwoLayerProblem } from './two-layer/two-layer-problem.js';

/** Something that stands in the text and could not be read. `task` is null where it is about the whole plan. */
export type UnreadField = {
  readonly task: string | null;
  readonly field: string;
  readonly line: number;
  readonly text: string;
};

export type ParsedMarkdownTasks =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly notes: readonly string[];
      readonly unread: readonly UnreadField[];
    }
  | { readonly ok: false; readonly problems: readonly TwoLayerProblem[]; readonly unread: readonly UnreadField[] };

/** A plan of 20 tasks takes a tenth of this. */
const maxTextLength = 1_000_000;

/** Whether a text has headings of tasks (`### TASK-001: …`), and so may be a plan for `readMarkdownTasks`. */
export function looksLikeMarkdownTasks(text: string): boolean {
  return /^[\s>]{0,3}(?:#{1,6}\s+|\*\*)\W{0,3}(?:TASK|FIX|IMPL|T)[\s-]?[0-9]+\b/im.test(text.slice(0, maxTextLength));
}

/**
 * Reads a plan that a model wrote as markdown: a section for each task with labels such as `**Files**`, their lists on the
 * label's line or below it, headings of any level. For replies that are no JSON. What cannot be read is listed and never
 * replaced by something else. Never throws.
 */
export function readMarkdownTasks(text: string, options: AssembleOptions = {}): ParsedMarkdownTasks {
  const report = createFolderReport();
  const unread: UnreadField[] = [];
  if (text.length > maxTextLength) {
    report.problem('text-too-large', `the text has ${text.length} characters; at most ${maxTextLength} are read`, {});
    return { ok: false, problems: report.problems, unread };
  }
  const { overview, tasks } = taskOutline(unwrapped(text));
  if (tasks.length === 0)
    report.problem('no-plan-found', 'the text has no task: expected headings like "### TASK-001: title"', {});
  reportTwice(tasks, report);
  const isFix = tasks.length > 0 && tasks.every(({ id }) => id.startsWith('FIX-'));
  const tell = unreadInto(unread);
  const source = {
    where: 'the plan',
    overview: readOverviewSections(overview, isFix, tell(null)),
    tasks: tasks.map((task) => ({
      id: task.id,
      where: `line ${task.line}`,
      data: readTaskSection(task, tell(task.id)),
    })),
  };
  if (report.problems.length > 0) return { ok: false, problems: report.problems, unread };
  const read = assemblePlan(source, options, report);
  return read.ok ? { ...read, notes: [...read.notes, ...unread.map(noteOf)], unread } : { ...read, unread };
}

function unreadInto(list: UnreadField[]): (task: string | null) => Unread {
  return (task) =>
    ({ name, line }, text) => {
      list.push({ task, field: name, line, text });
    };
}

function noteOf({ task, field, line, text }: UnreadField): string {
  return `line ${line}: "${field}" of ${task ?? 'the plan'} could not be read: ${shown(text)}`;
}

function reportTwice(tasks: readonly TaskSection[], report: FolderReport): void {
  const seen = new Set<string>();
  for (const { id, line } of tasks) {
    if (seen.has(id)) report.problem('id-duplicate', `line ${line}: two tasks have the id "${id}"`, { step: id });
    seen.add(id);
  }
}

/** Without what a model thought aloud, and without the fence around the whole. Lines keep their numbers. */
function unwrapped(text: string): string {
  let rest = text;
  for (const { start, end } of reasoningIn(text).blocks.toReversed()) {
    rest = `${rest.slice(0, start)}${rest.slice(start, end).replace(/[^\n]/g, '')}${rest.slice(end)}`;
  }
  const isWrapped = /^\s*(?:```|~~~)(?:markdown|md)?\s*\n/.test(rest) && /\n(?:```|~~~)\s*$/.test(rest);
  return isWrapped ? rest.replace(/(?:```|~~~)(?:markdown|md)?/, '').replace(/(?:```|~~~)\s*$/, '') : rest;
}
