import { counted } from '../../shared/counted.js';
import type { PlanProblem } from '../plan.js';
import { planHash } from '../plan-hash.js';
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
 * The first plan in a text that can be read, and a note where another one follows. Else the problems of the first that has the
 * shape of one, or of the JSON that went furthest before it became unreadable; undefined when nothing looks like a plan.
 */
export function readJsonPlan(text: string, options: StepsOptions): ParsedPlan | undefined {
  const { parsed, end } = firstPlan(text, options);
  if (!parsed?.ok) return parsed;
  const { parsed: another } = firstPlan(text.slice(end), options);
  if (!another?.ok || planHash(another.plan) === planHash(parsed.plan)) return parsed;
  return { ...parsed, notes: [...parsed.notes, 'another plan follows in the text; the first was read'] };
}

/** `end` is where a plan that could be read ends. */
type FirstPlan = { readonly parsed: ParsedPlan | undefined; readonly end: number };

function firstPlan(text: string, options: StepsOptions): FirstPlan {
  let refused: ParsedPlan | undefined;
  let tried = 0;
  let furthest: { readonly start: number; readonly json: UnreadJson } | undefined;
  for (const { start, json } of jsonValues(text)) {
    if (!json.ok) {
      if (!furthest || json.at - start > furthest.json.at - furthest.start) furthest = { start, json };
      continue;
    }
    const parsed = readValue(json, options);
    if (parsed?.ok) return { parsed, end: json.end };
    refused ??= parsed;
    if (parsed) tried += 1;
    if (tried === maxPlansTried) break;
  }
  return { parsed: refused ?? (furthest && unreadable(text, furthest)), end: text.length };
}

function readValue(json: ReadJson, options: StepsOptions): ParsedPlan | undefined {
  const data = planWithin(json.value);
  if (!data) return undefined;
  const parsed = readPlan(data, options);
  const problems = json.duplicates.map((duplicate) => duplicateProblem(json.value, duplicate));
  const isHalfStep = json.cutAt.some((part) => typeof part === 'number');
  if (parsed.ok && problems.length === 0 && !isHalfStep)
    return { ...parsed, notes: [...notesOf(json), ...parsed.notes] };
  if (json.unclosed > 0) problems.unshift(truncated(json));
  return { ok: false, problems: [...problems, ...(parsed.ok ? [] : parsed.problems)] };
}

function notesOf({ oddities, dropped, unclosed }: ReadJson): readonly string[] {
  return [
    ...(oddities.length > 0
      ? [`the text is not strict JSON and was read leniently: it has ${oddities.join(', ')}`]
      : []),
    ...(unclosed > 0
      ? [`the text ends before the plan does; ${counted(unclosed, 'bracket')} put behind its last value to close it`]
      : []),
    ...dropped.map((key) => `the field "${key}" was left out: it is not safe to keep`),
  ];
}

/** What a step lacks its author may have meant to write: its dependencies, or how it is proved. */
function truncated({ value, cutAt }: ReadJson): PlanProblem {
  return endsEarly(`${cutAt.length === 0 ? 'it' : shown(placeOf(cutAt))} is not complete`, stepNameAt(value, cutAt));
}

function endsEarly(detail: string, step: string | null = null): PlanProblem {
  return { code: 'json-truncated', step, field: null, message: `the text ends before the plan does: ${detail}` };
}

function duplicateProblem(value: unknown, { path, key }: DuplicateKey): PlanProblem {
  const step = stepNameAt(value, path);
  const where = path.length === 0 ? 'the plan' : shown(placeOf(path));
  return { code: 'key-duplicate', step, field: key, message: `${where} has the field ${shown(key)} twice` };
}

/** `steps[1].files`. */
function placeOf(path: readonly (string | number)[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return parts.join('').replace(/^\./, '');
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
/** Further on only what cannot be prose. */
const quotedField = /["'`“](?:steps|task)["'`”]\s*:/i;

function unreadable(text: string, { start, json }: { start: number; json: UnreadJson }): ParsedPlan | undefined {
  const where = lineOf(text, json.at);
  const problem = (code: PlanProblem['code'], message: string): ParsedPlan => ({
    ok: false,
    problems: [{ code, step: null, field: null, message }],
  });
  if (json.reason === 'too-deep') {
    return problem('nesting-too-deep', `the JSON at ${where} is nested too deep: expected ${json.expected}`);
  }
  if (!planField.test(text.slice(start, json.at)) && !quotedField.test(text.slice(json.at))) return undefined;
  if (json.reason === 'truncated') return { ok: false, problems: [endsEarly(`expected ${json.expected} at ${where}`)] };
  const found = shown(text.slice(json.at, json.at + 20));
  return problem('json-invalid', `the JSON cannot be read at ${where}: expected ${json.expected}, found ${found}`);
}
