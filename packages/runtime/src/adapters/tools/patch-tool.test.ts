import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createPatchTool } from './patch-tool.js';
import { workspaceDigest } from './testing/workspace-digest.js';
import { createWriteTool } from './write-tool.js';

const { signal } = new AbortController();
const lines = (...numbers: readonly number[]): string => numbers.map((number) => `line ${number}\n`).join('');

async function patchIn(files: Record<string, string>) {
  const root = await aProject(files);
  const tool = createPatchTool(root);
  return {
    root,
    tool,
    patch: (args: Record<string, unknown>) => tool.call(args, { signal }),
    text: (path: string) => readFile(join(root, path), 'utf8'),
  };
}

describe('a diff', () => {
  it('changes, creates and deletes files', async () => {
    const { root, tool, patch, text } = await patchIn({ 'a.txt': lines(1, 2, 3), 'b.txt': 'gone\n' });
    const diff = [
      'diff --git a/a.txt b/a.txt',
      ...['--- a/a.txt', '+++ b/a.txt', '@@ -1,3 +1,3 @@', ' line 1', '-line 2', '+line two', ' line 3'],
      ...['--- /dev/null', '+++ b/new/c.txt', '@@ -0,0 +1 @@', '+hello'],
      ...['--- a/b.txt', '+++ /dev/null', '@@ -1 +0,0 @@', '-gone', ''],
    ].join('\n');
    expect(await tool.facts({ diff })).toMatchObject({
      class: 'writes',
      writes: [{ path: 'a.txt' }, { path: 'new/c.txt' }, { path: 'b.txt' }],
    });
    expect(await patch({ diff })).toEqual({
      ok: true,
      text: 'a.txt was changed\nnew/c.txt was changed\nb.txt was deleted',
    });
    expect(await text('a.txt')).toBe('line 1\nline two\nline 3\n');
    expect(await text('new/c.txt')).toBe('hello\n');
    expect(await readdir(root)).toEqual(['a.txt', 'new']);
  });

  it('keeps the line ends of the file', async () => {
    const { patch, text } = await patchIn({ 'a.txt': 'one\r\ntwo\r\n' });
    await patch({ diff: '--- a.txt\n+++ a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n' });
    expect(await text('a.txt')).toBe('one\r\nthree\r\n');
  });

  it('that fits only loosely is applied, and it says so', async () => {
    const { patch, text } = await patchIn({ 'a.txt': lines(1, 2, 3, 4, 5) });
    const diff = '--- a.txt\n+++ a.txt\n@@ -1,5 +1,5 @@\n line ONE\n line 2\n-line 3\n+line three\n line 4\n line 5\n';
    expect(await patch({ diff })).toEqual({
      ok: true,
      text: 'a.txt was changed\na.txt fitted only with a fuzz of 1 lines; look at it',
    });
    expect(await text('a.txt')).toBe('line 1\nline 2\nline three\nline 4\nline 5\n');
  });

  it('of which one hunk does not fit changes nothing, and says which and what is there', async () => {
    const { root, patch } = await patchIn({ 'a.txt': lines(1, 2, 3), 'b.txt': lines(7, 8, 9) });
    const before = await workspaceDigest(root);
    const diff = [
      ...['--- a.txt', '+++ a.txt', '@@ -1 +1 @@', '-line 1', '+line one'],
      ...['--- b.txt', '+++ b.txt', '@@ -1 +1 @@', '-line 7', '+seven'],
      ...['@@ -2,2 +2,2 @@', '   line 8', '-line ten', '+ten', ''],
    ].join('\n');
    expect(await patch({ diff })).toEqual({
      ok: false,
      text: 'nothing was changed:\nhunk 2 of 2 does not fit b.txt. The nearest lines are:\n1 | line 7\n2 | line 8',
    });
    expect(await workspaceDigest(root)).toBe(before);
  });

  it.each([
    ['no diff at all', 'cannot be read|changes nothing|does not name'],
    ['--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n', 'renames a.txt to b.txt'],
    ['diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n', 'renames'],
    [
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n',
      'sets the mode of l to 120000',
    ],
    ['diff --git a/a b/a\nold mode 100644\nnew mode 100755\n', 'mode of a to 100755'],
    ['--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n', 'a.txt is there already'],
    ['--- a/none.txt\n+++ b/none.txt\n@@ -1 +1 @@\n-x\n+y\n', 'none.txt: it is not there'],
    ['@@ -1 +1 @@\n-x\n+y\n', 'does not name its file'],
    ['--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1 @@\n-x\n', 'cannot be read'],
  ])('that goes beyond the text of files is not taken: %s', async (diff, reason) => {
    const { root, patch } = await patchIn({ 'a.txt': 'other\n' });
    const before = await workspaceDigest(root);
    expect(await patch({ diff })).toMatchObject({ ok: false, text: expect.stringMatching(reason) as string });
    expect(await workspaceDigest(root)).toBe(before);
  });
});

describe('edits', () => {
  it('replace what is there exactly once, in several files', async () => {
    const { patch, text } = await patchIn({ 'a.txt': 'cost: $1\r\nend\r\n', 'b.txt': 'x' });
    const edits = [
      { path: 'a.txt', find: 'cost: $1\nend', replace: 'price: $&\nEND' },
      { path: 'b.txt', find: 'x', replace: 'y' },
      { path: 'b.txt', find: 'y', replace: 'z' },
    ];
    expect(await patch({ edits })).toMatchObject({ ok: true });
    expect(await text('a.txt')).toBe('price: $&\r\nEND\r\n');
    expect(await text('b.txt')).toBe('z');
  });

  it.each([
    ['x', 'is there 2 times'],
    ['  line   two', 'not there. The nearest lines are:\n2 | line two'],
    ['nothing of it', 'Nothing like it stands there'],
  ])('of what is there not once change nothing: %s', async (find, reason) => {
    const { root, patch } = await patchIn({ 'a.txt': 'x x\nline two\n', 'b.txt': 'b' });
    const before = await workspaceDigest(root);
    const edits = [
      { path: 'b.txt', find: 'b', replace: 'c' },
      { path: 'a.txt', find, replace: '' },
    ];
    expect(await patch({ edits })).toMatchObject({ ok: false, text: expect.stringContaining(reason) as string });
    expect(await workspaceDigest(root)).toBe(before);
  });

  it.each([{}, { diff: 1 }, { diff: 'x', edits: [] }, { edits: [{ path: 'a' }] }, { edits: 'all' }])(
    'or a diff must be given, not %j',
    async (args) => {
      const { tool } = await patchIn({});
      expect(await tool.facts(args)).toMatchObject({
        problem: expect.stringContaining('patch cannot be called') as string,
      });
      expect(await tool.call(args, { signal })).toMatchObject({ ok: false });
    },
  );

  it('refuse a file that is no text', async () => {
    const { patch } = await patchIn({});
    expect(await patch({ edits: [{ path: '.', find: 'a', replace: 'b' }] })).toMatchObject({ ok: false });
  });
});

describe('a whole file', () => {
  it('is written with its folders, and keeps its mode', async () => {
    const root = await aProject({ 'run.sh': 'old' });
    await chmod(join(root, 'run.sh'), 0o755);
    const tool = createWriteTool(root);
    expect(await tool.call({ path: 'run.sh', content: 'new' }, { signal })).toEqual({
      ok: true,
      text: 'run.sh was written: 3 bytes',
    });
    await tool.call({ path: 'a/b/c.txt', content: 'ä' }, { signal });
    expect(await readFile(join(root, 'run.sh'), 'utf8')).toBe('new');
    expect((await stat(join(root, 'run.sh'))).mode & 0o777).toBe(0o755);
    expect(await readdir(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  it('is not written over a folder or into a file, and nothing is left behind', async () => {
    const root = await aProject({ 'a.txt': 'x' });
    await mkdir(join(root, 'folder'));
    const before = await workspaceDigest(root);
    const tool = createWriteTool(root);
    for (const path of ['folder', 'a.txt/b', '.', 'new/../folder'])
      expect(await tool.call({ path, content: '' }, { signal })).toMatchObject({ ok: false });
    expect(await workspaceDigest(root)).toBe(before);
  });

  it('says what is wrong with its arguments', async () => {
    const tool = createWriteTool(await aProject());
    expect(await tool.facts({ path: 5, content: ['a'] })).toEqual({
      problem: expect.stringMatching(/^write cannot be called like this: path: .*; content: /) as string,
    });
  });
});
