import { describe, expect, it } from 'vitest';
import { passagesOf } from './passages.js';

function places(path: string, lines: readonly string[]): readonly string[] {
  return passagesOf(path, lines).map(
    ({ start, end, name, isOpening }) => `${start}-${end} ${name}${isOpening ? '' : ' …'}`,
  );
}

describe('passagesOf', () => {
  it('gives each declaration a passage of its own, and one to what stands before them', () => {
    expect(places('a.ts', ['import a;', '', 'const b = 1;', 'const c = 2;'])).toEqual(['1-2 ', '3-3 b', '4-4 c']);
  });

  it('cuts what is long, so that what stands deep in it is found where it stands', () => {
    const lines = ['const table = {', ...Array.from({ length: 78 }, () => '  a: 1,'), '};'];
    expect(places('a.ts', lines)).toEqual(['1-40 table', '41-80 table …']);
  });

  it('cuts a section of a document into its long items, and keeps short ones together', () => {
    const long = `- ${'word '.repeat(100)}`;
    expect(places('a.md', ['# Title', '', long, long, '- short', '- short'])).toEqual([
      '1-3 Title',
      '4-4 Title …',
      '5-6 Title …',
    ]);
  });

  it('cuts a text without structure at blank lines', () => {
    const paragraph = Array.from({ length: 12 }, () => 'word');
    expect(places('a.txt', [...paragraph, '', ...paragraph, '', 'end'])).toEqual(['1-13 ', '14-26 ', '27-27 ']);
  });
});
