import { defaultMode } from '../plan/default-mode.js';
import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { withoutEmpty } from '../shared/without-empty.js';
import { presenterName } from './presenter.js';

/** A plan as voters read it, in the form agents write plans in: all that was authored, without what goes without saying. */
export function planOnPaper(plan: Plan): string {
  const known = remembered.get(plan);
  if (known !== undefined) return known;
  const text = JSON.stringify({
    ...withoutEmpty(plan),
    mode: unless(defaultMode(plan.steps), plan.mode),
    advance: unless('auto', plan.advance),
    venue: unless('main', plan.venue),
    steps: plan.steps.map(stepOnPaper),
  });
  remembered.set(plan, text);
  return text;
}

/** Every voter reads the same plans. They never change in place, so this is a memory of a pure answer, kept as long as its plan. */
const remembered = new WeakMap<Plan, string>();

/** Its id is ours and differs between equal plans; voters name a step by its label. */
function stepOnPaper(step: Step): object {
  return { ...withoutEmpty(step), id: undefined, agent: unless(presenterName, step.agent) };
}

function unless(usual: string, value: string): string | undefined {
  return value === usual ? undefined : value;
}
