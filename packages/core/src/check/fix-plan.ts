import type { Plan } from '../plan/plan.js';
import { stepSchema } from '../plan/step.js';
import { checkPlan, type CheckResult } from './check-plan.js';
import type { CheckContext, RuleFix } from './finding.js';
import { applyPatch } from './json-patch.js';
import { whyNoFix } from './why-no-fix.js';

export type FixedPlan = {
  readonly plan: Plan;
  readonly applied: readonly RuleFix[];
  readonly refused: readonly (RuleFix & { readonly problem: string })[];
  /** Of the plan as it is now. */
  readonly check: CheckResult;
};

/** Putting one thing right may show the next; more rounds than this are not a repair. */
const mostRounds = 5;

/** Applies what the check itself offers until nothing more is offered, and checks again. Nothing is made up on the way. */
export function fixPlan(plan: Plan, context: CheckContext): FixedPlan {
  let fixed: FixedPlan = { plan, applied: [], refused: [], check: checkPlan(plan, context) };
  for (let round = 0; round < mostRounds; round += 1) {
    const { plan: current, applied, refused } = applyFixes(fixed.plan, fixed.check.fixes, context);
    fixed = {
      plan: current,
      applied: [...fixed.applied, ...applied],
      refused: [...fixed.refused, ...refused],
      check: applied.length === 0 ? fixed.check : checkPlan(current, context),
    };
    if (applied.length === 0) break;
  }
  return fixed;
}

/** Applies fixes one after another, each only if it invents nothing and leaves a valid step. */
export function applyFixes(plan: Plan, fixes: readonly RuleFix[], context: CheckContext): Omit<FixedPlan, 'check'> {
  const applied: RuleFix[] = [];
  const refused: (RuleFix & { readonly problem: string })[] = [];
  let current = plan;
  for (const fix of fixes) {
    const next = applyFix(current, fix, context);
    if (typeof next === 'string') refused.push({ ...fix, problem: next });
    else {
      applied.push(fix);
      current = next;
    }
  }
  return { plan: current, applied, refused };
}

function applyFix(plan: Plan, fix: RuleFix, context: CheckContext): Plan | string {
  const index = plan.steps.findIndex(({ label }) => label === fix.step);
  const step = plan.steps[index];
  if (step === undefined) return `the plan has no step "${fix.step}"`;
  const problem = whyNoFix(plan, step, fix, context);
  if (problem !== undefined) return problem;
  const patched = applyPatch(step, fix.patch);
  if (!patched.ok) return patched.problem;
  const parsed = stepSchema.safeParse(patched.value);
  if (!parsed.success) return `step "${fix.step}" would not be a valid step: ${parsed.error.issues[0]?.message ?? ''}`;
  return { ...plan, steps: plan.steps.with(index, parsed.data) };
}
