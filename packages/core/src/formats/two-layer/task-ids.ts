import type { Plan } from '../../plan/plan.js';
import type { Step } from '../../plan/step.js';
import { labelNumber } from '../../plan/step-graph.js';

/** Names that are a file name on every system and stay whole behind `#`. */
const usable = /^[A-Za-z0-9][A-Za-z0-9_-]{0,98}$/;
/** Names that Windows keeps for devices. */
const device = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** Whether a text can be a task's id, and so the name of its file. */
export function isTaskId(text: string): boolean {
  return usable.test(text) && !device.test(text);
}

/** Where a task's file lies in the plan's folder. */
export function taskPath(id: string): string {
  return `.task/${id}.json`;
}

/** `T1`, `t-1` and `task-1` in the one spelling that is written: `TASK-001`. Other ids stay as they are. */
export function normalTaskId(written: string): string {
  const [, prefix, number] = /^(t|task|fix|impl)-?0*([1-9][0-9]*)$/i.exec(written) ?? [];
  if (prefix === undefined || number === undefined) return written;
  return numbered(/^t$/i.test(prefix) ? 'TASK' : prefix.toUpperCase(), number);
}

/** The id each step is written under, by its label: the one it came with where that can be used, else one of its label. */
export function taskIds(plan: Plan): ReadonlyMap<string, string> {
  const prefix = plan.kind === 'fix' ? 'FIX' : 'TASK';
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  const give = (step: Step, id: string): void => {
    ids.set(step.label, id);
    // Some file systems do not tell capitals apart.
    taken.add(id.toLowerCase());
  };
  for (const step of plan.steps) {
    const id = step.alias === undefined ? undefined : normalTaskId(step.alias);
    if (id !== undefined && isTaskId(id) && !taken.has(id.toLowerCase())) give(step, id);
  }
  for (const step of plan.steps) {
    if (!ids.has(step.label)) give(step, freeId(prefix, labelNumber(step.label) ?? 1, taken));
  }
  return ids;
}

function freeId(prefix: string, first: number, taken: ReadonlySet<string>): string {
  let number = first;
  while (taken.has(numbered(prefix, String(number)).toLowerCase())) number += 1;
  return numbered(prefix, String(number));
}

function numbered(prefix: string, number: string): string {
  return `${prefix}-${number.padStart(3, '0')}`;
}
