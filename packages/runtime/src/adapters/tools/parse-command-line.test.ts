import type { Word } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { parseCommandLine } from './parse-command-line.js';

async function wordsOf(line: string): Promise<readonly Word[]> {
  const reading = await parseCommandLine(line);
  if (!reading.ok || reading.command.type !== 'simple') throw new Error(`${line} is no simple command`);
  return reading.command.words;
}

const literal = (...texts: readonly string[]): readonly Word[] => texts.map((text) => ({ type: 'literal', text }));

describe('words', () => {
  it.each<readonly [string, readonly string[]]>([
    ['ls -la src', ['ls', '-la', 'src']],
    [`grep 'a b' "c  d" e"f"'g'`, ['grep', 'a b', 'c  d', 'efg']],
    [String.raw`cat a\ b \(`, ['cat', 'a b', '(']],
    [String.raw`echo "a\"b\$c\n"`, ['echo', String.raw`a"b$c\n`]],
    [`echo '' "" "  "`, ['echo', '', '', '  ']],
    ['head -n 20 a', ['head', '-n', '20', 'a']],
    [`find . -name '*.ts' ! -path "./x/*"`, ['find', '.', '-name', '*.ts', '!', '-path', './x/*']],
    ['git diff HEAD~1..HEAD^ --stat', ['git', 'diff', 'HEAD~1..HEAD^', '--stat']],
    [`echo a=b 'ü' 😀`, ['echo', 'a=b', 'ü', '😀']],
    ['ls # a comment', ['ls']],
  ])('of %s are as its program would be given them', async (line, expected) => {
    expect(await wordsOf(line)).toEqual(literal(...expected));
  });

  it('with * or ? outside quotes are patterns', async () => {
    expect(await wordsOf('ls src/*.ts a?')).toEqual([
      ...literal('ls'),
      { type: 'glob', text: 'src/*.ts' },
      { type: 'glob', text: 'a?' },
    ]);
  });

  it.each([
    '$A',
    '${A}',
    '$(ls)',
    '`ls`',
    '"$A"',
    '"`ls`"',
    '"$(ls)"',
    '~',
    '~/a',
    '{a,b}',
    'a{1..3}',
    '[ab]',
    "$'x'",
    '$((1+1))',
    '<(ls)',
    `"*"*`,
    '\\**',
  ])('like %s are left to a shell, which is not there', async (word) => {
    expect((await wordsOf(`echo ${word}`)).at(-1)).toEqual({ type: 'expansion', text: word });
  });
});

describe('command lines', () => {
  it('are lists of pipelines of commands, whatever their nesting', async () => {
    const simple = (text: string) => ({ type: 'simple', assignments: [], redirections: [], words: literal(text) });
    expect(await parseCommandLine('a | b && c || d ; e')).toEqual({
      ok: true,
      command: {
        type: 'list',
        items: [
          { when: 'always', command: { type: 'pipeline', commands: [simple('a'), simple('b')] } },
          { when: 'success', command: simple('c') },
          { when: 'failure', command: simple('d') },
          { when: 'always', command: simple('e') },
        ],
      },
    });
  });

  it('keep what stands before a program and where its output goes', async () => {
    expect(await parseCommandLine('A=1 ls >a 2>&1')).toMatchObject({
      command: {
        assignments: ['A'],
        redirections: [
          { operator: '>', descriptor: '', target: { type: 'literal', text: 'a' } },
          { operator: '>&', descriptor: '2', target: { type: 'literal', text: '1' } },
        ],
      },
    });
  });

  it('give a redirection to the last command, as bash does', async () => {
    expect(await parseCommandLine('a && b | c 2>/dev/null')).toMatchObject({
      command: {
        items: [
          { command: { redirections: [] } },
          { command: { commands: [{ redirections: [] }, { redirections: [{ operator: '>', descriptor: '2' }] }] } },
        ],
      },
    });
  });

  it.each([
    '(ls)',
    '{ ls; }',
    'f() { ls; }',
    '! ls',
    'A=1',
    'export A=1',
    '[ -f a ]',
    '[[ a ]]',
    'if a; then b; fi',
    'while a; do b; done',
    'for a in b; do c; done',
    'case a in b) c;; esac',
    'ls |& cat',
  ])('with what only a shell can do say so: %s', async (line) => {
    expect(await parseCommandLine(line)).toMatchObject({ ok: true, command: { type: 'construct' } });
  });

  it('run nothing in the background', async () => {
    expect(await parseCommandLine('ls &')).toMatchObject({
      command: { items: [{}, { command: { type: 'construct' } }] },
    });
  });

  it.each(['<<', '<<<'])('keep %s as a redirection that is not harmless', async (operator) => {
    expect(await parseCommandLine(`cat ${operator} a`)).not.toMatchObject({ ok: true, command: { redirections: [] } });
  });

  it.each([
    `echo 'a`,
    'ls |',
    'ls && ',
    '| ls',
    'ls )',
    'a\nb',
    'a\rb',
    'a\0b',
    'a\u2028b',
    '',
    '   ',
    '# only a comment',
    'x'.repeat(9000),
  ])('that cannot be read without doubt are a problem: %j', async (line) => {
    expect(await parseCommandLine(line)).toMatchObject({ ok: false, problem: expect.any(String) as string });
  });
});
