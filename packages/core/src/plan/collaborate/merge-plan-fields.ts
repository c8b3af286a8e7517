import { isObject } from '../parse/plan-within.js';
import type { Plan } from '../plan.js';
import { stated } from '../../shared/stated.js';
import { unlessEmpty } from '../../shared/unless-empty.js';
import type { SubPlan } from './area.js';
import type { AreaConflict } from './area-conflict.js';

export type MergedFields = {
  readonly fields: Omit<Plan, 'steps'>;
  readonly conflicts: readonly AreaConflict[];
};

const levels = ['low', 'medium', 'high'] as const;

/** What is said of the plan as a whole, from what each area says of its own: nothing that one says is lost. */
export function mergePlanFields(subPlans: readonly SubPlan[]): MergedFields {
  const conflicts: AreaConflict[] = [];
  const plans = subPlans.map(({ plan }) => plan);
  const agreed = <Value extends string>(
    field: string,
    valueOf: (plan: Plan) => Value | undefined,
  ): Value | undefined => {
    const said = subPlans.flatMap(({ area, plan }) => {
      const value = valueOf(plan);
      return value === undefined ? [] : [{ area: area.name, value }];
    });
    if (new Set(said.map(({ value }) => value)).size > 1) conflicts.push(differently(field, said));
    return said[0]?.value;
  };
  const perArea = (textOf: (plan: Plan) => string | undefined): string | undefined => textOfAreas(subPlans, textOf);
  const kinds = new Set(plans.flatMap(({ kind }) => kind ?? []));
  agreed('kind', ({ kind }) => kind);
  const fix = stated({
    rootCause: perArea((plan) => plan.fix?.rootCause),
    strategy: agreed('strategy of the fix', (plan) => plan.fix?.strategy),
    severity: agreed('severity', (plan) => plan.fix?.severity),
    risk: agreed('risk', (plan) => plan.fix?.risk),
  });
  const fields = {
    goal: [...new Set(plans.map(({ goal }) => goal.trim()))].filter((goal) => goal !== '').join('; '),
    ...stated({
      summary: perArea(({ summary }) => summary),
      approach: perArea(({ approach }) => approach),
      kind: kinds.has('fix') ? ('fix' as const) : [...kinds][0],
      complexity: levels.findLast((level) => plans.some(({ complexity }) => complexity === level)),
      score: highest(plans.flatMap(({ score }) => score ?? [])),
      // An hour each is not an hour.
      estimatedTime: textOfAreas(subPlans, ({ estimatedTime }) => estimatedTime, { same: 'each' }),
      recommendedExecution: agreed('recommended execution', (plan) => plan.recommendedExecution),
      fix: unlessEmpty(fix),
      designDecisions: together(plans.map((plan) => plan.designDecisions)),
      dataFlow: together(plans.map((plan) => plan.dataFlow)),
      risks: together(plans.map((plan) => plan.risks)),
      skeleton: together(plans.map((plan) => plan.skeleton)),
    }),
    // Every area's order is in its dependencies by now.
    mode: 'parallel' as const,
    advance: plans.some(({ advance }) => advance === 'manual') ? ('manual' as const) : ('auto' as const),
    venue: plans.every(({ venue }) => venue === 'sidekick') ? ('sidekick' as const) : ('main' as const),
    extra: mergedExtra(plans),
  };
  return { fields, conflicts };
}

/** The same words of all areas once, unless each counts; different ones under each area's name. */
function textOfAreas(
  subPlans: readonly SubPlan[],
  textOf: (plan: Plan) => string | undefined,
  { same }: { readonly same: 'once' | 'each' } = { same: 'once' },
): string | undefined {
  const said = subPlans.flatMap(({ area, plan }) => {
    const text = textOf(plan)?.trim() ?? '';
    return text === '' ? [] : [{ area: area.name, text }];
  });
  const isOne = said.length < 2 || (same === 'once' && new Set(said.map(({ text }) => text)).size < 2);
  if (isOne) return said[0]?.text;
  return said.map(({ area, text }) => `${area}: ${text}`).join('\n');
}

function highest(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

function differently(field: string, said: readonly { readonly area: string; readonly value: string }[]): AreaConflict {
  const told = said.map(({ area, value }) => `"${value}" (${area})`).join(', ');
  const [first] = said;
  const taken = field === 'kind' ? 'fix' : (first?.value ?? '');
  return {
    type: 'field',
    areas: said.map(({ area }) => area),
    steps: [],
    message: `the areas disagree on the ${field}: ${told}`,
    resolution: { type: 'resolved', how: `"${taken}" was taken` },
  };
}

function mergedExtra(plans: readonly Plan[]): Plan['extra'] {
  const merged = together(plans.map(({ extra }) => unlessEmpty(extra)));
  return isObject(merged) ? merged : {};
}

/** Values of any form as one: lists become one list, objects are merged field by field, what differs stands side by side. */
function together(values: readonly unknown[]): unknown {
  const said = values.filter((value) => value !== undefined && value !== null);
  if (said.length < 2) return said[0];
  if (said.every(Array.isArray)) return distinct(said.flat() as readonly unknown[]);
  if (said.every(isObject)) {
    const keys = new Set(said.flatMap((value) => Object.keys(value)));
    return Object.fromEntries([...keys].map((key) => [key, together(said.map((value) => value[key]))]));
  }
  const different = distinct(said);
  if (different.length === 1) return different[0];
  return different.every((value) => typeof value === 'string') ? different.join('\n') : different;
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
