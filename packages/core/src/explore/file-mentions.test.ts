import { describe, expect, it } from 'vitest';
import { fileMentionsIn } from './file-mentions.js';

describe('fileMentionsIn', () => {
  it.each([
    ['update README.md and CHANGELOG.md', ['README.md', 'CHANGELOG.md']],
    ['open MAIN.GO', ['MAIN.GO']],
    ['Foo.vue, main.css in index.html', ['Foo.vue', 'main.css', 'index.html']],
    ['see (`src/a.ts`), "b.py"; [c](docs/c.md).', ['src/a.ts', 'b.py', 'docs/c.md']],
    ['src/a.ts:12 and b.rs#L3', ['src/a.ts', 'b.rs']],
    [
      'the Dockerfile, a Makefile, Dockerfile.production and .env',
      ['Dockerfile', 'Makefile', 'Dockerfile.production', '.env'],
    ],
    ['C:\\app\\main.cs', ['\\app\\main.cs']],
    ['foo.go.bak', ['foo.go.bak']],
    ['relatório.txt and 設計.md', ['relatório.txt', '設計.md']],
  ])('finds the files of %j', (task, files) => {
    expect(fileMentionsIn(task)).toEqual(files);
  });

  it('counts a file once, whatever its case and however its path starts', () => {
    expect(fileMentionsIn('Main.go main.go MAIN.go')).toEqual(['Main.go']);
    expect(fileMentionsIn('src/a.ts ./src/a.ts src\\a.ts')).toEqual(['src/a.ts']);
  });

  it('does not take a product for a file, but a path that ends like one', () => {
    expect(fileMentionsIn('Build a Next.js app with Vue.js, D3.js and node.js')).toEqual([]);
    expect(fileMentionsIn('fix src/vue.js')).toEqual(['src/vue.js']);
  });

  it('does not take an address for a file', () => {
    expect(
      fileMentionsIn('see https://example.com/a/b.ts, (www.example.com/c.js) github.com/o/r/d.py or me@example.sh'),
    ).toEqual([]);
  });

  it('does not take prose, versions, wildcards or bare endings for files', () => {
    expect(fileMentionsIn('e.g. at 9 a.m. use v1.2.3, i.e. 3.14, all *.ts and .tsx under a license...')).toEqual([]);
  });

  it('takes LICENSE for a file only as it is written on disk', () => {
    expect(fileMentionsIn('LICENSE')).toEqual(['LICENSE']);
    expect(fileMentionsIn('a license check')).toEqual([]);
  });
});
