import { type PlanProblemCode } from './plan.js';
import { hasMarkdownMark, looksLikeMarkdown, readMarkdownPlan } from './parse/read-markdown-plan.js';
import { readJsonPlan } from './parse/read-json-plan.js';
import { type ParsedPlan } from './parse/read-plan.js';
import type { StepsOptions } from './parse/read-steps.js';

export type { ParsedPlan } from './parse/read-plan.js';

export type ParsePlanOptions = StepsOptions;

/** A plan of 20 steps takes a hundredth of this. */
const maxTextLength = 2_000_000;

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
  return (
    readEitherForm(text, options) ??
    refuse('no-plan-found', 'the text has no plan: expected JSON with "steps", a list of steps, or a plan in markdown')
  );
}

function readEitherForm(text: string, options: ParsePlanOptions): ParsedPlan | undefined {
  // The mark says that a JSON plan in the text is part of some step's task.
  if (hasMarkdownMark(text)) return readMarkdownPlan(text, options);
  const markdown = looksLikeMarkdown(text) ? readMarkdownPlan(text, options) : undefined;
  if (markdown?.ok) return markdown;
  const json = readJsonPlan(text, options);
  return json?.ok ? json : (markdown ?? json);
}

function refuse(code: PlanProblemCode, message: string): ParsedPlan {
  return { ok: false, problems: [{ code, step: null, field: null, message }] };
}
