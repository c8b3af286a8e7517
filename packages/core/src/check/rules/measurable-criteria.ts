import type { Step } from '../../plan/step.js';
import { betterCriterion } from '../better-criterion.js';
import { type CheckContext, type Fix, minor, type Remark, type Rule } from '../finding.js';
import { withoutBlanks } from '../without-blanks.js';
import { vagueWords } from '../vague-criterion.js';

const shown = 100;

export const measurableCriteria: Rule = {
  name: 'measurable-criteria',
  dimension: 'criteria',
  check: ({ steps }, context) =>
    steps.flatMap((step) => step.criteria.flatMap((_, place) => remarksOn(step, place, context))),
};

function remarksOn(step: Step, place: number, context: CheckContext): readonly Remark[] {
  const { label } = step;
  const criterion = step.criteria[place] ?? '';
  if (criterion.trim() === '')
    return [{ ...minor(label, `step "${label}" has an empty criterion`), fixes: [withoutBlanks(step, 'criteria')] }];
  const words = vagueWords(criterion);
  if (words === undefined) return [];
  const text = criterion.length > shown ? `${criterion.slice(0, shown)}…` : criterion;
  const better = betterCriterion(step, place, context);
  return [
    {
      ...minor(
        label,
        `step "${label}": "${text}" cannot be measured ("${words}"); name a number, file, command or output`,
      ),
      ...(better === undefined ? {} : { fixes: [withCriterion(step, place, better)] }),
    },
  ];
}

function withCriterion({ label, criteria }: Step, place: number, better: string): Fix {
  const path = `/criteria/${place}`;
  return {
    step: label,
    reason: 'the reviewer can measure it so',
    patch: [
      { op: 'test', path, value: criteria[place] },
      { op: 'replace', path, value: better },
    ],
  };
}
