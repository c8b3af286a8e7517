import * as z from 'zod';
import { isObject } from './parse/plan-within.js';

/** A schema that somebody gave for the plan. */
export type GivenSchema = {
  readonly json: Readonly<Record<string, unknown>>;
  /** What it says against some data; nothing where it fits. */
  readonly misfits: (data: unknown) => readonly string[];
};

export type ReadSchema =
  { readonly ok: true; readonly schema: GivenSchema } | { readonly ok: false; readonly problem: string };

/** Words that make an object a schema of an object; any other would accept whatever there is. */
const describing = ['properties', 'required', 'allOf', 'anyOf', 'oneOf'] as const;

/** Reads a JSON Schema that was given with a task. What cannot be used says why; the built-in form is used then. */
export function readGivenSchema(given: unknown): ReadSchema {
  if (!isObject(given)) return { ok: false, problem: 'a JSON Schema is an object' };
  if (given['type'] !== undefined && given['type'] !== 'object')
    return { ok: false, problem: 'it describes no object, and a plan is one' };
  if (!describing.some((word) => Object.hasOwn(given, word)))
    return { ok: false, problem: `it has none of ${describing.join(', ')} and so says nothing` };
  try {
    const schema = z.fromJSONSchema(explicit({ ...given, type: 'object' }));
    return { ok: true, schema: { json: given, misfits: (data) => misfitsOf(schema, data) } };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

const ofNames = ['properties', '$defs', 'definitions'];
const ofSchemas = ['items', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'];

/**
 * The schema with what it leaves to be understood: fields are those of an object, what is required is a field, and a list has
 * items. The reader of schemas would pass over all three.
 */
function explicit(schema: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(schema)) return {};
  const entries = Object.entries(schema).map(([word, value]): readonly [string, unknown] => {
    if (ofNames.includes(word) && isObject(value))
      return [word, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, explicit(field)]))];
    if (!ofSchemas.includes(word)) return [word, value];
    if (Array.isArray(value)) return [word, value.map(explicit)];
    return [word, isObject(value) ? explicit(value) : value];
  });
  const said: Readonly<Record<string, unknown>> = Object.fromEntries(entries);
  const { type, properties, required } = said;
  if (type === 'array') return { items: {}, ...said };
  if (!isObject(properties) && !Array.isArray(required)) return said;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.fromEntries(names.filter((name) => typeof name === 'string').map((name) => [name, {}]));
  return { type: 'object', ...said, properties: { ...fields, ...(isObject(properties) ? properties : {}) } };
}

function misfitsOf(schema: z.ZodType, data: unknown): readonly string[] {
  const parsed = schema.safeParse(data);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `"${z.core.toDotPath(path)}": ${message}`,
  );
}
