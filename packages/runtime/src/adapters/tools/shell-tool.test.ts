import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createShellTool } from './shell-tool.js';

const { signal } = new AbortController();

async function shellIn(files: Record<string, string>, environment: Record<string, string | undefined> = process.env) {
  const root = await aProject(files);
  const tool = createShellTool({ root, environment });
  return {
    root,
    facts: (command: string) => tool.facts({ command }),
    run: async (command: string) => (await tool.call({ command }, { signal })).text,
  };
}

const files = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'four\n', 'src/.hidden': '', 'src/c.txt': 'five\n' };

describe('a command line', () => {
  it.each([
    ['cat a.txt | grep t | head -1', 'exit code 0\ntwo'],
    ['grep nothing a.txt', 'exit code 1\n'],
    ['grep nothing a.txt || echo none', 'exit code 0\nnone'],
    ['grep one a.txt && echo found', 'exit code 0\none\nfound'],
    ['grep nothing a.txt && echo found; echo end', 'exit code 0\nend'],
    ['false || false && echo no', 'exit code 1\n'],
    ['cat *.txt', 'exit code 0\none\ntwo\nthree\nfour'],
    ['ls s*/*.txt', 'exit code 0\nsrc/c.txt'],
    ['echo no*match', 'exit code 0\nno*match'],
    [`echo 'a  b' "c\\"d"`, 'exit code 0\na  b c"d'],
    ['cat missing 2>/dev/null', 'exit code 1\n'],
    ['cat a.txt >/dev/null', 'exit code 0\n'],
    ['cat missing b.txt 2>&1 | wc -l', 'exit code 0\n2'],
    ['cat missing 2>&1 >/dev/null | grep -c missing', 'exit code 0\n1'],
    ['pwd -P | wc -l', 'exit code 0\n1'],
    ["printf 'ä\\n' | cat", 'exit code 0\nä'],
    ['sed -n 2p a.txt', 'exit code 0\ntwo'],
  ])('is run without a shell: %s', async (command, expected) => {
    const { facts, run } = await shellIn(files);
    expect(await facts(command)).toMatchObject({ class: 'reads' });
    expect((await run(command)).replace(/^(exit code \d+\n)\s+/, '$1')).toBe(expected);
  });

  it('that was approved is run as it stands', async () => {
    const { facts, run } = await shellIn({ 'say.js': 'console.log(process.argv[2]); process.exit(3)' });
    expect(await facts(`node say.js 'a b'`)).toMatchObject({ class: 'external', command: `node say.js 'a b'` });
    expect(await run(`node say.js 'a b' | cat; node say.js '$HOME'`)).toBe('exit code 3\na b\n$HOME');
  });

  it.each([
    ['ls $HOME', 'it holds "$HOME", which a shell would have to work out'],
    ['(ls)', 'it holds a subshell'],
    ['A=1 ls', 'it holds the variable A before the program'],
    ['ls > a', 'it holds the redirection "> a"'],
    [`echo 'a`, 'it is not a command line that bash would take'],
  ])('that needs a shell is not run: %s', async (command, reason) => {
    const { run } = await shellIn({});
    expect(await run(command)).toContain(reason);
  });

  it('says so when a program is not there', async () => {
    const { run } = await shellIn({}, { PATH: '' });
    expect(await run('ls')).toContain('it did not finish: there is no program "ls" on this machine');
  });

  it('that leads outside by a link does not only read', async () => {
    const { root, facts, run } = await shellIn(files);
    const outside = await aProject({ x: 'private' });
    await symlink(outside, join(root, 'out'));
    expect(await facts('cat out/x')).toMatchObject({
      class: 'external',
      because: '"out/x" leads out of the workspace',
    });
    expect(await run('cat out/x')).toContain('leads out of the workspace');
  });

  it('hands on no bytes that are not text', async () => {
    const { root, run } = await shellIn({});
    await writeFile(join(root, 'x.bin'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(await run('cat x.bin | wc -c')).toContain('what went through the pipe is not text');
  });

  it('keeps secrets out of the environment of programs', async () => {
    const { run } = await shellIn(
      { 'say.js': 'console.log(process.env.MY_TOKEN ?? "none")' },
      { ...process.env, MY_TOKEN: 'abcdefgh' },
    );
    expect(await run('node say.js')).toBe('exit code 0\nnone');
  });

  it('is stopped with its signal', async () => {
    const { root } = await shellIn({ 'wait.js': 'setInterval(() => {}, 1000)' });
    const stop = new AbortController();
    const running = createShellTool({ root, environment: process.env }).call(
      { command: 'node wait.js' },
      { signal: stop.signal },
    );
    stop.abort('enough');
    await expect(running).rejects.toBe('enough');
  });
});
