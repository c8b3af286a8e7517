import type { ParsedPlan, ParsePlanOptions } from '../plan/parse-plan.js';
import type { Plan } from '../plan/plan.js';

/** Who a plan is, where a written form has room for it. */
export type PlanMeta = { readonly id?: string; readonly revision?: number; readonly hash?: string };

/** A way to write a plan down. */
export interface Format {
  readonly name: string;
  readonly write: (plan: Plan, meta?: PlanMeta) => string;
}

/** A form that can also be read back. Reading never throws: what is wrong is in the answer. */
export interface ReadableFormat extends Format {
  readonly read: (text: string, options?: ParsePlanOptions) => ParsedPlan;
}
