import { describe, expect, it } from 'vitest';
import { outlineOf } from './outline.js';

function outlined(path: string, text: string): readonly string[] {
  return outlineOf(path, text.split('\n')).map(({ kind, name, line, container }) =>
    [`${line}`, kind, container === undefined ? name : `${container}.${name}`].join(' '),
  );
}

describe('outlineOf', () => {
  it('finds what TypeScript declares', () => {
    const text = [
      'import { x } from "y";',
      'export const limit = 3;',
      'export type Plan<T> = T;',
      'export interface Store {',
      '  readonly append: (event: Event) => void;',
      '  readonly size: number;',
      '}',
      'export default async function run() {',
      '  const inner = 1;',
      '  if (inner) {',
      '  }',
      '}',
      'export class Machine extends Base {',
      '  private async start(now: number) {',
      '  }',
      '}',
      "describe('a thing', () => {",
      "  it('works', () => {});",
      '});',
    ].join('\n');
    expect(outlined('a.ts', text)).toEqual([
      '2 const limit',
      '3 type Plan',
      '4 interface Store',
      '5 method Store.append',
      '8 function run',
      '13 class Machine',
      '14 method Machine.start',
      '17 test a thing',
      '18 test a thing.works',
    ]);
  });

  it.each([
    [
      'a.py',
      'LIMIT = 3\nclass A:\n    async def b(self):\n        pass',
      ['1 constant LIMIT', '2 class A', '3 def A.b'],
    ],
    ['a.go', 'type Store struct {\n}\nfunc (s *Store) Append(e Event) error {\n}', ['1 type Store', '3 func Append']],
    ['a.rs', 'pub struct A {\n}\nimpl A {\n    pub async fn b(&self) {}\n}', ['1 struct A', '3 impl A', '4 fn A.b']],
    [
      'A.java',
      'public final class A {\n    private static int count(String of) {\n    }\n}',
      ['1 class A', '2 method A.count'],
    ],
    ['a.rb', 'module A\n  class B\n    def c?\n', ['1 module A', '2 class A.B', '3 def B.c?']],
    [
      'a.c',
      '#define MAX 3\nstruct node {\n};\nstatic int count(char *of)\n{\n  return f(of);\n}',
      ['1 define MAX', '2 struct node', '4 function count'],
    ],
    ['a.sh', 'build() {\n}\nfunction test() {\n}', ['1 function build', '3 function test']],
    ['a.sql', 'CREATE TABLE IF NOT EXISTS runs (\n);', ['1 TABLE runs']],
    ['a.md', '# Title\n```\n# no heading\n```\n## Part ##', ['1 heading Title', '5 heading Part']],
    ['a.json', '{\n  "scripts": {\n    "test": "x"\n  }\n}', ['2 key scripts', '3 key scripts.test']],
    ['a.yaml', 'on: push\njobs:\n  a: 1', ['1 key on', '2 key jobs']],
    ['a.toml', '[tool.pytest]\nx = 1', ['1 section tool.pytest']],
    ['Makefile', 'CC := gcc\ntest: build\n\tgo test', ['2 target test']],
    ['a.bin', 'class A', []],
  ])('finds what %s declares', (path, text, entries) => {
    expect(outlined(path, text)).toEqual(entries);
  });

  it('gives a declaration the comment above it and the lines up to the next', () => {
    const lines = ['/** First. */', 'const a = [', '  1,', '];', '', '// Second', '// still', 'const b = 2;'];
    expect(outlineOf('a.ts', lines)).toMatchObject([
      { name: 'a', start: 1, line: 2, end: 4 },
      { name: 'b', start: 6, line: 8, end: 8 },
    ]);
  });
});
