import type { Step } from '../../plan/step.js';
import { minor, type Remark, type Rule } from '../finding.js';
import { withoutBlanks } from '../without-blanks.js';
import { vagueWords } from '../vague-criterion.js';

const shown = 100;

export const measurableCriteria: Rule = {
  name: 'measurable-criteria',
  dimension: 'criteria',
  check: ({ steps }) => steps.flatMap((step) => step.criteria.flatMap((criterion) => remarksOn(step, criterion))),
};

function remarksOn(step: Step, criterion: string): readonly Remark[] {
  const { label } = step;
  if (criterion.trim() === '')
    return [{ ...minor(label, `step "${label}" has an empty criterion`), fixes: [withoutBlanks(step, 'criteria')] }];
  const words = vagueWords(criterion);
  if (words === undefined) return [];
  const text = criterion.length > shown ? `${criterion.slice(0, shown)}…` : criterion;
  return [
    minor(label, `step "${label}": "${text}" cannot be measured ("${words}"); name a number, file, command or output`),
  ];
}
