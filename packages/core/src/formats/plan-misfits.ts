import { isObject } from '../plan/parse/plan-within.js';
import type { GivenSchema } from '../plan/planning-context-schema.js';
import type { Plan } from '../plan/plan.js';
import { parseJson } from '../shared/parse-json.js';
import { native } from './native.js';
import { taskIds } from './two-layer/task-ids.js';
import { overviewData } from './two-layer/write-overview.js';

/** Whether a schema is about `plan.json` of a plan in two layers, which lists its tasks by their ids. */
export function isOfOverview({ json }: GivenSchema): boolean {
  const { properties, required } = json;
  return (
    (isObject(properties) && 'task_ids' in properties) || (Array.isArray(required) && required.includes('task_ids'))
  );
}

/** What a schema that somebody gave says against a plan, in the form that the schema is about. `at` is when it was drafted. */
export function planMisfits(plan: Plan, schema: GivenSchema, at: string): readonly string[] {
  return schema.misfits(isOfOverview(schema) ? overviewOf(plan, at) : nativeOf(plan));
}

function overviewOf(plan: Plan, at: string): unknown {
  const context = { at, taskIds: [...taskIds(plan).values()], order: undefined, angles: undefined, metadata: {} };
  return overviewData(plan, context).data;
}

function nativeOf(plan: Plan): unknown {
  const parsed = parseJson(native.write(plan));
  return parsed.ok ? parsed.value : undefined;
}
