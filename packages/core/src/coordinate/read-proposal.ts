import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parsePlan } from '../plan/parse-plan.js';
import type { Plan, PlanProblem } from '../plan/plan.js';
import { labelNumber } from '../plan/step-graph.js';
import type { Refusal } from './coordination-state.js';
import { presenterName } from './presenter.js';

/** In characters; a plan of 20 steps takes a hundredth of this. */
export const largestAnswer = 1_000_000;

const mostProblems = 12;
/** A run never uses a label twice: room is left for the plans of later attempts. */
const highestLabel = 9999;

/** What an agent proposes, or why nobody can tell. */
export type ReadProposal =
  | { readonly ok: true; readonly plan: Plan; readonly notes: readonly string[] }
  | { readonly ok: true; readonly text: string; readonly hash: string }
  | ({ readonly ok: false } & Refusal);

/** Reads a proposal: a plan in any written form, or a text. A step that names no agent is for whoever wins. */
export function readProposal(
  content: string,
  { proposals, maxSteps }: { readonly proposals: 'plan' | 'text'; readonly maxSteps: number },
): ReadProposal {
  if (content.length > largestAnswer) {
    const reason = `the answer has ${content.length} characters; at most ${largestAnswer} are taken`;
    return { ok: false, code: 'too-large', reason };
  }
  const text = content.trim();
  if (text === '') return { ok: false, code: 'empty', reason: `the answer is empty; expected a ${proposals}` };
  if (proposals === 'text') return { ok: true, text, hash: textHash(text) };
  const parsed = parsePlan(text, { maxSteps, defaultAgent: presenterName });
  const beyond = parsed.ok
    ? parsed.plan.steps.find(({ label }) => (labelNumber(label) ?? 0) > highestLabel)
    : undefined;
  if (beyond !== undefined)
    return { ok: false, code: 'unreadable', reason: `the label ${beyond.label} is too high; labels are E1, E2, …` };
  if (parsed.ok) return { ok: true, plan: parsed.plan, notes: parsed.notes };
  return { ok: false, code: 'unreadable', reason: `this is no plan: ${problemsText(parsed.problems)}` };
}

/** Begins every hashed text, so that a text can never have the hash of a plan. */
const form = 'planwright-text-1\n';

export function textHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${form}${text}`)));
}

function problemsText(problems: readonly PlanProblem[]): string {
  const shown = problems.slice(0, mostProblems).map(({ message }) => message);
  const more = problems.length > shown.length ? [`and ${problems.length - shown.length} more`] : [];
  return [...shown, ...more].join('; ');
}
