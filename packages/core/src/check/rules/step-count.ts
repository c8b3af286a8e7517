import { planLimits } from '../../plan/plan.js';
import { critical, type Rule } from '../finding.js';

export const stepCount: Rule = {
  name: 'step-count',
  dimension: 'constraints',
  check: ({ steps }, { maxSteps = planLimits.maxSteps }) => {
    if (steps.length === 0) return [{ ...critical(null, 'the plan has no steps'), dimension: 'completeness' }];
    if (steps.length <= maxSteps) return [];
    return [critical(null, `the plan has ${steps.length} steps, more than the ${maxSteps} allowed; split the work`)];
  },
};
