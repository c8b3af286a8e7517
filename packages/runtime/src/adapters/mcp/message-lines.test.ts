import { describe, expect, it } from 'vitest';
import { createMessageLines } from './message-lines.js';

function read(limit: number, pieces: readonly (string | Buffer)[]): readonly string[] {
  const told: string[] = [];
  const lines = createMessageLines(limit, { line: (line) => told.push(line), tooLong: () => told.push('too long') });
  for (const piece of pieces) lines.add(Buffer.from(piece));
  return told;
}

describe('createMessageLines', () => {
  it('puts lines together from pieces, and letters from bytes', () => {
    const [start, end] = [Buffer.from('blåbær\n').subarray(0, 3), Buffer.from('blåbær\n').subarray(3)];
    expect(read(100, ['one\ntw', 'o\n\nthree', start, end])).toEqual(['one', 'two', '', 'threeblåbær']);
  });

  it('keeps a line without an end to itself', () => {
    expect(read(100, ['one\ntwo'])).toEqual(['one']);
  });

  it('gives up on a line that is too long, whether its end has come or not', () => {
    expect(read(3, ['abc\n', 'abcd'])).toEqual(['abc', 'too long']);
    expect(read(3, ['ab', 'cd\nabc\n'])).toEqual(['too long']);
  });
});
