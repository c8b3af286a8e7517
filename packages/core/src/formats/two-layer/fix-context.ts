import { isObject } from '../../plan/parse/plan-within.js';
import { type Plan, planSchema } from '../../plan/plan.js';
import { stated } from '../../shared/stated.js';
import type { FieldForm } from './field-form.js';
import { fixRisks, fixSeverities, fixStrategies } from './overview-schema.js';

type Fix = NonNullable<Plan['fix']>;

/** `fix_context`. Words are written in the case their readers ask for; words they do not know stay and are refused. */
export const fixForm: FieldForm<Fix> = {
  read: (written) => {
    if (!isObject(written)) return undefined;
    const { root_cause, strategy, severity, risk_level } = written;
    const fields = { rootCause: root_cause, strategy, severity, risk: risk_level };
    return planSchema.shape.fix.unwrap().safeParse(withoutNull(fields)).data;
  },
  write: ({ rootCause, strategy, severity, risk }) =>
    stated({
      root_cause: rootCause,
      strategy: inCase(strategy?.trim().replace(/[\s-]+/g, '_'), fixStrategies),
      severity: inCase(severity, fixSeverities),
      risk_level: inCase(risk, fixRisks),
    }),
};

/** Fixes were once written with these at the top of the plan. */
export const fixKeys = ['root_cause', 'strategy', 'severity', 'risk_level'] as const;

/** The word as it stands among the options, whatever its capitals; else as it was written. */
export function inCase(written: string | undefined, options: readonly string[]): string | undefined {
  return options.find((option) => option.toLowerCase() === written?.trim().toLowerCase()) ?? written;
}

function withoutNull(fields: Readonly<Record<string, unknown>>): object {
  return stated(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value ?? undefined])));
}
