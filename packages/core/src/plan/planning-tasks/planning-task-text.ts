import { counted } from '../../shared/counted.js';
import type { Plan } from '../plan.js';
import type { PlanningTask } from './planning-task.js';

/** What the plan of a task came to, for those that come after it. */
export type PlannedBefore = Pick<PlanningTask, 'id' | 'subject'> & { readonly summary: string };

const longest = 1_000;

/** The summaries of the tasks that are completed, in the order of the list. */
export function plannedBefore(tasks: readonly PlanningTask[]): readonly PlannedBefore[] {
  return tasks.flatMap(({ id, subject, status, summary }) =>
    status === 'completed' && summary !== undefined ? [{ id, subject, summary }] : [],
  );
}

/** What a planning task says, and beside it what was planned before: that is no part of the task and does not make it bigger. */
export function planningTaskText(
  { subject, description }: PlanningTask,
  before: readonly PlannedBefore[],
): { readonly task: string; readonly background?: string } {
  const task = [subject, description].filter((text) => text !== '').join('\n\n');
  if (before.length === 0) return { task };
  const lines = before.map(({ id, subject: about, summary }) => `${id} ${about}: ${cut(summary)}`);
  return { task, background: lines.join('\n') };
}

/** What a plan came to, in a sentence or two, as the next planner reads it. */
export function summaryOfPlan({ goal, summary = goal, steps }: Pick<Plan, 'goal' | 'summary' | 'steps'>): string {
  const titles = steps.map(({ label, title }) => `${label} ${title}`).join('; ');
  return cut(`${summary.trim().replace(/\.$/, '')}. ${counted(steps.length, 'step')}: ${titles}`);
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
