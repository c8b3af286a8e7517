import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';

const { signal } = new AbortController();
const isRoot = process.getuid?.() === 0;

async function pathsOf(root: string): Promise<readonly string[]> {
  const { files } = await createNodeWorkspaceReader(root).list({ signal });
  return files.map(({ path }) => path);
}

async function reasonFor(root: string, path: string): Promise<string> {
  const read = await createNodeWorkspaceReader(root).read(path, { signal });
  return read.type === 'text' ? 'text' : read.reason;
}

describe('listing a project', () => {
  it('gives its files by path', async () => {
    expect(await pathsOf(await aProject({ 'b.ts': '', 'a/z.ts': '', 'a/b/c.md': '' }))).toEqual([
      'a/b/c.md',
      'a/z.ts',
      'b.ts',
    ]);
  });

  it('leaves out version control, installed packages and our own folder', async () => {
    const root = await aProject({
      '.git/config': '',
      'node_modules/x/i.js': '',
      'a/node_modules/y.js': '',
      '.planwright/s': '',
      'a.ts': '',
    });
    expect(await pathsOf(root)).toEqual(['a.ts']);
  });

  it('leaves out what a .gitignore names, nested ones included, and keeps what one takes back', async () => {
    const root = await aProject({
      '.gitignore': 'dist\n*.log\n',
      'dist/x.js': '',
      'a.log': '',
      'keep/.gitignore': '!*.log\nprivate/\n',
      'keep/b.log': '',
      'keep/private/c.ts': '',
      'src/a.ts': '',
    });
    expect(await pathsOf(root)).toEqual(['.gitignore', 'keep/.gitignore', 'keep/b.log', 'src/a.ts']);
  });

  it('follows no link, so that a loop of them ends', async () => {
    const root = await aProject({ 'a/b.ts': '' });
    await symlink(root, join(root, 'a', 'loop'));
    await symlink(join(root, 'a', 'b.ts'), join(root, 'again.ts'));
    expect(await pathsOf(root)).toEqual(['a/b.ts']);
  });

  it.skipIf(isRoot)('says which folder it may not look into and goes on', async () => {
    const root = await aProject({ 'a.ts': '', 'closed/b.ts': '' });
    await chmod(join(root, 'closed'), 0);
    const listing = await createNodeWorkspaceReader(root).list({ signal });
    await chmod(join(root, 'closed'), 0o700);
    expect(listing.files.map(({ path }) => path)).toEqual(['a.ts']);
    expect(listing.notes).toEqual(['closed: reading it is not allowed']);
  });

  it('says so when there is no folder at all', async () => {
    const listing = await createNodeWorkspaceReader('/nowhere/at/all').list({ signal });
    expect(listing).toEqual({ files: [], notes: ['the root folder: it is not there'] });
  });

  it('says that it stopped when there are too many files', async () => {
    const root = await aProject({ 'a.ts': '', 'b.ts': '', 'c.ts': '' });
    const listing = await createNodeWorkspaceReader(root, { maxFiles: 2 }).list({ signal });
    expect(listing.files).toHaveLength(2);
    expect(listing.notes).toEqual(['the project has more than 2 files; not all were looked at']);
  });

  it('stops when it is aborted', async () => {
    const root = await aProject({ 'a/b.ts': '' });
    await expect(createNodeWorkspaceReader(root).list({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});

describe('reading a file of a project', () => {
  it('gives its text, without a byte order mark', async () => {
    const root = await aProject({ 'a.ts': '\uFEFFhello' });
    expect(await createNodeWorkspaceReader(root).read('./a.ts', { signal })).toEqual({
      type: 'text',
      path: 'a.ts',
      text: 'hello',
    });
  });

  it('sees a change since it last read the file', async () => {
    const root = await aProject({ 'a.ts': 'one' });
    const reader = createNodeWorkspaceReader(root);
    await reader.read('a.ts', { signal });
    await writeFile(join(root, 'a.ts'), 'another');
    expect(await reader.read('a.ts', { signal })).toMatchObject({ text: 'another' });
  });

  it('refuses what is outside: by its path, absolutely, or behind a link', async () => {
    const outside = await aProject({ 'secret.txt': 'secret' });
    const root = await aProject({ 'a/b.ts': '' });
    await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
    await symlink(outside, join(root, 'folder'));
    for (const path of ['../x.txt', 'a/../../x.txt', join(outside, 'secret.txt'), 'link.txt', 'folder/secret.txt'])
      expect(await reasonFor(root, path)).toBe('outside');
  });

  it.each(['src', 'src/inner'])(
    'does not read through %s when it became a link since it was listed',
    async (folder) => {
      const outside = await aProject({ 'a.txt': 'private', 'inner/a.txt': 'private' });
      const root = await aProject({ 'src/inner/a.txt': 'inside!' });
      const reader = createNodeWorkspaceReader(root);
      const [file] = (await reader.list({ signal })).files;
      await rename(join(root, folder), join(root, 'aside'));
      await symlink(outside, join(root, folder));
      expect(await reader.readListed(file!, { signal })).toEqual({
        type: 'unreadable',
        path: 'src/inner/a.txt',
        reason: 'outside',
        message: 'src/inner/a.txt now leads elsewhere, by way of a link',
      });

      await rm(join(root, folder));
      await rename(join(root, 'aside'), join(root, folder));
      expect(await reader.readListed(file!, { signal })).toMatchObject({ text: 'inside!' });
    },
  );

  it('does not read what is ignored through a folder that became a link inside the project', async () => {
    const root = await aProject({ '.gitignore': 'private\n', 'private/a.txt': 'private', 'src/a.txt': '' });
    const reader = createNodeWorkspaceReader(root);
    const file = (await reader.list({ signal })).files.find(({ path }) => path === 'src/a.txt');
    await rm(join(root, 'src'), { recursive: true });
    await symlink('private', join(root, 'src'));
    expect(await reader.readListed(file!, { signal })).toMatchObject({ reason: 'outside' });
  });

  it('reads a project that is reached by way of a link', async () => {
    const root = await aProject({ 'src/a.txt': 'inside' });
    const link = join(await aProject({}), 'link');
    await symlink(root, link);
    expect(await createNodeWorkspaceReader(link).read('src/a.txt', { signal })).toMatchObject({ text: 'inside' });
  });

  it('follows a link that stays inside, and names the file it leads to', async () => {
    const root = await aProject({ 'a/b.ts': 'inside' });
    await symlink(join(root, 'a', 'b.ts'), join(root, 'link.ts'));
    expect(await createNodeWorkspaceReader(root).read('link.ts', { signal })).toMatchObject({
      path: 'a/b.ts',
      text: 'inside',
    });
  });

  it('refuses what is ignored, also when asked for by name or behind a link', async () => {
    const root = await aProject({
      '.gitignore': '.env\n',
      '.env': 'KEY=1',
      '.git/config': '',
      'node_modules/a.js': '',
      'a/.gitignore': 'b\n',
      'a/b': '',
    });
    await symlink(join(root, '.env'), join(root, 'innocent'));
    for (const path of ['.env', '.git/config', 'node_modules/a.js', 'a/b', 'innocent'])
      expect(await reasonFor(root, path)).toBe('ignored');
  });

  it('tells binary, too large, missing and folder apart', async () => {
    const root = await aProject({ 'image.png': 'PNG\0\0', 'large.txt': 'x'.repeat(1024 * 1024 + 1) });
    await mkdir(join(root, 'folder'));
    expect(await reasonFor(root, 'image.png')).toBe('binary');
    expect(await reasonFor(root, 'large.txt')).toBe('too-large');
    expect(await reasonFor(root, 'nothing.txt')).toBe('missing');
    expect(await reasonFor(root, 'folder')).toBe('folder');
    expect(await reasonFor(root, 'a\0b')).toBe('missing');
  });
});
