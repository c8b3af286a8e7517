import type { Step } from '../../plan/step.js';
import { type CheckContext, criticalIfDrafted, type Rule } from '../finding.js';
import { isReadingStep } from '../reading-agents.js';
import { vagueWords } from '../vague-criterion.js';

/**
 * A step that changes something says how one will know that it is done: a criterion that can be measured, or a command
 * that proves it. Criteria that are all vague are none.
 */
export const criteriaPresent: Rule = {
  name: 'criteria-present',
  dimension: 'completeness',
  check: ({ steps }, context) =>
    steps
      .filter((step) => !isProvable(step, context))
      .map(({ label, criteria, verify }) => ({
        severity: criticalIfDrafted(context),
        step: label,
        message:
          criteria.length === 0
            ? `step "${label}" has no criteria: nothing says when it is done`
            : `step "${label}" has no criterion that can be measured${verify.length > 0 ? '' : ' and no command that verifies it'}`,
      })),
};

/** What a reading step finds is its result; in the two-layer form it is told when to stop looking all the same. */
function isProvable(step: Step, { form }: CheckContext): boolean {
  if (form === 'two-layer') return hasMeasurableCriterion(step);
  return step.verify.length > 0 || isReadingStep(step) || hasMeasurableCriterion(step);
}

function hasMeasurableCriterion({ criteria }: Step): boolean {
  return criteria.some((criterion) => criterion.trim() !== '' && vagueWords(criterion) === undefined);
}
