import { critical, type Rule } from '../finding.js';

export const goalPresent: Rule = {
  name: 'goal-present',
  check: ({ goal }) => (goal.trim() === '' ? [critical(null, 'the plan has no goal; one sentence is expected')] : []),
};
