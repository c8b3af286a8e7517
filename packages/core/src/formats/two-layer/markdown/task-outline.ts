import { fieldKey } from '../../../plan/parse/field-key.js';
import { closesFence, fenceAt } from '../../../plan/parse/markdown-sections.js';
import { normalTaskId } from '../task-ids.js';
import { overviewNames, subLabels, taskLabels } from './label-names.js';

/** A labelled part of a text: what stands behind its name, and the lines below it. */
export type Part = {
  /** As `fieldKey` gives it, without what stands in brackets. */
  readonly key: string;
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
  readonly rest: string;
  readonly lines: string[];
};

export type TaskSection = {
  readonly id: string;
  readonly title: string;
  readonly line: number;
  /** What stands before the first label. */
  readonly lead: string[];
  readonly parts: Part[];
};

export type TaskOutline = { readonly overview: readonly Part[]; readonly tasks: readonly TaskSection[] };

const headingLine = /^\s{0,3}(#{1,6})\s+(\S[^\n]*)$/;
const boldLine = /^\s*\*\*([^*\n]+)\*\*\s*$/;
const taskHeading = /^\W{0,3}(TASK|FIX|IMPL|T)[\s-]?([0-9]+)\b\W{0,3}\s*([^\n]*)$/i;
const boldLabel = /^\s*([-*+]\s+)?\*\*([^*\n]{1,60})\*\*\s*:?\s*([^\n]*)$/;
/** The empty group stands for the list mark: without bold, a name inside a field is no label of its own. */
const plainLabel = /^()([A-Z][A-Za-z ]{2,30}):\s*([^\n]*)$/;
/** Longer lines are text. */
const maxLabelLine = 2_000;
/** A bold heading is below every other. */
const boldLevel = 7;

type Reading = {
  readonly overview: Part[];
  readonly tasks: TaskSection[];
  task: { readonly section: TaskSection; readonly level: number } | undefined;
  part: Part | undefined;
};

/** Splits a plan in markdown at its headings and labels, whatever their level. What stands in code fences is text. */
export function taskOutline(text: string): TaskOutline {
  const reading: Reading = { overview: [], tasks: [], task: undefined, part: undefined };
  let fence: string | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const opened = fence === undefined ? fenceAt(line)?.marks : undefined;
    if (fence !== undefined || opened !== undefined || line.length > maxLabelLine) addText(reading, line);
    else if (!readHeading(reading, line, index + 1) && !readLabel(reading, line, index + 1)) addText(reading, line);
    fence = fence !== undefined && closesFence(line, fence) ? undefined : (fence ?? opened);
  }
  return { overview: reading.overview, tasks: reading.tasks };
}

function readHeading(reading: Reading, text: string, line: number): boolean {
  const [, marks, heading] = headingLine.exec(text) ?? [];
  const said = plain(heading ?? boldLine.exec(text)?.[1] ?? '');
  const [, prefix, number, title] = taskHeading.exec(said) ?? [];
  if (prefix !== undefined && number !== undefined) {
    const section = { id: normalTaskId(`${prefix}-${number}`), title: title?.trim() ?? '', line, lead: [], parts: [] };
    reading.tasks.push(section);
    reading.task = { section, level: marks?.length ?? boldLevel };
    reading.part = undefined;
    return true;
  }
  if (marks === undefined) return false;
  if (reading.task && marks.length <= reading.task.level) reading.task = undefined;
  open(reading, partOf(said, line));
  return true;
}

function readLabel(reading: Reading, text: string, line: number): boolean {
  const [, marker, written, rest = ''] = boldLabel.exec(text) ?? plainLabel.exec(text) ?? [];
  if (written === undefined) return false;
  const name = written.replace(/:$/, '').trim();
  const key = keyOf(name);
  const isKnown = (reading.task ? taskLabels : overviewNames).has(key);
  const isInside = marker !== undefined && (!isKnown || subLabels.get(reading.part?.key ?? '')?.has(key) === true);
  const isLabel =
    isKnown || (reading.task !== undefined && boldLabel.test(text) && /^[A-Za-z][A-Za-z &-]{1,40}$/.test(name));
  if (isInside || !isLabel) return false;
  open(reading, { key, name, line, rest: rest.trim(), lines: [] });
  return true;
}

function open(reading: Reading, part: Part): void {
  reading.part = part;
  (reading.task?.section.parts ?? reading.overview).push(part);
}

function addText(reading: Reading, line: string): void {
  (reading.part?.lines ?? reading.task?.section.lead)?.push(line);
}

/** `Complexity: High` is a name and what is said of it. */
function partOf(heading: string, line: number): Part {
  const [, name = heading, rest = ''] = /^([^:]+):\s*([^\n]*)$/.exec(heading) ?? [];
  return { key: keyOf(name), name: name.trim(), line, rest, lines: [] };
}

function keyOf(name: string): string {
  return fieldKey(
    plain(name)
      .replace(/\([^)]*\)/g, '')
      .trim(),
  );
}

/** Without bold, code marks and the marks that may close a heading. */
function plain(text: string): string {
  return text.replace(/\*\*|`|#+$/g, '').trim();
}
