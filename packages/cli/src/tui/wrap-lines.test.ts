import { describe, expect, it } from 'vitest';
import { wrapLines, wrapText } from './wrap-lines.js';

describe('wrapLines', () => {
  it('breaks between words, and leaves what does not fit on the last line', () => {
    expect(wrapLines('one two three four', 9, 3)).toEqual(['one two', 'three', 'four']);
    expect(wrapLines('one two three four', 9, 2)).toEqual(['one two', 'three four']);
  });

  it('counts what is seen, not characters', () => {
    expect(wrapLines('日本語日本語', 6, 5)).toEqual(['日本語', '日本語']);
  });

  it('is nothing for nothing', () => {
    expect(wrapLines('', 10, 3)).toEqual([]);
    expect(wrapLines('text', 10, 0)).toEqual([]);
  });
});

describe('wrapText', () => {
  it('keeps line ends and indents', () => {
    expect(wrapText('if (x) {\n  return;\n}', 20)).toEqual(['if (x) {', '  return;', '}']);
  });
});
