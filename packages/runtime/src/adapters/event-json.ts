/** What every event store does to event data before keeping it, so that all of them give back the same. */

/**
 * True when JSON text gives back exactly this value.
 * False for what JSON drops or changes (undefined, NaN, -0, dates, class instances, holes) or cannot hold.
 */
export function isPlainJson(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      if (value === null) return true;
      // So deep may be a circle; JSON.stringify knows.
      if (depth > 500) return false;
      return Array.isArray(value) ? isPlainArray(value, depth + 1) : isPlainObject(value, depth + 1);
    case 'undefined':
    case 'bigint':
    case 'function':
    case 'symbol':
      return false;
  }
}

function isPlainArray(list: readonly unknown[], depth: number): boolean {
  // By index, because iteration methods skip holes, which JSON turns into null.
  for (let index = 0; index < list.length; index += 1) if (!isPlainJson(list[index], depth)) return false;
  return true;
}

function isPlainObject(value: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) return false;
  // What has one of these prototypes inherits nothing to list, and a loop over keys needs no list of values.
  for (const key in value) if (!isPlainJson((value as Record<string, unknown>)[key], depth)) return false;
  return true;
}

/**
 * The data as every later read gives it: itself when it is plain, else what its JSON text says (null for what JSON has
 * no word for). Throws a TypeError for circles and bigints.
 */
export function asStored(data: unknown): unknown {
  if (isPlainJson(data)) return data;
  // In a list, because JSON text of undefined or a function alone is no text at all.
  const [stored] = JSON.parse(JSON.stringify([data])) as readonly unknown[];
  return stored;
}

/** A copy that shares nothing with `data` and cannot be changed. */
export function frozenCopy(data: unknown): unknown {
  return freezeCopyOf(asStored(data));
}

function freezeCopyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(freezeCopyOf));
  // Spreading defines properties, so that a key "__proto__" stays a key in the copy and in the assignment after it.
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) copy[key] = freezeCopyOf(copy[key]);
  return Object.freeze(copy);
}

const unkeepable = /\0|\p{Surrogate}/u;

/**
 * Guards texts that are looked up by (streams, command ids, types): a store may cut them at NUL or replace half a
 * surrogate pair, and two different ids would become one. Free text never comes this way.
 */
export function assertKey(what: string, text: string): void {
  if (unkeepable.test(text)) throw new Error(`${what} ${JSON.stringify(text)} is not well-formed text without NUL`);
}
