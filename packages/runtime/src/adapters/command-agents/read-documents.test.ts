import { describe, expect, it } from 'vitest';
import { readDocuments } from './read-documents.js';

describe('readDocuments', () => {
  it('reads one document to a line', () => {
    expect(readDocuments('{"a":1}\n{"b":{"c":[2]}}\n')).toEqual([{ a: 1 }, { b: { c: [2] } }]);
  });

  it('reads a list as its items', () => {
    expect(readDocuments('[{"a":1},{"b":2}]')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('reads a document over several lines', () => {
    const document = { a: { b: ['}', 2] }, c: '{\n}' };
    expect(readDocuments(`${JSON.stringify(document, null, 2)}\n`)).toEqual([document]);
    expect(readDocuments(JSON.stringify([document, document], null, 2))).toEqual([document, document]);
  });

  it('passes over what stands around the documents', () => {
    const output = [
      '\u001B[33mWarning: 256-color support not detected.\u001B[0m',
      '[STARTUP] Phase was never ended. {',
      '  status: 401',
      '}',
      'credentials loaded {"a":1}',
      '{',
      '  "b": 2',
      '}',
      '{ "c": oops }',
      '{',
    ];
    expect(readDocuments(output.join('\r\n'))).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it.each(['', 'hello', '{', '[[[[', '}', '"text"', '12'])('finds none in %j', (output) => {
    expect(readDocuments(output)).toEqual([]);
  });

  it.each(['{\n', '[{"a":\n', '{\n}\n', '{"a'])('is not held up by 1 MB of %j', (piece) => {
    expect(readDocuments(piece.repeat(1_000_000 / piece.length)).every(isEmptyObject)).toBe(true);
  });
});

function isEmptyObject(document: unknown): boolean {
  return JSON.stringify(document) === '{}';
}
