import { describe, expect, it } from 'vitest';
import { splitCommandLine } from './command-line.js';

describe('splitCommandLine', () => {
  it.each([
    ['npm test', ['npm', 'test']],
    ['  npm   run  check ', ['npm', 'run', 'check']],
    ['go test ./...', ['go', 'test', './...']],
    [`node -e 'console.log("a b")'`, ['node', '-e', 'console.log("a b")']],
    [`echo "a b" 'c|d' e"f g"h`, ['echo', 'a b', 'c|d', 'ef gh']],
    [`echo ""`, ['echo', '']],
    [`git log --format='%h $x' -- a.ts`, ['git', 'log', '--format=%h $x', '--', 'a.ts']],
  ])('splits %s', (command, argv) => {
    expect(splitCommandLine(command)).toEqual({ ok: true, argv });
  });

  it.each(['|', '&', ';', '<', '>', '$', '`', '(', ')', '{', '}', '*', '?', '~', '[', '!', '#', '\\'])(
    'refuses %s outside quotes, because no shell is there to act on it',
    (character) => {
      expect(splitCommandLine(`echo a${character}b`)).toMatchObject({ ok: false });
    },
  );

  it('refuses a line break', () => {
    expect(splitCommandLine('echo a\nrm b')).toEqual({
      ok: false,
      problem: 'holds a line break outside quotes; commands are run without a shell',
    });
  });

  it('refuses what a shell would act on within double quotes', () => {
    expect(splitCommandLine('echo "$HOME"')).toMatchObject({ ok: false });
    expect(splitCommandLine('echo "`id`"')).toMatchObject({ ok: false });
  });

  it('refuses a quote that is not closed, an empty line and a variable in front', () => {
    expect(splitCommandLine(`echo 'a`)).toEqual({ ok: false, problem: "opens ' and does not close it" });
    expect(splitCommandLine('  ')).toEqual({ ok: false, problem: 'is empty' });
    expect(splitCommandLine(`''`)).toEqual({ ok: false, problem: 'is empty' });
    expect(splitCommandLine('CI=1 npm test')).toMatchObject({ ok: false });
    expect(splitCommandLine('a\0b')).toMatchObject({ ok: false });
  });
});
