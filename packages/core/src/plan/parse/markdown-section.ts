import { parseJson } from '../../shared/parse-json.js';
import { fieldKey } from './field-key.js';
import { type MarkdownSection, closesFence, fenceAt } from './markdown-sections.js';
import { isObject } from './plan-within.js';
import type { Report } from './report.js';
import { readJsonAt } from './tolerant-json.js';

/** The info string of the block that holds what is neither text nor a list. */
export const fieldsInfo = 'json fields';
/** The info string of the block that holds a text which would not survive as plain markdown. */
export const textInfo = 'text';

/** What stands below a heading: fields as data, and the text behind them. */
export type SectionContent = { readonly fields: Readonly<Record<string, unknown>>; readonly text: string | undefined };

type Lines = { readonly all: readonly string[]; next: number };

/** Reads the list of fields, the block of further fields and the text of a section, each of which may be missing. */
export function readSection(section: MarkdownSection, report: Report): SectionContent {
  const lines: Lines = { all: section.lines, next: 0 };
  const fields: Record<string, unknown> = {};
  const add = (key: string, value: unknown, line: number): void => {
    const isTwice = Object.keys(fields).some((known) => fieldKey(known) === fieldKey(key));
    if (isTwice) report.problem('key-duplicate', `line ${line}: the field "${key}" stands twice`, { field: key });
    else fields[key] = value;
  };
  skipBlank(lines);
  readFieldList(lines, (key, value) => add(key, value, section.line + lines.next));
  skipBlank(lines);
  for (const [key, value] of readFieldsBlock(lines, section.line, report)) add(key, value, section.line + lines.next);
  return { fields, text: readText(lines) };
}

/** A value as it stands behind a field's name: plain, or as a JSON string where plain text would not survive. */
export function textValue(written: string): string {
  const trimmed = written.trim();
  const parsed = trimmed.startsWith('"') ? parseJson(trimmed) : undefined;
  return parsed?.ok && typeof parsed.value === 'string' ? parsed.value : trimmed;
}

const fieldLine = /^[-*] +([A-Za-z][A-Za-z _-]*):(?:\s(.*))?$/;
const itemLine = /^(?: {2,3}|\t)[-*] +(.*)$/;
const detailLine = /^(?: {4,}|\t\t)[-*] +([A-Za-z][A-Za-z _-]*):\s(.*)$/;

function readFieldList(lines: Lines, add: (key: string, value: unknown) => void): void {
  for (let match = matchLine(lines, fieldLine); match; match = matchLine(lines, fieldLine)) {
    const [, key = '', value = ''] = match;
    const items = readItemList(lines);
    if (items.length > 0) add(key, items);
    else if (value.trim() !== '') add(key, fieldKey(key) === 'dependson' ? value.split(',') : textValue(value));
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

function readFieldsBlock(lines: Lines, firstLine: number, report: Report): readonly (readonly [string, unknown])[] {
  const block = readBlock(lines, fieldsInfo);
  if (block === undefined) return [];
  const json = readJsonAt(block.trim(), 0);
  if (json.ok && isObject(json.value) && json.duplicates.length === 0) return Object.entries(json.value);
  const message = `the "${fieldsInfo}" block before line ${firstLine + lines.next} must hold a JSON object, each field once`;
  report.problem('json-invalid', message);
  return [];
}

/** All that is left; without its fence, where it is nothing but one block of text. */
function readText(lines: Lines): string | undefined {
  skipBlank(lines);
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

function skipBlank(lines: Lines): void {
  while (lines.next < lines.all.length && (lines.all[lines.next] ?? '').trim() === '') lines.next += 1;
}

function matchLine(lines: Lines, pattern: RegExp): RegExpExecArray | null {
  const match = pattern.exec(lines.all[lines.next] ?? '');
  if (match) lines.next += 1;
  return match;
}
