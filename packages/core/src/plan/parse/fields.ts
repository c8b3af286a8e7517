import type { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.js';
import { nearestName } from '../../shared/nearest-name.js';
import { fieldKey } from './field-key.js';
import { isObject } from './plan-within.js';
import { type Report, shown } from './report.js';

/** Our field names by the spellings (as `fieldKey` gives them) under which plans are written. */
export type FieldNames<Name extends string> = ReadonlyMap<string, Name>;

export type FieldContext = {
  readonly report: Report;
  /** How messages name what the fields belong to: a step, or null for the plan. */
  readonly step: string | null;
  /**
   * In our own forms a value that does not fit is a problem. In others the field may mean something else: it is kept as
   * an unknown one, with a note.
   */
  readonly isOurs: boolean;
};

/** The schema of an object, and the keys it knows. */
type Shape<T> = z.ZodType<T> & { readonly shape: Readonly<Record<string, unknown>> };

/** Typed access to the fields of an object that somebody else wrote. A field that is `null` counts as absent. */
export type Fields<Name extends string> = {
  readonly raw: (name: Name) => unknown;
  readonly read: <T>(name: Name, expected: string, convert: (value: unknown) => T | undefined) => T | undefined;
  readonly text: (name: Name) => string | undefined;
  /** A value that is no list counts as a list of one, with a note. */
  readonly list: <T>(name: Name, expected: string, convert: (item: unknown) => T | undefined) => T[];
  readonly texts: (name: Name) => string[];
  readonly choice: <T extends string>(name: Name, options: readonly T[]) => T | undefined;
  readonly shape: <T>(name: Name, schema: Shape<T>) => T | undefined;
  /** A list of such objects; a text in it stands for the object that `fromText` makes of it. */
  readonly shapes: <T>(name: Name, schema: Shape<T>, fromText: (text: string) => unknown) => T[];
  /** Unknown fields, and after reading also those that did not fit. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** How a field was written. */
  readonly written: (name: Name) => string;
};

export function readFields<Name extends string>(
  object: Readonly<Record<string, unknown>>,
  names: FieldNames<Name>,
  context: FieldContext,
): Fields<Name> {
  const { found, extra } = sortFields(object, names, context);
  const written = (name: Name): string => found.get(name)?.key ?? name;
  const raw = (name: Name): unknown => found.get(name)?.value;
  const misfit = (name: Name, expected: string): void => {
    const about = `${subject(context.step)}: "${written(name)}" must be ${expected}, found ${shown(raw(name))}`;
    if (context.isOurs) {
      context.report.problem('field-invalid', about, { step: context.step, field: written(name) });
    } else {
      extra[written(name)] = raw(name);
      context.report.note(`${about}; it was kept as an unknown field`);
    }
  };
  const read = <T>(name: Name, expected: string, convert: (value: unknown) => T | undefined): T | undefined => {
    const value = raw(name);
    if (value === undefined || value === null) return undefined;
    const converted = convert(value);
    if (converted === undefined) misfit(name, expected);
    return converted;
  };
  const list = <T>(name: Name, expected: string, convert: (item: unknown) => T | undefined): T[] => {
    const value = raw(name);
    if (value !== undefined && value !== null && !Array.isArray(value)) noteLone(context, written(name));
    return read(name, expected, (given) => convertAll(asList(given), convert)) ?? [];
  };
  return {
    raw,
    read,
    list,
    written,
    extra,
    text: (name) => read(name, 'a text', toText),
    texts: (name) => list(name, 'a list of texts', toText),
    choice: (name, options) =>
      read(name, `one of ${options.join(', ')}`, (value) => options.find((option) => isSameWord(option, value))),
    shape: (name, schema) => {
      noteLeftOut(context, written(name), raw(name), keysOf(schema));
      return read(name, `an object with ${keysOf(schema).join(', ')}`, (value) => shaped(value, schema));
    },
    shapes: (name, schema, fromText) => {
      noteLeftOut(context, written(name), raw(name), keysOf(schema));
      const convert = (item: unknown) => shaped(typeof item === 'string' ? fromText(item) : item, schema);
      return list(name, `a list of objects with ${keysOf(schema).join(', ')}`, convert);
    },
  };
}

/** `the plan` or `step "E1"`, as messages begin. */
export function subject(step: string | null): string {
  return step === null ? 'the plan' : `step "${step}"`;
}

function keysOf<T>(schema: Shape<T>): readonly string[] {
  return Object.keys(schema.shape);
}

function shaped<T>(value: unknown, schema: Shape<T>): T | undefined {
  return isObject(value) ? schema.safeParse(withOurKeys(value, keysOf(schema))).data : undefined;
}

/** The object with its keys spelt as ours are; undefined, which no schema accepts, when two of them become one. */
function withOurKeys(object: Readonly<Record<string, unknown>>, keys: readonly string[]): object | undefined {
  const known = new Map(keys.map((key) => [fieldKey(key), key]));
  const entries = Object.entries(object).map(([key, field]) => [known.get(fieldKey(key)) ?? key, field] as const);
  const renamed = Object.fromEntries(entries);
  return Object.keys(renamed).length === entries.length ? renamed : undefined;
}

const mostNamed = 8;

/** Unknown fields of a plan and of its steps are kept; those further inside are not, and the author should know. */
function noteLeftOut({ report, step }: FieldContext, written: string, value: unknown, keys: readonly string[]): void {
  const known = new Set(keys.map(fieldKey));
  const inside = asList(value).filter(isObject).flatMap(Object.keys);
  const leftOut = new Set(inside.filter((key) => !known.has(fieldKey(key))));
  if (leftOut.size === 0) return;
  const names = [...leftOut].slice(0, mostNamed).map(shown).join(', ');
  const more = leftOut.size > mostNamed ? ` and ${leftOut.size - mostNamed} more` : '';
  report.note(`${subject(step)}: "${written}" was read without ${names}${more}`);
}

function sortFields<Name extends string>(
  object: Readonly<Record<string, unknown>>,
  names: FieldNames<Name>,
  context: FieldContext,
): { found: ReadonlyMap<Name, { key: string; value: unknown }>; extra: Record<string, unknown> } {
  const found = new Map<Name, { key: string; value: unknown }>();
  const extra: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) {
    const name = names.get(fieldKey(key));
    const earlier = name === undefined ? undefined : found.get(name);
    if (name === undefined) extra[key] = value;
    else if (earlier === undefined) found.set(name, { key, value });
    else if (canonicalJson(earlier.value) !== canonicalJson(value)) reportTwice(context, earlier.key, key);
  }
  for (const key of Object.keys(extra)) noteMisspelt(context, key, { names, found });
  return { found, extra };
}

/** A proof that is misspelt is no proof, and nobody would see that it is missing. */
function noteMisspelt<Name extends string>(
  { report, step }: FieldContext,
  key: string,
  { names, found }: { readonly names: FieldNames<Name>; readonly found: ReadonlyMap<Name, unknown> },
): void {
  const name = names.get(nearestName(fieldKey(key), [...names.keys()]) ?? '');
  if (name === undefined || found.has(name)) return;
  report.note(`${subject(step)}: "${key}" is no field that is known here, and does nothing; did you mean "${name}"?`);
}

function reportTwice({ report, step }: FieldContext, first: string, second: string): void {
  const message = `${subject(step)} says the same thing twice and differently, as "${first}" and as "${second}"`;
  report.problem('key-duplicate', message, { step, field: second });
}

/** Says that a value was taken as a list. */
export function noteLone({ report, step }: FieldContext, written: string): void {
  report.note(`${subject(step)}: "${written}" is no list; it was read as a list of one`);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function convertAll<T>(items: readonly unknown[], convert: (item: unknown) => T | undefined): T[] | undefined {
  const converted = items.flatMap((item) => convert(item) ?? []);
  return converted.length === items.length ? converted : undefined;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isSameWord(option: string, value: unknown): boolean {
  return typeof value === 'string' && fieldKey(option) === fieldKey(value.trim());
}
