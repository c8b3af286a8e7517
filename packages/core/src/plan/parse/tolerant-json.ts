import { type Failure, type JsonCursor, atEnd, createCursor, fail, skipSpace } from './json-cursor.js';
import { quoteAt, readString } from './json-string.js';

/** A key that one object has twice; `path` leads to the object. */
export type DuplicateKey = { readonly path: readonly (string | number)[]; readonly key: string };

export type TolerantJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Where the text goes on behind the value. */
      readonly end: number;
      /** What was not strict JSON, in words. */
      readonly oddities: readonly string[];
      readonly duplicates: readonly DuplicateKey[];
      /** Keys left out because they could reach an object's prototype. */
      readonly dropped: readonly string[];
      /** Brackets that were still open when the text ended. */
      readonly unclosed: number;
      /** Leads to the innermost of them. */
      readonly cutAt: readonly (string | number)[];
    }
  | ({ readonly ok: false } & Failure);

/** Deeper than any plan, and far from what would exhaust the call stack. */
const maxDepth = 100;

/** Whether a key could reach an object's prototype. */
export function isUnsafeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

const failed = Symbol('failed');

type Reader = JsonCursor & {
  readonly path: (string | number)[];
  readonly duplicates: DuplicateKey[];
  readonly dropped: Set<string>;
  unclosed: number;
  cutAt: readonly (string | number)[];
};

/**
 * Reads the object or array that begins at `start`, as models write them: with comments, trailing commas, other quotes, line
 * breaks and unescaped quotes in texts, names without quotes, brackets missing at the end. It reads every character once
 * and repairs nothing that has two readings: such text is `invalid`.
 */
export function readJsonAt(text: string, start: number): TolerantJson {
  const noted = { path: [], duplicates: [], dropped: new Set<string>(), unclosed: 0, cutAt: [] };
  const reader: Reader = { ...createCursor(text, start), ...noted };
  const value = readValue(reader);
  if (value === failed)
    return { ok: false, ...(reader.failure ?? { reason: 'invalid', at: reader.at, expected: 'JSON' }) };
  const { at: end, duplicates, unclosed, cutAt } = reader;
  const [oddities, dropped] = [[...reader.oddities], [...reader.dropped]];
  return { ok: true, value, end, oddities, duplicates, dropped, unclosed, cutAt };
}

function readValue(reader: Reader): unknown {
  skipSpace(reader);
  if (atEnd(reader)) return failure(reader, 'truncated', 'a value');
  const first = reader.text.charAt(reader.at);
  if (first === '{') return readObject(reader);
  if (first === '[') return readArray(reader);
  return quoteAt(reader) === undefined ? readLiteral(reader) : (readString(reader, 'value') ?? failed);
}

function readObject(reader: Reader): unknown {
  const fields: Record<string, unknown> = {};
  const isRead = readItems(reader, '}', () => {
    const key = readKey(reader);
    if (key === undefined) return false;
    if (Object.hasOwn(fields, key)) reader.duplicates.push({ path: [...reader.path], key });
    reader.path.push(key);
    const value = readValue(reader);
    reader.path.pop();
    if (value === failed) return false;
    if (isUnsafeKey(key)) reader.dropped.add(key);
    else fields[key] = value;
    return true;
  });
  return isRead ? fields : failed;
}

function readArray(reader: Reader): unknown {
  const items: unknown[] = [];
  const isRead = readItems(reader, ']', () => {
    reader.path.push(items.length);
    const value = readValue(reader);
    reader.path.pop();
    items.push(value);
    return value !== failed;
  });
  return isRead ? items : failed;
}

/** What objects and arrays have in common: the bracket, the commas, and the end of the text in place of the closer. */
function readItems(reader: Reader, closer: '}' | ']', readItem: () => boolean): boolean {
  if (reader.path.length >= maxDepth) return fail(reader, 'too-deep', `at most ${maxDepth} levels`);
  reader.at += 1;
  for (let isFirst = true; ; isFirst = false) {
    skipSpace(reader);
    if (takes(reader, closer)) {
      if (!isFirst) reader.oddities.add('a trailing comma');
      return true;
    }
    if (atEnd(reader)) return fail(reader, 'truncated', `"${closer}"`);
    if (!readItem()) return false;
    skipSpace(reader);
    if (takes(reader, ',')) continue;
    if (takes(reader, closer)) return true;
    if (!atEnd(reader)) return fail(reader, 'invalid', `"," or "${closer}"`);
    if (reader.unclosed === 0) reader.cutAt = [...reader.path];
    reader.unclosed += 1;
    return true;
  }
}

function readKey(reader: Reader): string | undefined {
  const key = quoteAt(reader) === undefined ? readBareKey(reader) : readString(reader, 'key');
  if (key === undefined) return undefined;
  skipSpace(reader);
  if (takes(reader, ':')) return key;
  fail(reader, atEnd(reader) ? 'truncated' : 'invalid', '":"');
  return undefined;
}

const bareKey = /[A-Za-z_$][A-Za-z0-9_$-]*/y;

function readBareKey(reader: Reader): string | undefined {
  const key = matchAt(reader, bareKey);
  if (key === undefined) fail(reader, 'invalid', 'a field name');
  else reader.oddities.add('a field name without quotes');
  return key;
}

const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![A-Za-z0-9_.+-])/y;
const word = /[A-Za-z]+(?![A-Za-z0-9_.+-])/y;

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
]);

function readLiteral(reader: Reader): unknown {
  const start = reader.at;
  const digits = matchAt(reader, number);
  const name = digits ?? matchAt(reader, word);
  // A number or word that the text ends in may have been longer.
  if (name !== undefined && reader.at >= reader.text.length) return failure(reader, 'truncated', 'the rest of a value');
  if (digits !== undefined && Number.isFinite(Number(digits))) return Number(digits);
  if (name !== undefined && words.has(name)) {
    if (name !== name.toLowerCase()) reader.oddities.add('a Python constant');
    return words.get(name);
  }
  reader.at = start;
  return failure(reader, 'invalid', 'a value');
}

function matchAt(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  reader.at += found?.length ?? 0;
  return found;
}

function takes(reader: Reader, char: string): boolean {
  if (reader.text.charAt(reader.at) !== char) return false;
  reader.at += 1;
  return true;
}

function failure(reader: Reader, reason: Failure['reason'], expected: string): typeof failed {
  fail(reader, reason, expected);
  return failed;
}
