import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { canonicalJson } from '../shared/canonical-json.js';
import type { Refusal } from './coordination-state.js';

/**
 * Why a plan is not the one that was voted for with offered steps taken in. Every step is still there as it was read, for
 * nobody votes again; only its label and what it needs may change. Nothing is added that was not offered.
 */
export function whyNoGraft(voted: Plan, changed: Plan, offered: readonly Step[]): Refusal | undefined {
  const left = [...changed.steps];
  for (const step of voted.steps) {
    const index = left.findIndex((candidate) => canBe(candidate, step));
    if (index < 0) return refusal(`it lacks "${step.title}" as it was voted for`);
    left.splice(index, 1);
  }
  const beyond = left.find((step) => !offered.some((each) => canBe(step, each)));
  return beyond === undefined ? undefined : refusal(`"${beyond.title}" was not offered`);
}

function canBe(a: Step, b: Step): boolean {
  return actOf(a) === actOf(b);
}

/** A step that takes its place among others has another label, and so have those it names. */
function actOf(step: Step): string {
  const act = { ...step, id: undefined, label: undefined, alias: undefined, dependsOn: undefined };
  return canonicalJson(act).replaceAll(/#E[0-9]+/g, '#E');
}

function refusal(what: string): Refusal {
  return { code: 'not-the-graft', reason: `this is not your plan with the offered steps taken in: ${what}` };
}
