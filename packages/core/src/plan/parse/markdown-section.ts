import { parseJson } from '../../shared/parse-json.js';
import { fieldKey } from './field-key.js';
import { type MarkdownSection, closesFence, fenceAt } from './markdown-sections.js';
import { isObject } from './plan-within.js';
import type { Report } from './report.js';
import { isUnsafeKey, readJsonAt } from './tolerant-json.js';

/** The info string of the block that holds what is neither text nor a list. */
export const fieldsInfo = 'json fields';
/** The info string of the block that holds a text which would not survive as plain markdown. */
export const textInfo = 'text';

type Data = Readonly<Record<string, unknown>>;

export type SectionOptions = {
  /** What the heading says. */
  readonly heading: Data;
  /** The field that the text below the list of fields is. */
  readonly textField: string;
};

type Lines = { readonly all: readonly string[]; readonly headingLine: number; next: number };
type Add = (key: string, value: unknown, line: number) => void;

/** Reads a section as data: its heading, the list of fields, the block of further fields and the text. */
export function readSection(section: MarkdownSection, { heading, textField }: SectionOptions, report: Report): Data {
  const lines: Lines = { all: section.lines, headingLine: section.line, next: 0 };
  const fields: Record<string, unknown> = { ...heading };
  const seen = new Set(Object.keys(heading).map(fieldKey));
  const add: Add = (key, value, line) => {
    if (seen.has(fieldKey(key))) {
      report.problem('key-duplicate', `line ${line}: the field "${key}" stands twice`, { field: key });
    }
    seen.add(fieldKey(key));
    if (isUnsafeKey(key)) report.note(`line ${line}: the field "${key}" was left out: it is not safe to keep`);
    else fields[key] = value;
  };
  readFieldList(lines, add, report);
  readFieldsBlock(lines, add, report);
  skipBlank(lines);
  const line = lineBefore(lines) + 1;
  const text = readText(lines);
  if (text !== undefined) add(textField, text, line);
  return fields;
}

/** A value as it stands behind a field's name: plain, or as a JSON string where plain text would not survive. */
export function textValue(written: string): string {
  const trimmed = written.trim();
  const parsed = trimmed.startsWith('"') ? parseJson(trimmed) : undefined;
  return parsed?.ok && typeof parsed.value === 'string' ? parsed.value : trimmed;
}

const fieldLine = /^[-*] +([A-Za-z][A-Za-z _-]*):(?:\s([^\n]*))?$/;
const itemLine = /^(?: {2,3}|\t)[-*] +([^\n]*)$/;
const detailLine = /^(?: {4,}|\t\t)[-*] +([A-Za-z][A-Za-z _-]*):\s([^\n]*)$/;

/** A line that belongs to the list above it, and would otherwise become part of the text with all that follows. */
const listGoesOn = /^(?:\s+\S|[-*]\s)/;

function readFieldList(lines: Lines, add: Add, report: Report): void {
  skipBlank(lines);
  const start = lines.next;
  for (let match = matchLine(lines, fieldLine); match; match = matchLine(lines, fieldLine)) {
    const [, key = '', value = ''] = match;
    const line = lineBefore(lines);
    const items = readItemList(lines);
    if (items.length > 0) add(key, items, line);
    else if (value.trim() !== '') add(key, fieldKey(key) === 'dependson' ? value.split(',') : textValue(value), line);
  }
  if (lines.next > start && listGoesOn.test(lines.all[lines.next] ?? '')) {
    const line = lineBefore(lines) + 1;
    report.problem(
      'field-invalid',
      `line ${line} must be a field, an item of one, or blank: "- name: text" or "  - text"`,
    );
  }
}

function readItemList(lines: Lines): readonly unknown[] {
  const items: unknown[] = [];
  for (let match = matchLine(lines, itemLine); match; match = matchLine(lines, itemLine)) {
    const path = textValue(match[1] ?? '');
    const details: [string, string][] = [];
    for (let detail = matchLine(lines, detailLine); detail; detail = matchLine(lines, detailLine)) {
      details.push([detail[1] ?? '', textValue(detail[2] ?? '')]);
    }
    items.push(details.length > 0 ? { path, ...Object.fromEntries(details) } : path);
  }
  return items;
}

function readFieldsBlock(lines: Lines, add: Add, report: Report): void {
  skipBlank(lines);
  const line = lineBefore(lines) + 1;
  const block = readBlock(lines, fieldsInfo);
  if (block === undefined) return;
  const data = objectIn(block);
  for (const [key, value] of Object.entries(data ?? {})) add(key, value, line);
  if (data) return;
  report.problem('json-invalid', `the "${fieldsInfo}" block in line ${line} must hold a JSON object, each field once`);
}

function objectIn(block: string): Data | undefined {
  const text = block.trim();
  const json = readJsonAt(text, 0);
  const isWhole = json.ok && json.end === text.length && json.unclosed === 0 && json.duplicates.length === 0;
  return isWhole && isObject(json.value) ? json.value : undefined;
}

/** All that is left; without its fence, where it is nothing but one block of text. */
function readText(lines: Lines): string | undefined {
  const start = lines.next;
  const block = readBlock(lines, textInfo);
  skipBlank(lines);
  if (block !== undefined && lines.next >= lines.all.length) return block;
  const text = lines.all.slice(start).join('\n').trim();
  return text === '' ? undefined : text;
}

function readBlock(lines: Lines, info: string): string | undefined {
  const fence = fenceAt(lines.all[lines.next] ?? '');
  if (fence?.info !== info) return undefined;
  const start = lines.next + 1;
  const length = lines.all.slice(start).findIndex((line) => closesFence(line, fence.marks));
  if (length === -1) return undefined;
  lines.next = start + length + 1;
  return lines.all.slice(start, start + length).join('\n');
}

/** The number of the line that was read last. */
function lineBefore({ headingLine, next }: Lines): number {
  return headingLine + next;
}

function skipBlank(lines: Lines): void {
  while (lines.next < lines.all.length && (lines.all[lines.next] ?? '').trim() === '') lines.next += 1;
}

function matchLine(lines: Lines, pattern: RegExp): RegExpExecArray | null {
  const match = pattern.exec(lines.all[lines.next] ?? '');
  if (match) lines.next += 1;
  return match;
}
