import { describe, expect, it } from 'vitest';
import { createSymbolReader } from '../symbols/symbol-reader.js';
import { passagesOf } from './passages.js';
import { createTextReader } from './source-text.js';

function places(path: string, lines: readonly string[]): readonly string[] {
  return passagesOf(createTextReader()(path, lines.join('\n'))).map(
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

  it('ends a declaration where the parser saw it end, and keeps what stands between declarations', async () => {
    const text = ['function a() {', '  return 1;', '}', 'a();', '', 'class B {', '  c() {}', '}'].join('\n');
    const code = await createSymbolReader()('a.ts', text, 'declarations');
    const passages = passagesOf(createTextReader()('a.ts', text, code));
    expect(passages.map(({ start, end, name }) => `${start}-${end} ${name}`)).toEqual([
      '1-3 a',
      '4-5 ',
      '6-6 B',
      '7-7 c',
    ]);
  });
});
