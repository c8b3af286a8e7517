import { isObject } from '../../plan/parse/plan-within.js';
import { type Step, stepSchema } from '../../plan/step.js';
import { stated } from '../../shared/stated.js';
import { isNothing, type ReadField } from './field-form.js';
import { textsIn } from './task-fields.js';

/** `cli_execution` in the plan's words; `from` still has the names of conversations. The id stood beside it once. */
export function readExecution(written: unknown, oldId: unknown): ReadField<NonNullable<Step['execution']>> {
  if (isNothing(written)) return { value: undefined, kept: undefined };
  const { id = oldId, strategy, resume_from: parent, merge_from: parents, ...rest } = isObject(written) ? written : {};
  const from = [...(typeof parent === 'string' ? [parent] : []), ...(textsIn(parents) ?? [])];
  const value = stepSchema.shape.execution.safeParse(stated({ id, strategy, from })).data;
  return { value, kept: value && Object.keys(rest).length === 0 ? undefined : written };
}
