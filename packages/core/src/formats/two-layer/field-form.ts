import { canonicalJson } from '../../shared/canonical-json.js';

/** How a field of a file and a field of the plan stand for each other. */
export type FieldForm<T> = {
  /** undefined where the value does not fit. */
  readonly read: (written: unknown) => T | undefined;
  /** `kept` is what the field said beyond the plan's own, where it was read from a file. */
  readonly write: (value: T, kept?: unknown) => unknown;
};

export type ReadField<T> = {
  readonly value: T | undefined;
  /** The written value, where the plan's own field cannot say all of it: it survives as an unknown field. */
  readonly kept: unknown;
};

/** Reads a field so that writing it back gives the same. An empty list counts as nothing. */
export function readField<T>(form: FieldForm<T>, written: unknown): ReadField<T> {
  if (isNothing(written)) return { value: undefined, kept: undefined };
  const value = form.read(written);
  const isWhole = value !== undefined && isSame(form.write(value), written);
  return { value, kept: isWhole ? undefined : written };
}

/** What was kept is written as it came, as long as it still says what the plan says. */
export function writeField<T>(form: FieldForm<T>, value: T, kept: unknown): unknown {
  if (kept !== undefined && isSame(form.read(kept) ?? null, value ?? null)) return kept;
  return form.write(value, kept);
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
