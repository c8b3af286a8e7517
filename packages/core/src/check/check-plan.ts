import type { Plan } from '../plan/plan.js';
import type { CheckContext, Finding, RuleFix } from './finding.js';
import { ruleTable } from './rule-table.js';
import { dimensionResults, type DimensionResult, type Gate, gateOf, scoreOf } from './score.js';

export type CheckResult = {
  /** `auto-fix` when every critical finding, or every finding where none is critical, has a fix. */
  readonly result: 'pass' | 'auto-fix' | 'regenerate';
  readonly findings: readonly Finding[];
  /** What would put findings right, each once; nothing of it is applied by checking. */
  readonly fixes: readonly RuleFix[];
  readonly critical: number;
  readonly minor: number;
  /** 0–100. */
  readonly score: number;
  /** `pass` from 80, `review` from 60, `fail` below. */
  readonly gate: Gate;
  readonly dimensions: readonly DimensionResult[];
};

/**
 * Holds a plan against every rule. Deterministic, in the order of the rules and then of the steps; never throws and never
 * changes the plan, also when it was built by hand and breaks what the parser guarantees. A critical finding that has no
 * fix means `regenerate`.
 */
export function checkPlan(plan: Plan, context: CheckContext): CheckResult {
  const heldAgainst = JSON.stringify(context);
  const known = remembered.get(plan);
  if (known?.heldAgainst === heldAgainst) return known.check;
  const check = held(plan, context);
  remembered.set(plan, { heldAgainst, check });
  return check;
}

/** Plans never change in place: a memory of a pure answer, kept only as long as its plan. A plan is often checked twice in a row. */
const remembered = new WeakMap<Plan, { readonly heldAgainst: string; readonly check: CheckResult }>();

function held(plan: Plan, context: CheckContext): CheckResult {
  const findings: Finding[] = [];
  for (const { name, dimension, check } of ruleTable)
    for (const remark of check(plan, context)) findings.push({ rule: name, dimension, ...remark });
  return resultOf(findings);
}

/** What findings come to, whoever made them. */
export function resultOf(findings: readonly Finding[]): CheckResult {
  const critical = findings.filter(({ severity }) => severity === 'critical');
  const inTheWay = critical.length > 0 ? critical : findings;
  const fixable = inTheWay.length > 0 && inTheWay.every(({ fixes }) => fixes !== undefined);
  const score = scoreOf(findings);
  return {
    result: fixable ? 'auto-fix' : critical.length > 0 ? 'regenerate' : 'pass',
    findings,
    fixes: fixesOf(findings),
    critical: critical.length,
    minor: findings.length - critical.length,
    score,
    gate: gateOf(score),
    dimensions: dimensionResults(findings),
  };
}

/** Every fix once, whichever finding asked for it first. */
function fixesOf(findings: readonly Finding[]): readonly RuleFix[] {
  const found = new Map<string, RuleFix>();
  for (const { rule, fixes = [] } of findings)
    for (const fix of fixes) {
      const key = JSON.stringify([fix.step, fix.patch]);
      if (!found.has(key)) found.set(key, { rule, ...fix });
    }
  return [...found.values()];
}
