import { critical, minor, type Rule } from '../finding.js';

const message = 'the plan has no goal; one sentence is expected';

/** Some forms have no goal at all, so a plan that somebody brought may go without. */
export const goalPresent: Rule = {
  name: 'goal-present',
  dimension: 'completeness',
  check: ({ goal }, { source }) => {
    if (goal.trim() !== '') return [];
    return [source === 'drafted' ? critical(null, message) : minor(null, message)];
  },
};
