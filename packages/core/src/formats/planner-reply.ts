import { counted } from '../shared/counted.js';
import { parsePlan, type ParsedPlan } from '../plan/parse-plan.js';
import { mostDraftedSteps } from '../plan/split-plan.js';
import { looksLikeMarkdownTasks, readMarkdownTasks } from './markdown-tasks.js';

/** A plan from a planner's words; `degraded` says what of them was lost. */
export type PlannerReply = ParsedPlan & { readonly degraded?: string };

/**
 * The plan in what a planner said, when it was asked often enough: a plan in any of our forms, else tasks in markdown, the
 * newest that can be read. Every field that cannot be read is a note. Else the problems of its last words.
 */
export function readPlannerReplies(replies: readonly string[]): PlannerReply {
  const newest = replies.toReversed();
  const [last = ''] = newest;
  const parsed = newest.map((reply) => parsePlan(reply, { maxSteps: mostDraftedSteps })).find(({ ok }) => ok);
  if (parsed) return parsed;
  const fallback = newest.map(readTasks);
  return fallback.find((reply) => reply?.ok) ?? fallback[0] ?? parsePlan(last);
}

function readTasks(reply: string): PlannerReply | undefined {
  if (!looksLikeMarkdownTasks(reply)) return undefined;
  const read = readMarkdownTasks(reply);
  if (!read.ok) return { ok: false, problems: read.problems };
  const { plan, notes, unread } = read;
  const told = ['the reply was no JSON; its tasks were read from markdown', ...notes];
  if (unread.length === 0) return { ok: true, plan, notes: told };
  const degraded = `read from markdown, of which ${counted(unread.length, 'field')} could not be read`;
  return { ok: true, plan, notes: told, degraded };
}
