import { counted } from '../shared/counted.js';
import type { PlanProblem, PlanProblemCode } from './plan.js';
import {
  hasMarkdownMark,
  looksLikeMarkdown,
  readMarkdownPlan,
  withoutMarkdownFence,
} from './parse/read-markdown-plan.js';
import { readJsonPlan } from './parse/read-json-plan.js';
import { type ParsedPlan } from './parse/read-plan.js';
import type { StepsOptions } from './parse/read-steps.js';

export type { ParsedPlan } from './parse/read-plan.js';

export type ParsePlanOptions = StepsOptions;

/** A plan of 20 steps takes a hundredth of this. */
const maxTextLength = 2_000_000;
/** Nobody corrects more at once, and a planner that is asked again is told all of them. */
const mostProblems = 50;

/**
 * Reads a plan in any of its written forms: native, rewoo, wrapped, a bare list of steps, or markdown; inside fences,
 * prose or a model's reasoning. Tolerant of how it is written, strict about what it says: what is missing or has two
 * meanings is a problem, never a guess. Never throws.
 */
export function parsePlan(text: string, options: ParsePlanOptions = {}): ParsedPlan {
  if (text.trim() === '') return refuse('text-empty', 'the text is empty; expected a plan');
  if (text.length > maxTextLength) {
    return refuse('text-too-large', `the text has ${text.length} characters; at most ${maxTextLength} are read`);
  }
  const parsed = readEitherForm(withoutMarkdownFence(text), options);
  return parsed === undefined
    ? refuse(
        'no-plan-found',
        'the text has no plan: expected JSON with "steps", a list of steps, or a plan in markdown',
      )
    : withFewProblems(parsed);
}

function readEitherForm(text: string, options: ParsePlanOptions): ParsedPlan | undefined {
  // The mark says that a JSON plan in the text is part of some step's task.
  if (hasMarkdownMark(text)) return readMarkdownPlan(text, options);
  const markdown = looksLikeMarkdown(text) ? readMarkdownPlan(text, options) : undefined;
  if (markdown?.ok) return markdown;
  const json = readJsonPlan(text, options);
  return json?.ok ? json : (markdown ?? json);
}

function withFewProblems(parsed: ParsedPlan): ParsedPlan {
  if (parsed.ok || parsed.problems.length <= mostProblems) return parsed;
  const left = parsed.problems.length - mostProblems;
  const message = `${counted(left, 'more problem')} like these`;
  const rest: PlanProblem = { code: 'problems-too-many', step: null, field: null, message };
  return { ok: false, problems: [...parsed.problems.slice(0, mostProblems), rest] };
}

function refuse(code: PlanProblemCode, message: string): ParsedPlan {
  return { ok: false, problems: [{ code, step: null, field: null, message }] };
}
