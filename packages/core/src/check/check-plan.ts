import type { Plan } from '../plan/plan.js';
import type { CheckContext, Finding } from './finding.js';
import { ruleTable } from './rule-table.js';

export type CheckResult = {
  /** `auto-fix` when every critical finding has a safe fix; no rule offers one yet, so it is `pass` or `regenerate`. */
  readonly result: 'pass' | 'auto-fix' | 'regenerate';
  readonly findings: readonly Finding[];
  readonly critical: number;
  readonly minor: number;
};

/**
 * Holds a plan against every rule. Deterministic, in the order of the rules and then of the steps; never throws and never
 * changes the plan, also when it was built by hand and breaks what the parser guarantees. Any critical finding means
 * `regenerate`.
 */
export function checkPlan(plan: Plan, context: CheckContext): CheckResult {
  const findings = ruleTable.flatMap(({ name, check }) =>
    check(plan, context).map((remark): Finding => ({ rule: name, ...remark })),
  );
  const critical = findings.filter(({ severity }) => severity === 'critical').length;
  return { result: critical > 0 ? 'regenerate' : 'pass', findings, critical, minor: findings.length - critical };
}
