import type { Step } from '../../plan/step.js';
import { type CheckContext, criticalIfDrafted, type Remark, type Rule } from '../finding.js';
import { overlap } from '../path-overlap.js';
import { type Prohibition, prohibitedPaths } from '../prohibited-paths.js';
import { isWrittenBy } from './file-conflicts.js';

/** What the task or the rules of the project say is left alone, no step changes. */
export const constraintsKept: Rule = {
  name: 'constraints-kept',
  dimension: 'constraints',
  check: ({ steps }, context) => {
    const { task, constraints = [] } = context;
    const prohibited = (task === undefined ? constraints : [task, ...constraints]).flatMap(prohibitedPaths);
    return prohibited.length === 0 ? [] : steps.flatMap((step) => remarksOn(step, prohibited, context));
  },
};

function remarksOn(step: Step, prohibited: readonly Prohibition[], context: CheckContext): readonly Remark[] {
  return step.files
    .filter((file) => file.path.trim() !== '' && isWrittenBy(step, file))
    .flatMap((file) => {
      const rule = prohibited.find(({ path }) => overlap(path, file.path));
      if (rule === undefined) return [];
      const message = `step "${step.label}" would change "${file.path}", and it is said: "${rule.clause}"`;
      return [{ severity: criticalIfDrafted(context), step: step.label, message }];
    });
}
