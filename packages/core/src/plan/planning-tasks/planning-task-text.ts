import { fenced } from '../../shared/fenced.js';
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

/** A planning task as a planner is given it: what it says, and what was planned before it, as data. */
export function planningTaskText({ subject, description }: PlanningTask, before: readonly PlannedBefore[]): string {
  const said = [subject, description].filter((text) => text !== '');
  if (before.length === 0) return said.join('\n\n');
  const lines = before.map(({ id, subject: about, summary }) => `${id} ${about}: ${cut(summary)}`);
  return [...said, 'Planned before, by the same planner:', fenced('earlier plans', lines.join('\n'))].join('\n\n');
}

/** What a plan came to, in a sentence or two, as the next planner reads it. */
export function summaryOfPlan({ goal, summary = goal, steps }: Pick<Plan, 'goal' | 'summary' | 'steps'>): string {
  const titles = steps.map(({ label, title }) => `${label} ${title}`).join('; ');
  return cut(
    `${summary.trim().replace(/\.$/, '')}. ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}: ${titles}`,
  );
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
