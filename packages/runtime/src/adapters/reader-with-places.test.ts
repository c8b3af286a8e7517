import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { createReadTools } from './read-tools.js';
import { createReaderWithPlaces } from './reader-with-places.js';

const { signal } = new AbortController();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-places-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...parts: readonly string[]): string => join(folder, ...parts);
for (const path of ['project', 'notes/deep', 'secret']) mkdirSync(at(path), { recursive: true });
for (const path of ['project/a.md', 'notes/deep/b.md', 'secret/c.md', 'single.md', 'beside.md'])
  writeFileSync(at(path), `the word is ${path}\n`);
symlinkSync(at('secret'), at('notes', 'way-out'));

const reader = createReaderWithPlaces(createNodeWorkspaceReader(at('project')), [at('notes'), at('single.md')]);
const [read, list, search] = createReadTools(reader);

describe('a reader of the project and of places outside it', () => {
  it('lists and reads what lies at the places by whole paths, and the project as ever', async () => {
    const { files } = await reader.list({ signal });
    expect(files.map(({ path }) => path)).toEqual(['a.md', at('notes/deep/b.md'), at('single.md')]);
    expect(await reader.read('a.md', { signal })).toMatchObject({ type: 'text', path: 'a.md' });
    for (const path of [at('notes/deep/b.md'), at('single.md')])
      expect(await reader.read(path, { signal })).toMatchObject({ type: 'text', path });
  });

  it.each([
    ['a file beside a single file that is shown', at('beside.md')],
    ['what a link in a place leads to', at('notes/way-out/c.md')],
    ['a way out of a place', `${at('notes')}/../secret/c.md`],
    ['a relative way out of the project', '../notes/deep/b.md'],
    ['a place with a longer name', `${at('notes')}-of-others/x.md`],
  ])('does not read %s', async (_, path) => {
    expect(await reader.read(path, { signal })).toMatchObject({ type: 'unreadable', reason: 'outside' });
  });

  it('is what the tools read with: what is not at a place would be reaching out', async () => {
    expect(await read?.facts({ path: at('notes/deep/b.md') })).toMatchObject({ class: 'reads' });
    expect(await read?.facts({ path: at('secret/c.md') })).toMatchObject({ class: 'external' });
    expect((await list?.call({ folder: at('notes') }, { signal }))?.text).toContain('1 of 3 files');
    expect((await search?.call({ text: 'the word', folder: at('notes') }, { signal }))?.text).toContain(
      `${at('notes/deep/b.md')}:1: the word is notes/deep/b.md`,
    );
  });
});
