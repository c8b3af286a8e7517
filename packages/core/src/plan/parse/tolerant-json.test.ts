import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonAt } from './tolerant-json.js';

const read = (text: string) => readJsonAt(text, 0);
const valueOf = (text: string) => {
  const json = read(text);
  return json.ok ? json.value : json;
};

describe('readJsonAt', () => {
  it('reads strict JSON as JSON.parse does, and finds nothing odd about it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
        const text = JSON.stringify(value, null, 1);
        fc.pre(!/__proto__|constructor|prototype/.test(text));
        const json = read(text);
        expect(json).toMatchObject({ ok: true, end: text.length, oddities: [], duplicates: [], unclosed: 0 });
        expect(valueOf(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('begins where it is told and says where it ended', () => {
    const text = 'see {"a": 1} there';
    expect(readJsonAt(text, 4)).toMatchObject({ ok: true, value: { a: 1 }, end: 12 });
  });

  it.each([
    ['{"a": 1,}', { a: 1 }, 'a trailing comma'],
    ['[1, 2,\n]', [1, 2], 'a trailing comma'],
    ['{"a": 1, // why "not"\n "b": 2 /* } */}', { a: 1, b: 2 }, 'a comment'],
    ['{ # why "not"\n"a": 1, # }\n "b": [2] # ]\n}', { a: 1, b: [2] }, 'a comment'],
    ["{'a': 'it\\'s'}", { a: "it's" }, 'quotes other than "'],
    ['{“a”: “b”}', { a: 'b' }, 'quotes other than "'],
    ['{"a": "one\ntwo"}', { a: 'one\ntwo' }, 'a line break or control character in a text'],
    ['{"a": "say "hi" to"}', { a: 'say "hi" to' }, 'an unescaped quote in a text'],
    ["{'a': 'don't'}", { a: "don't" }, 'an unescaped quote in a text'],
    ['{"a": "\\d+ \\#E1"}', { a: '\\d+ \\#E1' }, 'a backslash that escapes nothing'],
    ['{a_b: 1}', { a_b: 1 }, 'a field name without quotes'],
    ['{"a": True, "b": None}', { a: true, b: null }, 'a Python constant'],
  ])('reads %j and says what was odd', (text, value, oddity) => {
    const json = read(text);
    expect(json).toMatchObject({ ok: true, value });
    expect(json.ok && json.oddities).toContain(oddity);
  });

  it.each([
    ['{"a": 1 "b": 2}', '"," or "}"'],
    ['{"a": "x" "b": 2}', 'a comma or bracket behind the quote, or a backslash before it'],
    ['{"a": "x", b}', '":"'],
    ['{"a": "Fix "b": c"}', 'a comma or bracket behind the quote, or a backslash before it'],
    ['{"a": "x", "b": "y, "c": "z"}', 'a comma or bracket behind the quote, or a backslash before it'],
    ['{"a": [1}', '"," or "]"'],
    ['{"a": ...}', 'a value'],
    ['{"a": NaN}', 'a value'],
    ['{"a": 01}', 'a value'],
    ['{"a": 1e999}', 'a value'],
    ['[1,,2]', 'a value'],
    ['{,}', 'a field name'],
  ])('does not guess what %j means', (text, expected) => {
    expect(read(text)).toMatchObject({ ok: false, reason: 'invalid', expected });
  });

  it('closes brackets that are open at the end, if the last value is whole', () => {
    expect(read('{"a": [{"b": "c"}')).toMatchObject({
      ok: true,
      value: { a: [{ b: 'c' }] },
      unclosed: 2,
      cutAt: ['a'],
    });
    expect(read('{"a": [1, {"b": "c"')).toMatchObject({ ok: true, unclosed: 3, cutAt: ['a', 1] });
    expect(read('{"a": "b"\n```\nDone.')).toMatchObject({ ok: true, value: { a: 'b' }, unclosed: 1 });
  });

  it.each(['{"a": "b', '{"a": "b",', '{"a":', '{"a"', '{', '[', '{"a": tr', '{"a": 12', '{"a": "b\\'])(
    'does not guess how %j would have gone on',
    (text) => {
      expect(read(text)).toMatchObject({ ok: false, reason: 'truncated' });
    },
  );

  it('tells each key that an object has twice, however it is escaped', () => {
    expect(read('{"a": 1, "b": [{"c": 1, "\\u0063": 2}], "a": 3}')).toMatchObject({
      ok: true,
      duplicates: [
        { path: ['b', 0], key: 'c' },
        { path: [], key: 'a' },
      ],
    });
  });

  it('leaves out keys that reach a prototype', () => {
    const json = read('{"__proto__": {"x": 1}, "a": {"constructor": 2, "prototype": 3}}');
    expect(json).toMatchObject({ ok: true, value: { a: {} }, dropped: ['__proto__', 'constructor', 'prototype'] });
    expect(json.ok && Object.getPrototypeOf(json.value)).toBe(Object.prototype);
  });

  it('refuses nesting that no plan has, before it costs anything', () => {
    for (const unit of ['[', '{"a":', '[{"a":']) {
      expect(read(unit.repeat(200_000))).toMatchObject({ ok: false, reason: 'too-deep' });
    }
    expect(read(`${'['.repeat(100)}${']'.repeat(100)}`)).toMatchObject({ ok: true });
  });

  it('never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '`',
      ',',
      ':',
      '\\',
      '\n',
      '/*',
      '//',
      'a',
      '1',
      '\0',
      '“',
    );
    fc.assert(fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => void read(`{${pieces.join('')}`)));
  });
});
