import type { Plan } from '../../plan/plan.js';
import { canonicalJson } from '../../shared/canonical-json.js';
import { type CheckContext, criticalIfAskable, type Remark, type Rule } from '../finding.js';
import { isCovered, type Requirement, requirementsIn, stemsOf } from '../requirements.js';

const longest = 100;

/** Whatever the task or its specification asks for, some step speaks of it. The goal repeats the task and covers nothing. */
export const requirementsCovered: Rule = {
  name: 'requirements-covered',
  dimension: 'completeness',
  check: (plan, context) => {
    const { task } = context;
    const asked = [...namedBySpec(context), ...(task === undefined ? [] : requirementsIn(task))];
    if (asked.length === 0 || plan.steps.length === 0) return [];
    const text = textOf(plan);
    const stems = stemsOf(text);
    return asked
      .filter((requirement) => !isCovered(requirement, text, stems))
      .map((requirement): Remark => ({
        severity: criticalIfAskable(context),
        step: null,
        message: missing(requirement, context),
      }));
  },
};

function namedBySpec({ requirements = [] }: CheckContext): readonly Requirement[] {
  return requirements.map(({ id }) => ({ type: 'name', name: id }));
}

function textOf({ steps }: Plan): string {
  return canonicalJson(steps).toLowerCase();
}

function missing(requirement: Requirement, { requirements = [] }: CheckContext): string {
  if (requirement.type === 'item') return `no step speaks of "${cut(requirement.text)}", which the task asks for`;
  const spec = requirements.find(({ id }) => id === requirement.name);
  return spec === undefined
    ? `no step speaks of "${cut(requirement.name)}", which the task names`
    : `no step refers to ${spec.id} (${cut(spec.text)})`;
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
