import { minor, type Remark, type Rule } from '../finding.js';
import { vagueWords } from '../vague-criterion.js';

const shown = 100;

export const measurableCriteria: Rule = {
  name: 'measurable-criteria',
  check: ({ steps }) =>
    steps.flatMap(({ label, criteria }) => criteria.flatMap((criterion) => remarksOn(label, criterion))),
};

function remarksOn(label: string, criterion: string): readonly Remark[] {
  if (criterion.trim() === '') return [minor(label, `step "${label}" has an empty criterion`)];
  const words = vagueWords(criterion);
  if (words === undefined) return [];
  const text = criterion.length > shown ? `${criterion.slice(0, shown)}…` : criterion;
  return [
    minor(label, `step "${label}": "${text}" cannot be measured ("${words}"); name a number, file, command or output`),
  ];
}
