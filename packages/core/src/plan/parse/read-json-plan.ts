import type { PlanProblem } from '../plan.js';
import { fieldKey } from './field-key.js';
import { jsonValues } from './json-values.js';
import { lineOf } from './line-of.js';
import { isObject, planWithin } from './plan-within.js';
import { type ParsedPlan, readPlan } from './read-plan.js';
import type { StepsOptions } from './read-steps.js';
import { shown } from './report.js';
import type { DuplicateKey, TolerantJson } from './tolerant-json.js';

type ReadJson = Extract<TolerantJson, { readonly ok: true }>;
type UnreadJson = Extract<TolerantJson, { readonly ok: false }>;

/** A reply may hold a sketch and a correction; hundreds of plans that cannot be read are an attack. */
const maxPlansTried = 16;

/**
 * The first plan in a text that can be read. Else the problems of the first that has the shape of one, or of the JSON that
 * went furthest before it became unreadable; undefined when nothing in the text looks like a plan.
 */
export function readJsonPlan(text: string, options: StepsOptions): ParsedPlan | undefined {
  let refused: ParsedPlan | undefined;
  let tried = 0;
  let furthest: { readonly start: number; readonly json: UnreadJson } | undefined;
  for (const { start, json } of jsonValues(text)) {
    if (!json.ok) {
      if (!furthest || json.at - start > furthest.json.at - furthest.start) furthest = { start, json };
      continue;
    }
    const parsed = readValue(json, options);
    if (parsed?.ok) return parsed;
    refused ??= parsed;
    if (parsed) tried += 1;
    if (tried === maxPlansTried) break;
  }
  return refused ?? (furthest && unreadable(text, furthest));
}

function readValue(json: ReadJson, options: StepsOptions): ParsedPlan | undefined {
  const data = planWithin(json.value);
  if (!data) return undefined;
  const parsed = readPlan(data, options);
  const problems = json.duplicates.map((duplicate) => duplicateProblem(json.value, duplicate));
  if (parsed.ok && problems.length === 0) return { ...parsed, notes: [...notesOf(json), ...parsed.notes] };
  if (json.unclosed > 0) problems.unshift(truncated('its last step is not complete'));
  return { ok: false, problems: [...problems, ...(parsed.ok ? [] : parsed.problems)] };
}

function notesOf({ oddities, dropped, unclosed }: ReadJson): readonly string[] {
  return [
    ...(oddities.length > 0
      ? [`the text is not strict JSON and was read leniently: it has ${oddities.join(', ')}`]
      : []),
    ...(unclosed > 0
      ? [`the text ends before the plan does; ${unclosed} brackets were closed behind its last value`]
      : []),
    ...dropped.map((key) => `the field "${key}" was left out: it is not safe to keep`),
  ];
}

function truncated(detail: string): PlanProblem {
  return { code: 'json-truncated', step: null, field: null, message: `the text ends before the plan does: ${detail}` };
}

function duplicateProblem(value: unknown, { path, key }: DuplicateKey): PlanProblem {
  const place = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
  const step = stepNameAt(value, path);
  const where = place === '' ? 'the plan' : shown(place);
  return { code: 'key-duplicate', step, field: key, message: `${where} has the field ${shown(key)} twice` };
}

/** The id of the step that a path leads into: the first list item on the way. */
function stepNameAt(value: unknown, path: readonly (string | number)[]): string | null {
  const depth = path.findIndex((part) => typeof part === 'number');
  if (depth === -1) return null;
  const item = path.slice(0, depth + 1).reduce(valueAt, value);
  const key = isObject(item) ? Object.keys(item).find((name) => ['id', 'label'].includes(fieldKey(name))) : undefined;
  return isObject(item) && key !== undefined && typeof item[key] === 'string' ? item[key] : null;
}

function valueAt(value: unknown, part: string | number): unknown {
  if (typeof part === 'number') return Array.isArray(value) ? (value[part] as unknown) : undefined;
  return isObject(value) ? value[part] : undefined;
}

/** A field of a plan or of its steps: prose with braces has none. */
const planField = /\b(?:steps|task)["'`”]?\s*:/i;

function unreadable(text: string, { start, json }: { start: number; json: UnreadJson }): ParsedPlan | undefined {
  const where = lineOf(text, json.at);
  const problem = (code: PlanProblem['code'], message: string): ParsedPlan => ({
    ok: false,
    problems: [{ code, step: null, field: null, message }],
  });
  if (json.reason === 'too-deep') {
    return problem('nesting-too-deep', `the JSON at ${where} is nested too deep: expected ${json.expected}`);
  }
  if (!planField.test(text.slice(start, json.at))) return undefined;
  if (json.reason === 'truncated') return { ok: false, problems: [truncated(`expected ${json.expected} at ${where}`)] };
  const found = shown(text.slice(json.at, json.at + 20));
  return problem('json-invalid', `the JSON cannot be read at ${where}: expected ${json.expected}, found ${found}`);
}
