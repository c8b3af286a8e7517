import { describe, expect, it } from 'vitest';
import { createKeptOutput } from './kept-output.js';

function kept(limit: number, pieces: readonly string[]): string {
  const output = createKeptOutput(limit);
  for (const piece of pieces) output.add(Buffer.from(piece));
  return output.text();
}

describe('createKeptOutput', () => {
  it('keeps everything that fits, across pieces', () => {
    expect(kept(10, ['abc', 'defg', 'hij'])).toBe('abcdefghij');
  });

  it('keeps the beginning and the end of what does not fit, and says how much is gone', () => {
    expect(kept(8, ['abcd', 'x'.repeat(100), 'wxyz'])).toBe('abcd\n… 100 bytes left out …\nwxyz');
    expect(kept(8, ['abcdefghijkl'])).toBe('abcd\n… 4 bytes left out …\nijkl');
  });

  it('holds no more than its limit however much comes', () => {
    const text = kept(
      1000,
      Array.from({ length: 500 }, (_, place) => `line ${place}\n`.repeat(10)),
    );
    expect(text.length).toBeLessThan(1100);
    expect(text.endsWith('line 499\n')).toBe(true);
  });
});
