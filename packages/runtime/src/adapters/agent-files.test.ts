import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { readAgentFiles } from './agent-files.js';

const has = (text: string): unknown => expect.stringContaining(text);

async function read(files: Readonly<Record<string, string>>): ReturnType<typeof readAgentFiles> {
  return readAgentFiles(await aProject(files), { shown: 'agents' });
}

describe('readAgentFiles', () => {
  it('reads each agent with the lines its settings stand in', async () => {
    const poet = '---\n# a comment\nmodel: openai:gpt-5\ntools:\n  - read\n  - write\n---\n\nWrite verses.\n';
    expect(await read({ 'poet.md': poet, 'coder.md': '---\r\neffort: max\r\n---\r\n', 'notes.txt': 'x' })).toEqual({
      layers: [
        {
          name: 'coder',
          settings: { effort: 'max' },
          origins: { effort: { source: 'file', where: 'agents/coder.md:2' } },
        },
        {
          name: 'poet',
          settings: { model: 'openai:gpt-5', tools: ['read', 'write'], instructions: 'Write verses.' },
          origins: {
            model: { source: 'file', where: 'agents/poet.md:3' },
            tools: { source: 'file', where: 'agents/poet.md:4' },
            instructions: { source: 'file', where: 'agents/poet.md:8' },
          },
        },
      ],
      problems: [],
    });
  });

  it('takes a file without front matter for instructions', async () => {
    const { layers } = await read({ 'poet.md': '# Poet\n\n---\nWrite.' });
    expect(layers).toMatchObject([{ settings: { instructions: '# Poet\n\n---\nWrite.' } }]);
  });

  it('has no agents where there is no folder', async () => {
    expect(await readAgentFiles(join(await aProject(), 'agents'))).toEqual({ layers: [], problems: [] });
  });

  it.each([
    ['YAML that is none', '---\nmodel: [\n---\nx', 'agents/poet.md:2: '],
    ['a field twice', '---\nmodel: a\nmodel: b\n---\nx', 'agents/poet.md:3: '],
    ['front matter without an end', '---\nmodel: a\n', 'agents/poet.md:1: the front matter begins here'],
    ['front matter that is a list', '---\n- model\n---\nx', 'agents/poet.md:2: expected fields as "key: value"'],
    [
      'an unknown field',
      '---\nmodel: a\nefort: low\n---\nx',
      'agents/poet.md:3: an agent has no field "efort"; did you mean "effort"?',
    ],
    ['a NUL', 'a\0b', 'agents/poet.md cannot be read as an agent: it is not a text'],
    ['too much', 'a'.repeat(65_537), 'it has 65537 bytes; at most 65536 are read'],
    [
      'aliases that multiply',
      `---\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\ntools: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\nx`,
      'agents/poet.md:2: Excessive alias count',
    ],
  ])('refuses %s, with the file and the line', async (_, text, message) => {
    const { problems } = await read({ 'poet.md': text, 'bard.md': 'Sing.' });
    expect(problems).toMatchObject([{ severity: 'error', message: has(message) }]);
  });

  it('reads the other agents when one is broken', async () => {
    expect((await read({ 'a.md': 'a\0b', 'bard.md': 'Sing.' })).layers).toMatchObject([{ name: 'bard' }]);
  });

  it('follows no link out of the folder, and one inside it', async () => {
    const secret = await aProject({ 'secret.md': 'secret' });
    const folder = await aProject({ 'bard.md': 'Sing.' });
    await symlink(join(secret, 'secret.md'), join(folder, 'poet.md'));
    await symlink('bard.md', join(folder, 'skald.md'));
    await symlink('nowhere.md', join(folder, 'ghost.md'));
    const { layers, problems } = await readAgentFiles(folder, { shown: 'agents' });
    expect(layers.map(({ name }) => name)).toEqual(['bard', 'skald']);
    expect(problems.map(({ message }) => message)).toEqual([
      'agents/ghost.md cannot be read as an agent: it is not there',
      'agents/poet.md cannot be read as an agent: it is a link out of its folder',
    ]);
  });

  it('does not wait for a pipe, nor read a folder', async () => {
    const folder = await aProject({ 'dir.md/x': '' });
    await promisify(execFile)('mkfifo', [join(folder, 'pipe.md')]);
    expect((await readAgentFiles(folder, { shown: 'agents' })).problems).toMatchObject([
      { message: has('agents/dir.md cannot be read as an agent: it is not a file') },
      { message: has('agents/pipe.md cannot be read as an agent: it is not a file') },
    ]);
  });

  it('reads at most 200 agents and names the others', async () => {
    const folder = await aProject();
    await Promise.all(
      Array.from({ length: 201 }, (_, index) => writeFile(join(folder, `a${String(index).padStart(3, '0')}.md`), 'x')),
    );
    const { layers, problems } = await readAgentFiles(folder, { shown: 'agents' });
    expect(layers).toHaveLength(200);
    expect(problems).toMatchObject([{ message: has('agents/a200.md') }]);
  });

  it('uses no file that is not trusted, exactly as it is', async () => {
    const folder = await aProject({ 'bard.md': 'Sing.\r\n', 'poet.md': 'Write.' });
    const read = await readAgentFiles(folder, {
      shown: 'agents',
      isTrusted: ({ path, text }) => path === 'agents/bard.md' && text === 'Sing.\r\n',
    });
    expect(read.layers.map(({ name }) => name)).toEqual(['bard']);
    expect(read.problems).toEqual([
      { severity: 'warning', message: 'agents/poet.md is not used until you trust it: see `planwright trust`' },
    ]);
  });

  it('says so when the folder is a file', async () => {
    const folder = await aProject({ agents: '' });
    expect((await readAgentFiles(join(folder, 'agents'), { shown: 'agents' })).problems).toMatchObject([
      { message: has('the agents in agents cannot be read: it is not a folder') },
    ]);
  });
});
