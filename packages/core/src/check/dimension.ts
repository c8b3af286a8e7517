import * as z from 'zod';

/** What a plan is checked for. */
export const dimensionSchema = z.enum([
  /** Every requirement of the task has a step that says what to do and when it is done. */
  'completeness',
  /** Steps, needs and placeholders fit together, and nothing runs beside what it would disturb. */
  'dependencies',
  /** Limits and rules of the project are kept. */
  'constraints',
  /** Each step is one piece of work of 15 to 60 minutes. */
  'granularity',
  /** Criteria can be measured. */
  'criteria',
  /** Steps that change something say how. */
  'implementation',
]);
export type Dimension = z.infer<typeof dimensionSchema>;
