import type { CheckResult } from '../../check/check-plan.js';
import type { RuleFix } from '../../check/finding.js';
import { type PatchOperation, pointerKeys } from '../../check/json-patch.js';
import type { Plan } from '../../plan/plan.js';
import { taskIds, taskPath } from './task-ids.js';

/** What each field of a step that a fix may change is called in the file of its task. */
const fileFields: Readonly<Record<string, string>> = {
  criteria: '/convergence/criteria',
  dependsOn: '/depends_on',
  task: '/description',
  agent: '/meta/agent',
};

/**
 * `_metadata.quality_check`: what the check came to, and every fix that was applied as an RFC 6902 patch on the file of the
 * task it changed.
 */
export function qualityCheckData(
  plan: Plan,
  { result, score, gate, critical, minor, dimensions, findings }: CheckResult,
  fixes: readonly RuleFix[] = [],
): Readonly<Record<string, unknown>> {
  const ids = taskIds(plan);
  return {
    ...{ result, score, gate, critical, minor, dimensions },
    findings: findings.map(({ rule, dimension, severity, step, message }) => ({
      ...{ rule, dimension, severity, message },
      task: step === null ? null : (ids.get(step) ?? step),
    })),
    fixes: fixes.map(({ rule, step, reason, patch }) => ({
      file: taskPath(ids.get(step) ?? step),
      ...{ rule, reason },
      patch: patch.map((operation) => inFile(operation, ids)),
    })),
  };
}

function inFile(operation: PatchOperation, ids: ReadonlyMap<string, string>): PatchOperation {
  const [field = '', ...rest] = pointerKeys(operation.path) ?? [];
  const path = [fileFields[field] ?? `/${field}`, ...rest].join('/');
  if (operation.op === 'remove' || field !== 'dependsOn') return { ...operation, path };
  return { ...operation, path, value: namedIn(operation.value, ids) };
}

/** Files name tasks by their ids, not by our labels. */
function namedIn(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => namedIn(item, ids));
  return typeof value === 'string' ? (ids.get(value) ?? value) : value;
}
