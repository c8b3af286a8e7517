import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyCommand } from './classify-command.js';
import type { ParsedCommand, Redirection, SimpleCommand, Word } from './parsed-command.js';
import { readingPrograms } from './reading-programs.js';

function words(line: string): readonly Word[] {
  return line.split(' ').map((text) => ({ type: 'literal', text }));
}

function simple(line: string, rest: Partial<SimpleCommand> = {}): SimpleCommand {
  return { type: 'simple', assignments: [], words: words(line), redirections: [], ...rest };
}

function redirecting(operator: string, target: string, descriptor = ''): readonly Redirection[] {
  return [{ operator, descriptor, target: { type: 'literal', text: target } }];
}

describe('what only reads', () => {
  it.each([
    'ls -la src',
    'ls',
    'cat -n a.ts',
    'head -20 a.ts',
    'head -n 20 a.ts',
    'head -n20 a.ts',
    'tail -n +5 a.ts',
    'wc -l a.ts b.ts',
    'grep -rn --include=*.ts /api/users src',
    'grep -A3 -e x src/a.ts',
    'rg -n -C2 x src',
    'find . -name *.ts -not -path ./x/* -maxdepth 3 -mtime -2',
    'sort -k2 -n a',
    'uniq -c a',
    'cut -d: -f1 a',
    'tr a-z A-Z',
    'sed -n 1,20p a.ts',
    'sed -n /start/,/end/p a.ts',
    'sed -n 5p;7p a.ts',
    'diff -u a b',
    'date +%F',
    'echo --- /etc/passwd',
    'jq -r .a.b package.json',
    'xxd -c16 a',
    'tree -L 2',
    'git status --short',
    'git log --oneline -5 -- src',
    'git --no-pager diff HEAD~1..HEAD --stat',
    'git show HEAD:a.ts',
    'git blame -L1,5 a.ts',
    'git branch --list x',
    'git branch',
    'git branch --show-current',
    'git tag -l v*',
    'git remote -v',
    'git ls-files',
    'git rev-parse HEAD',
    'git cat-file -p HEAD',
    'git grep -n /api src',
    'git stash list',
  ])('%s', (line) => {
    expect(classifyCommand(simple(line))).toEqual({ class: 'reads', because: 'every command of it only reads' });
  });

  it('may discard its output, and join it with its errors', () => {
    expect(classifyCommand(simple('ls', { redirections: redirecting('>', '/dev/null', '2') })).class).toBe('reads');
    expect(classifyCommand(simple('ls', { redirections: redirecting('>&', '1', '2') })).class).toBe('reads');
  });
});

describe('what may do more than read', () => {
  it.each([
    ...[
      'python -c x',
      'node -e x',
      'sh -c ls',
      'bash x',
      'perl -e x',
      'ruby x',
      'awk {} a',
      'gawk {} a',
      'eval ls',
      'exec ls',
    ],
    ...[
      'env X=1 ls',
      'xargs rm',
      'sudo ls',
      'time ls',
      'nohup ls',
      'make',
      'npm install',
      'tee a',
      'rm a',
      'mv a b',
      'cp a b',
    ],
    ...[
      'touch a',
      'chmod +x a',
      'ln -s a b',
      'dd of=a',
      'curl x',
      'wget x',
      'cd src',
      'source a',
      '. a',
      'alias ls=rm',
      'test -f a',
    ],
    ...[
      './ls',
      'bin/ls',
      '/bin/ls',
      '../ls',
      'LS',
      'lѕ',
      'ｌｓ',
      'ls\u200b',
      '',
      'constructor',
      '__proto__',
      'toString',
    ],
    ...[
      'find . -delete',
      'find . -exec rm',
      'find . -execdir x',
      'find . -ok x',
      'find . -fprint a',
      'find . -fprintf a',
      'find . -fls a',
    ],
    ...['find -L . -name x', 'find . -files0-from a', 'find /etc', 'find ../x'],
    ...[
      'sort -o a b',
      'sort -oa b',
      'sort -no a',
      'sort --output=a b',
      'sort --outp=a b',
      'sort --compress-program=x a',
      'sort -T x a',
    ],
    ...[
      'uniq a b',
      'uniq -f 1 a b',
      'xxd -r a b',
      'xxd a b',
      'tree -o a',
      'tree -R -o a',
      'date -s x',
      'date --set=x',
      'date 01010000',
    ],
    ...[
      'sed -i s/a/b/ a',
      'sed s/a/b/w a',
      'sed -n 1w a',
      'sed -n 1e a',
      'sed -n s/a/b/p a',
      'sed 1p a',
      'sed -n 1p -i a',
      'sed -n -f a b',
    ],
    ...['sed -n 1,5p;1w a', 'sed -n --in-place 1p a', 'sed -ni 1p a'],
    ...[
      'grep -f a b',
      'grep -R x .',
      'grep x /etc/passwd',
      'grep -e x /etc/passwd',
      'rg --pre x y',
      'rg -z x',
      'rg --files /etc',
      'rg -L x',
    ],
    ...[
      'cat /etc/passwd',
      'cat ../a',
      'cat a/../../b',
      'cat ~/a',
      'cat C:\\a',
      'tail -f a',
      'tail --follow a',
      'wc --files0-from=a',
    ],
    ...['jq import"a"as$a{search:"/"};$a', 'jq include"a";.', 'jq "a"|modulemeta', 'ls -LR .'],
    ...['file -C a', 'jq -f a b', 'jq --rawfile a b', 'diff -l a b', 'ls --unknown', 'hostname x'],
    ...[
      'git commit -m x',
      'git checkout a',
      'git config a b',
      'git add a',
      'git push',
      'git fetch',
      'git stash',
      'git stash pop',
    ],
    ...[
      'git -c a=b log',
      'git -C .. log',
      'git --exec-path=x log',
      'git --git-dir=x log',
      'git -p log',
      'git',
      'git lg',
      'git help log',
    ],
    ...[
      'git log --output=a',
      'git log --outp=a',
      'git diff --ext-diff',
      'git diff --no-index a b',
      'git diff --textconv',
      'git diff -Oa',
    ],
    ...[
      'git log --show-signature',
      'git diff --submodule=diff',
      'git grep -O x',
      'git grep --open-files-in-pager=x',
      'git grep --no-index x',
    ],
    ...[
      'git branch x',
      'git branch -a x',
      'git branch -d x',
      'git branch -D x',
      'git branch --list -d x',
      'git tag v1',
      'git tag -d v1',
    ],
    ...[
      'git remote add a b',
      'git remote show origin',
      'git reflog expire',
      'git describe --dirty',
      'git cat-file --textconv a',
    ],
    ...[
      'git cat-file --filters a',
      'git worktree add a',
      'git ls-remote',
      'git blame --contents=a b',
      'git show /etc/passwd',
      'git rm a',
    ],
    ...[
      'git archive -o a',
      'git bisect run x',
      'git submodule foreach x',
      'git difftool',
      'git format-patch -1',
      'git bundle create a',
    ],
  ])('%s', (line) => {
    expect(classifyCommand(simple(line)).class).toBe('external');
  });

  it('is a redirection to or from a file', () => {
    for (const operator of ['>', '>>', '<', '&>', '>|', '<>', '<<', '<<<'])
      expect(classifyCommand(simple('ls', { redirections: redirecting(operator, 'a') })).class).toBe('external');
    expect(classifyCommand(simple('ls', { redirections: redirecting('>', '/dev/null/../a') })).class).toBe('external');
    expect(classifyCommand(simple('ls', { redirections: redirecting('>&', 'a', '2') })).class).toBe('external');
  });

  it('is a variable before the program', () => {
    expect(classifyCommand(simple('git log', { assignments: ['GIT_PAGER'] }))).toEqual({
      class: 'external',
      because: 'it sets GIT_PAGER before the program',
    });
  });

  it('is a word that only a shell could work out, wherever it stands', () => {
    const unclear: Word = { type: 'expansion', text: '$(rm a)' };
    expect(classifyCommand(simple('', { words: [...words('ls'), unclear] })).class).toBe('external');
    expect(classifyCommand(simple('', { words: [unclear] })).class).toBe('external');
  });

  it('is a pattern in the place of a program, a flag, or the only operand', () => {
    const glob = (text: string): Word => ({ type: 'glob', text });
    expect(classifyCommand(simple('', { words: [glob('l*')] })).class).toBe('external');
    expect(classifyCommand(simple('', { words: [...words('sort'), glob('-*')] })).class).toBe('external');
    expect(classifyCommand(simple('', { words: [...words('uniq'), glob('*')] })).class).toBe('external');
    expect(classifyCommand(simple('', { words: [...words('cat'), glob('../*')] })).class).toBe('external');
    expect(classifyCommand(simple('', { words: [...words('jq'), glob('i*')] })).class).toBe('external');
    expect(classifyCommand(simple('', { words: [...words('cat'), glob('src/*.ts')] })).class).toBe('reads');
  });

  it('is one such command among others', () => {
    const rm = simple('rm a');
    const ls = simple('ls');
    expect(classifyCommand({ type: 'pipeline', commands: [ls, rm] }).class).toBe('external');
    expect(
      classifyCommand({
        type: 'list',
        items: [
          { when: 'always', command: ls },
          { when: 'success', command: rm },
        ],
      }).class,
    ).toBe('external');
    expect(classifyCommand({ type: 'construct', name: 'a subshell' })).toEqual({
      class: 'external',
      because: 'it holds a subshell',
    });
  });

  it('is nothing at all', () => {
    expect(classifyCommand({ type: 'list', items: [] }).class).toBe('external');
    expect(classifyCommand({ type: 'pipeline', commands: [] }).class).toBe('external');
    expect(classifyCommand(simple('', { words: [] })).class).toBe('external');
  });
});

describe('every command line', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('-n', '--', '-la', 'src', 'a.ts', '|', 'log'));
  const word = fc.record({ type: fc.constantFrom('literal' as const, 'glob' as const), text });
  const listed = fc.constantFrom('git', ...Object.keys(readingPrograms));
  const unlisted = fc
    .oneof(fc.string(), fc.constantFrom('sh', 'rm', 'python3', 'xargs', 'valueOf', 'ls ', 'Git'))
    .filter((name) => name !== 'git' && !Object.hasOwn(readingPrograms, name));
  const commandOf = (program: fc.Arbitrary<string>): fc.Arbitrary<SimpleCommand> =>
    fc
      .record({ program, rest: fc.array(word, { maxLength: 4 }) })
      .map(({ program: name, rest }) => simple('', { words: [{ type: 'literal', text: name }, ...rest] }));
  const around = (inner: fc.Arbitrary<ParsedCommand>): fc.Arbitrary<ParsedCommand> =>
    fc
      .record({ inner, others: fc.array(commandOf(listed), { maxLength: 3 }), at: fc.nat(3), isPipe: fc.boolean() })
      .map(({ inner: one, others, at, isPipe }) => {
        const commands = others.toSpliced(at, 0, one as SimpleCommand);
        return isPipe
          ? { type: 'pipeline', commands }
          : { type: 'list', items: commands.map((command) => ({ when: 'success', command })) };
      });

  it('with a program that is not on the list is never taken to only read', () => {
    fc.assert(
      fc.property(
        fc.oneof(commandOf(unlisted), around(commandOf(unlisted)), around(around(commandOf(unlisted)))),
        (parsed) => {
          expect(classifyCommand(parsed).class).toBe('external');
        },
      ),
      { numRuns: 500 },
    );
  });
});
