import { describe, expect, it } from 'vitest';
import type { ToolResult } from '../ports/tools.js';
import { aProject } from '../testing/temporary-project.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { createReadTools } from './read-tools.js';

const { signal } = new AbortController();

async function toolsIn(files: Record<string, string>) {
  const tools = createReadTools(createNodeWorkspaceReader(await aProject(files)));
  return async (name: string, args: Record<string, unknown> = {}): Promise<ToolResult> =>
    tools.find(({ spec }) => spec.name === name)!.call(args, { signal });
}

describe('read', () => {
  it('shows a file with its line numbers', async () => {
    const call = await toolsIn({ 'a.ts': 'one\ntwo\r\nthree' });
    expect(await call('read', { path: 'a.ts' })).toEqual({
      ok: true,
      text: 'a.ts, lines 1 to 3 of 3:\n1 | one\n2 | two\n3 | three',
    });
  });

  it('shows a range, also when its numbers come as text', async () => {
    const call = await toolsIn({ 'a.ts': 'one\ntwo\nthree\nfour' });
    expect(await call('read', { path: 'a.ts', from: '2', to: 3 })).toEqual({
      ok: true,
      text: 'a.ts, lines 2 to 3 of 4:\n2 | two\n3 | three',
    });
  });

  it('shows so much of a long file and says so', async () => {
    const call = await toolsIn({ 'a.ts': 'x\n'.repeat(5000) });
    const { text } = await call('read', { path: 'a.ts' });
    expect(text).toContain('lines 1 to 400 of 5001');
    expect(text.split('\n')).toHaveLength(401);
  });

  it('fails with the reason for what may not or cannot be read', async () => {
    const call = await toolsIn({ 'a.ts': '' });
    expect(await call('read', { path: '../a.ts' })).toEqual({ ok: false, text: '../a.ts is outside the project' });
    expect(await call('read', { path: 'b.ts' })).toEqual({ ok: false, text: 'there is no b.ts in the project' });
    expect(await call('read', { path: 'a.ts', from: 9 })).toEqual({
      ok: false,
      text: 'a.ts has 1 lines; line 9 is beyond its end',
    });
  });

  it('says what was wrong with its arguments', async () => {
    const call = await toolsIn({});
    expect(await call('read', {})).toMatchObject({
      ok: false,
      text: expect.stringContaining('read cannot be called like this: path: ') as string,
    });
  });
});

describe('list', () => {
  it('lists the files, in a folder, by a filter', async () => {
    const call = await toolsIn({ 'src/a.ts': 'x', 'src/b.md': '', 'docs/c.md': '' });
    expect(await call('list')).toEqual({
      ok: true,
      text: '3 of 3 files:\ndocs/c.md (0 bytes)\nsrc/a.ts (1 bytes)\nsrc/b.md (0 bytes)',
    });
    expect((await call('list', { folder: './src/', filter: '*.md' })).text).toBe('1 of 3 files:\nsrc/b.md (0 bytes)');
    expect((await call('list', { folder: '.' })).text).toContain('3 of 3 files:');
  });
});

describe('search', () => {
  it('finds a text to the letter', async () => {
    const call = await toolsIn({ 'a.ts': 'const a = b(c);\n  const B(d)', 'b.ts': 'nothing' });
    expect(await call('search', { text: 'b(' })).toEqual({
      ok: true,
      text: '2 lines in 1 of 2 files:\na.ts:1: const a = b(c);\na.ts:2: const B(d)',
    });
  });

  it('finds a regular expression where that is asked for, and refuses a dangerous one', async () => {
    const call = await toolsIn({ 'a.ts': 'const a = 1' });
    expect((await call('search', { text: '^const \\w =', regex: true })).text).toContain('a.ts:1');
    expect(await call('search', { text: '(a+)+', regex: true })).toMatchObject({ ok: false });
  });

  it('shows so many matches and says how many more there are', async () => {
    const call = await toolsIn({ 'a.ts': 'match\n'.repeat(500) });
    expect((await call('search', { text: 'match' })).text).toContain('… and 380 more; narrow it down');
  });

  it('does not search binaries', async () => {
    const call = await toolsIn({ 'a.bin': 'match\0' });
    expect((await call('search', { text: 'match' })).text).toBe('0 lines in 0 of 1 files:');
  });
});

describe('what the gate is told', () => {
  it('is that they read, and that a path outside the project is something else', async () => {
    const [read] = createReadTools(createNodeWorkspaceReader(await aProject({ 'a.ts': '' })));
    expect(await read!.facts({ path: 'a.ts' })).toEqual({ tool: 'read', class: 'reads', writes: [] });
    expect(await read!.facts({ path: 'b.ts' })).toMatchObject({ class: 'reads' });
    expect(await read!.facts({ path: '../a.ts' })).toMatchObject({
      class: 'external',
      because: '../a.ts is outside the project',
    });
  });

  it('is told to models as a schema', async () => {
    const [read] = createReadTools(createNodeWorkspaceReader(await aProject()));
    expect(read!.spec.parameters).toMatchObject({
      type: 'object',
      properties: { path: { type: 'string' }, from: { type: 'integer', description: 'first line, from 1' } },
      required: ['path'],
    });
  });
});
