import { lineOf } from '../../plan/parse/line-of.js';
import { isObject } from '../../plan/parse/plan-within.js';
import { shown } from '../../plan/parse/report.js';
import { readJsonAt, type TolerantJson } from '../../plan/parse/tolerant-json.js';
import type { FolderReport, TwoLayerProblem } from './two-layer-problem.js';

/** A task takes a thousandth of this. */
const maxFileLength = 2_000_000;

/** The object a file holds, read as leniently as people write JSON by hand; undefined with a problem where it holds none. */
export function readJsonFile(
  file: string,
  text: string,
  report: FolderReport,
): Readonly<Record<string, unknown>> | undefined {
  const parsed = parseFile(text);
  if (!parsed.ok) {
    report.problem(parsed.code, parsed.message, { file });
    return undefined;
  }
  const { value, duplicates, oddities, dropped } = parsed.json;
  for (const { key } of duplicates) {
    report.problem('key-duplicate', `the field ${shown(key)} stands twice`, { file, field: key });
  }
  if (oddities.length > 0) report.note(`${file} is not strict JSON: it has ${oddities.join(', ')}`);
  for (const key of dropped) report.note(`${file}: the field "${key}" was left out: it is not safe to keep`);
  return isObject(value) ? value : undefined;
}

type ParsedFile =
  | { readonly ok: true; readonly json: Extract<TolerantJson, { readonly ok: true }> }
  | { readonly ok: false; readonly code: TwoLayerProblem['code']; readonly message: string };

const failureCodes = { truncated: 'json-truncated', 'too-deep': 'nesting-too-deep', invalid: 'json-invalid' } as const;

function parseFile(text: string): ParsedFile {
  const refuse = (code: TwoLayerProblem['code'], message: string): ParsedFile => ({ ok: false, code, message });
  if (text.length > maxFileLength) {
    return refuse('text-too-large', `the file has ${text.length} characters; at most ${maxFileLength} are read`);
  }
  const start = text.search(/[^\s\uFEFF]/);
  if (start === -1) return refuse('text-empty', 'the file is empty; expected a JSON object');
  if (text.charAt(start) !== '{') {
    return refuse('field-invalid', `the file must hold a JSON object, found ${shown(text.slice(start, start + 40))}`);
  }
  const json = readJsonAt(text, start);
  if (!json.ok) return refuse(failureCodes[json.reason], `expected ${json.expected} at ${lineOf(text, json.at)}`);
  if (json.unclosed > 0) return refuse('json-truncated', 'the file ends before its JSON does');
  if (text.slice(json.end).trim() !== '') {
    return refuse('json-invalid', `expected nothing more at ${lineOf(text, json.end)}`);
  }
  return { ok: true, json };
}
