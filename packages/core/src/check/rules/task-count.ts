import { counted } from '../../shared/counted.js';
import { minor, type Rule } from '../finding.js';

const expected = { least: 2, most: 7 } as const;

/** Medium and high plans that somebody can oversee have a handful of steps. */
export const taskCount: Rule = {
  name: 'task-count',
  dimension: 'granularity',
  check: ({ steps, complexity }, { drafter }) => {
    if (drafter !== 'model' || complexity === undefined || complexity === 'low' || steps.length === 0) return [];
    if (steps.length >= expected.least && steps.length <= expected.most) return [];
    const found = counted(steps.length, 'step');
    return [
      minor(
        null,
        `a plan of ${complexity} complexity has ${expected.least} to ${expected.most} steps; this one has ${found}`,
      ),
    ];
  },
};
