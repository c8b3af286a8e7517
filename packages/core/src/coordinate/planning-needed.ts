import { assessTask } from '../explore/assess-task.js';
import type { ToolClass } from '../tools/tool-class.js';

export type PlanningMode = 'always' | 'auto' | 'off';

/** Whether agents propose plans, and why; otherwise they propose answers. */
export type PlanningNeeded = { readonly plan: boolean; readonly reason: string };

/**
 * Decides for a task whether agents plan. `auto` reads the task and the tools that there really are, asks no model and calls
 * nothing; whenever it cannot be sure that nothing is to be done, it plans. Without a plan nothing but reading is possible
 * either way: a wrong answer costs a plan that was not needed, or an answer that says what should be done.
 */
export function planningNeeded(
  task: string,
  tools: readonly { readonly name: string; readonly class: ToolClass }[],
  mode: PlanningMode,
): PlanningNeeded {
  if (mode === 'always') return { plan: true, reason: 'planning is set to always' };
  if (mode === 'off')
    return { plan: false, reason: 'planning is off: proposals are answers, and nothing is carried out' };
  if (tools.length === 0) return { plan: true, reason: 'it is not known what tools there are' };
  const acting = tools.filter((tool) => tool.class !== 'reads');
  if (acting.length === 0) return { plan: false, reason: `none of the ${tools.length} tools can change anything` };
  if (isPlainQuestion(task)) return { plan: false, reason: 'the task is one question and asks for nothing to be done' };
  const named = acting.slice(0, mostNamed).map(({ name }) => name);
  const more = acting.length > named.length ? ` and ${acting.length - named.length} more` : '';
  return { plan: true, reason: `the task may have effects: there are ${named.join(', ')}${more}` };
}

const mostNamed = 5;

/** Words with which only a question begins. `Can`, `could` and `would` begin polite orders too. */
const questionStart = /^(?:what|why|when|where|who|whose|which|how many|how much|how does|how do|how is|how are)\b/i;
/** What may join an order to a question. */
const joined = /\b(?:and|then|also|afterwards|please|so that|after that|let us|let's)\b|[;:\n]/i;

/** One sentence that can only be a question, with no verb of doing in it. */
function isPlainQuestion(task: string): boolean {
  const text = task.trim();
  const isOneSentence = /^[^.?!]+\?$/.test(text);
  return isOneSentence && questionStart.test(text) && !joined.test(text) && assessTask(text).signals.verbs.length === 0;
}
