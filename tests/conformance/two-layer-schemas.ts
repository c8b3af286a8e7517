import { Ajv } from 'ajv';
import { readVectors } from './conformance-dir.js';

const folder = 'two-layer-plans/schemas';

type Json = Readonly<Record<string, unknown>>;

/** What a schema says against some data; nothing when the data is valid. */
export type Validate = (data: unknown) => readonly string[];

export type SchemaSet = {
  readonly name: string;
  readonly overview: Validate;
  readonly fix: Validate;
  readonly task: Validate;
};

/** The schemas of plans and tasks in each version there is. `head` has no fix schema of its own: it did not change. */
export function schemaSets(): readonly SchemaSet[] {
  return [
    schemaSet('derived', 'derived', 'derived', '.clean'),
    schemaSet('of the seed', '.', '.', ''),
    schemaSet('head', 'head', '.', ''),
  ];
}

/** The schemas of what a plan rests on. */
export function explorationSchemas(): Readonly<Record<'explore' | 'diagnosis', Validate>> {
  const validator = validators();
  const schema = (name: string): Json => readVectors(`${folder}/${name}-json-schema.json`) as Json;
  return { explore: validator(schema('explore')), diagnosis: validator(schema('diagnosis')) };
}

function schemaSet(name: string, version: string, fixVersion: string, ending: string): SchemaSet {
  const schema = (of: string, kind: string): Json =>
    withoutComments(readVectors(`${folder}/${of}/${kind}-schema${ending}.json`)) as Json;
  const validator = validators();
  return {
    name,
    // First: the schema of a fix refers to it by its id.
    overview: validator(schema(version, 'plan-overview-base')),
    fix: validator(schema(fixVersion, 'plan-overview-fix')),
    task: validator(schema(version, 'task')),
  };
}

/** Compiles schemas that may refer to each other by their ids. */
function validators(): (schema: Json) => Validate {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/);
  return (schema) => {
    const validate = ajv.compile(schema);
    return (value) => {
      void validate(value);
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
    };
  };
}

/** They keep remarks for people among the properties, where a schema must stand. */
function withoutComments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutComments);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('_comment'));
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutComments(field)]));
}
