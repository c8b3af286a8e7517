import { presenterName } from '../coordinate/presenter.js';
import { parsePlan } from '../plan/parse-plan.js';
import type { Plan } from '../plan/plan.js';
import { parseJson } from '../shared/parse-json.js';

/**
 * The plan that an answer is, where it is the JSON of one and nothing else: an agent that was asked for an answer may give a
 * plan. Words around it, and a plan in words, are for people as they stand.
 */
export function planInText(text: string): Plan | undefined {
  if (!text.trimStart().startsWith('{') || !parseJson(text).ok) return undefined;
  const parsed = parsePlan(text, { defaultAgent: presenterName });
  return parsed.ok ? parsed.plan : undefined;
}
