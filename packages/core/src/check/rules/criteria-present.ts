import type { Step } from '../../plan/step.js';
import { criticalIfDrafted, type Rule } from '../finding.js';
import { isReadingStep } from '../reading-agents.js';
import { vagueWords } from '../vague-criterion.js';

/**
 * A step that changes something says how one will know that it is done: a criterion that can be measured, or a command
 * that proves it. Criteria that are all vague are none.
 */
export const criteriaPresent: Rule = {
  name: 'criteria-present',
  check: ({ steps }, context) =>
    steps
      .filter((step) => step.verify.length === 0 && !isReadingStep(step) && !hasMeasurableCriterion(step))
      .map(({ label, criteria }) => ({
        severity: criticalIfDrafted(context),
        step: label,
        message:
          criteria.length === 0
            ? `step "${label}" has no criteria: nothing says when it is done`
            : `step "${label}" has no criterion that can be measured and no command that verifies it`,
      })),
};

function hasMeasurableCriterion({ criteria }: Step): boolean {
  return criteria.some((criterion) => criterion.trim() !== '' && vagueWords(criterion) === undefined);
}
