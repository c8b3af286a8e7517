import type { ParsedPlan, ParsePlanOptions } from '../plan/parse-plan.js';
import type { Plan } from '../plan/plan.js';

/** Who a plan is, where a written form has room for it. */
export type PlanMeta = { readonly id?: string; readonly revision?: number; readonly hash?: string };

/** A way to write a plan down. */
export interface Format {
  readonly name: string;
  readonly write: (plan: Plan, meta?: PlanMeta) => string;
  /** The fields of steps that this plan has and the form has no place for. Absent: the form is not for reading back, or keeps all. */
  readonly leavesOut?: (plan: Plan) => readonly string[];
}

/** A form that can also be read back. Reading never throws: what is wrong is in the answer. */
export interface ReadableFormat extends Format {
  readonly read: (text: string, options?: ParsePlanOptions) => ParsedPlan;
}
