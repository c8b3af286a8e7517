import { planLimits } from '../plan.js';
import { type Area, taskIdFor } from './area.js';

const shownFiles = 20;

/** The task as the planner of one area is given it: all of it, what of it is theirs, and how to name what others plan. */
export function areaTask(task: string, area: Area, areas: readonly Area[]): string {
  const others = areas.filter(({ name }) => name !== area.name);
  const most = Math.max(1, Math.floor(planLimits.maxSteps / areas.length));
  const files = area.files.slice(0, shownFiles);
  return [
    task.trim(),
    `Plan only this part of it, called ${area.name}: ${area.focus}.`,
    ...(files.length === 0 ? [] : [`Its files: ${files.join(', ')}.`]),
    `At most ${most} steps, with the ids ${taskIdFor(area.ids.first, undefined)} to ${taskIdFor(area.ids.last, undefined)}.`,
    `Others plan the rest at the same time: ${others.map(({ name }) => name).join(', ')}. Plan nothing of theirs. A step that` +
      ` needs something of theirs says so in "needs": ["${others[0]?.name ?? 'name'}: what it needs"].`,
  ].join('\n\n');
}
