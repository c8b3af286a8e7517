import type { Step } from '../../plan/step.js';
import { type CheckContext, criticalIfAskable, minor, type Remark, type Rule } from '../finding.js';
import { stepClass } from '../../tools/agents.js';
import { withoutBlanks } from '../without-blanks.js';

/** One line is the task over again. */
const fewest = 2;

/**
 * A step that changes files says how: two things to do or more. In the two-layer form every step does, because there it is
 * handed to somebody who was not there when it was planned.
 */
export const implementationPresent: Rule = {
  name: 'implementation-present',
  dimension: 'implementation',
  check: ({ steps }, context) =>
    isAsked(context) ? steps.filter((step) => changes(step, context)).flatMap((step) => remarksOn(step, context)) : [],
};

function isAsked({ source, drafter, form }: CheckContext): boolean {
  return form === 'two-layer' || source === 'imported' || drafter === 'model';
}

/** Its agent's tools write files; a step that runs commands says how by naming them. */
function changes({ agent }: Step, { form }: CheckContext): boolean {
  return form === 'two-layer' || stepClass({ agent, verify: [] }) === 'writes';
}

function remarksOn(step: Step, context: CheckContext): readonly Remark[] {
  const { label, implementation } = step;
  const said = implementation.filter((text) => text.trim() !== '').length;
  if (said === 0)
    return [
      {
        severity: criticalIfAskable(context),
        dimension: 'completeness',
        step: label,
        message: `step "${label}" has no implementation: nothing says how it is done`,
      },
    ];
  return [
    ...(said < implementation.length ? [blankRemark(step)] : []),
    ...(said < fewest
      ? [minor(label, `step "${label}" says in one line how it is done; expected ${fewest} or more`)]
      : []),
  ];
}

function blankRemark(step: Step): Remark {
  const message = `step "${step.label}" has an empty entry in its implementation`;
  return { ...minor(step.label, message), fixes: [withoutBlanks(step, 'implementation')] };
}
