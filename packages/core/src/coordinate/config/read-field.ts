import { nearestName } from '../../shared/nearest-name.js';
import type { Field, Fields, ValueOf } from './config-field.js';
import type { ConfigError, ConfigPath } from './config-problem.js';
import { type ConfigReading, filledIn, missingField } from './config-reading.js';

/**
 * The value of one field, read as its type says; undefined when it is not there, or is not what is expected, which is then
 * reported. Nothing (`null`) counts as not there, as it does where a person commented out all that stood below a key.
 */
export function readField<F extends Field>(
  field: F,
  value: unknown,
  path: ConfigPath,
  reading: ConfigReading,
): ValueOf<F> | undefined {
  // `readValue` goes by the kind of the field, as `ValueOf` does; the compiler cannot see that.
  return readValue(field, value, path, reading) as ValueOf<F> | undefined;
}

function readValue(field: Field, value: unknown, path: ConfigPath, reading: ConfigReading): unknown {
  const wrong = (code: ConfigError['code'], expected: string): unknown => {
    const suggestion = `write ${expected}, or leave "${String(path.at(-1) ?? '')}" out`;
    reading.problems.push({ code, path, message: `expected ${expected}; found ${shown(value)}`, suggestion });
    return undefined;
  };
  if (value === undefined || value === null) return undefined;
  noteUnused(field, value, path, reading);
  switch (field.kind) {
    case 'anything':
      return value;
    case 'text':
      if (typeof value !== 'string') return wrong('type', 'a text');
      if (!field.isFilled) return value;
      return /\p{Cc}/u.test(value) ? wrong('type', 'a text on one line') : filledIn(value, path, reading);
    case 'flag':
      return typeof value === 'boolean' ? value : wrong('type', 'true or false');
    case 'number':
      if (typeof value !== 'number' || Number.isNaN(value)) return wrong('type', numberText(field));
      return isWithin(field, value) ? value : wrong('range', numberText(field));
    case 'choice':
      return readChoice(field.of, value) ?? refuseChoice(field.of, value, path, reading);
    case 'list':
      if (!Array.isArray(value)) return wrong('type', 'a list');
      return value.map((item: unknown, place) => readValue(field.of, item, [...path, place], reading));
    case 'map':
      return isMap(value) ? readMap(field.keys, value, path, reading) : wrong('type', 'settings as "key: value"');
    case 'moved':
      reading.problems.push({
        ...{ code: 'deprecated-field', path, message: `"${String(path.at(-1))}" does not belong here` },
        suggestion: `write it as ${field.to}`,
      });
      return undefined;
  }
}

function readMap(
  keys: Fields,
  value: Readonly<Record<string, unknown>>,
  path: ConfigPath,
  reading: ConfigReading,
): Readonly<Record<string, unknown>> {
  for (const key of Object.keys(value))
    if (!Object.hasOwn(keys, key)) reading.problems.push(unknownKey(keys, key, path));
  const read = Object.entries(keys).map(([key, field]) => {
    const own = Object.hasOwn(value, key) ? value[key] : undefined;
    if (field.isRequired && (own === undefined || own === null)) reading.problems.push(missingField(path, key));
    return [key, readValue(field, own, [...path, key], reading)] as const;
  });
  return Object.fromEntries(read.filter(([, each]) => each !== undefined));
}

function unknownKey(keys: Fields, key: string, path: ConfigPath): ConfigError {
  const near = nearestName(key.toLowerCase(), Object.keys(keys));
  return {
    ...{ code: 'unknown-key', path: [...path, key], message: `there is no setting "${key}" here` },
    suggestion:
      near === undefined ? `leave it out; there are ${Object.keys(keys).join(', ')}` : `did you mean "${near}"?`,
  };
}

function noteUnused({ unused }: Field, value: unknown, path: ConfigPath, reading: ConfigReading): void {
  // What is switched off needs no word about having no effect.
  if (unused === undefined || value === false) return;
  const who =
    unused.by === 'us' ? 'MassGen reads it; it has no effect here' : 'neither MassGen nor Planwright reads it';
  reading.warnings.push({
    ...{ code: 'not-used', path, message: `"${String(path.at(-1))}" is not used: ${who}` },
    ...(unused.instead === undefined ? {} : { suggestion: unused.instead }),
  });
}

/** In YAML as MassGen reads it, an unquoted `off` is false. */
function readChoice(words: readonly string[], value: unknown): string | undefined {
  return words.find((word) => word === value || (word === 'off' && value === false));
}

function refuseChoice(words: readonly string[], value: unknown, path: ConfigPath, reading: ConfigReading): unknown {
  const near = typeof value === 'string' ? nearestName(value.toLowerCase(), words) : undefined;
  reading.problems.push({
    ...{ code: 'enum', path, message: `expected ${words.join(', ')}; found ${shownWord(value)}` },
    suggestion: near === undefined ? `write one of them, or leave it out` : `did you mean "${near}"?`,
  });
  return undefined;
}

type NumberField = Extract<Field, { readonly kind: 'number' }>;

function isWithin({ from, to, isWhole }: NumberField, value: number): boolean {
  return Number.isFinite(value) && value >= from && value <= to && (!isWhole || Number.isSafeInteger(value));
}

function numberText({ from, to, isWhole }: NumberField): string {
  if (from === -Infinity) return 'a number';
  return isWhole ? `a whole number, ${from} or more` : `a number from ${from} to ${to}`;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A word that is none of those expected, short enough to be one. */
function shownWord(value: unknown): string {
  return typeof value === 'string' && value !== '' && value.length <= 40 ? JSON.stringify(value) : shown(value);
}

/** What was found. Texts are not quoted: one that stands in the wrong place may be a secret. */
function shown(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  return Array.isArray(value) ? 'a list' : 'an object';
}
