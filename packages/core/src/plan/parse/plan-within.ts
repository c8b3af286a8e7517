import { fieldKey } from './field-key.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** How deep a plan may be wrapped: `{"result": {"plan": {…}}}`. */
const maxWrapping = 3;

/** The object that is a plan, in a value that is one, wraps one, lists one alone, or is the bare list of its steps. */
export function planWithin(value: unknown): JsonObject | undefined {
  if (isStepList(value)) return { steps: value };
  let level = (Array.isArray(value) && value.length === 1 ? value : [value]).filter(isObject);
  for (let depth = 0; depth <= maxWrapping; depth += 1) {
    const plan = level.map(planIn).find((found) => found !== undefined);
    if (plan) return plan;
    level = level.flatMap((object) => Object.values(object)).filter(isObject);
  }
  return undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function planIn(object: JsonObject): JsonObject | undefined {
  if (Object.keys(object).some((key) => fieldKey(key) === 'steps')) return object;
  const wrapper = Object.keys(object).find((key) => fieldKey(key) === 'plan');
  if (wrapper === undefined || !isStepList(object[wrapper])) return undefined;
  const { [wrapper]: steps, ...rest } = object;
  return { ...rest, steps };
}

function isStepList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((item) => item === null || isObject(item)) && value.some(isStepLike);
}

function isStepLike(item: unknown): boolean {
  return isObject(item) && Object.keys(item).some((key) => ['task', 'agent'].includes(fieldKey(key)));
}
