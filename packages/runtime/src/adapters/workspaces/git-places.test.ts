import { createHash } from 'node:crypto';
import { access, chmod, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '@planwright/core';
import { aProject } from '../../testing/temporary-project.js';
import {
  aRepository,
  aSite,
  change,
  doStep,
  git,
  keptCommit,
  signal,
  text,
  usersState,
  workspacesOf,
} from './testing/a-git-project.js';

describe('setup', () => {
  const note = "require('node:fs').appendFileSync('node_modules.log', 'installed\\n')";
  const setup = [[process.execPath, '-e', note]] as const;

  it('is run once per place, and again when a lock file changed', async () => {
    const root = await aRepository({ '.gitignore': 'node_modules.log\n', 'package-lock.json': '1' });
    const workspaces = workspacesOf(root, { setup });
    const first = await workspaces.open(aSite('E1'), { signal });
    expect(first.notes).toMatchObject([expect.stringMatching(/^workspace\.setup: `.*` took \d+ ms$/s)]);
    await change(first.root, { 'a.txt': 'a' });
    await keptCommit(first);
    const second = await workspaces.open(aSite('E2'), { signal });
    expect(second.notes).toEqual([]);
    expect(await text(second.root, 'node_modules.log')).toBe('installed\n');
    await change(second.root, { 'package-lock.json': '2' });
    await keptCommit(second);
    const third = await workspaces.open(aSite('E3'), { signal });
    expect(await text(third.root, 'node_modules.log')).toBe('installed\ninstalled\n');
  });

  it('that fails says which command and what it printed, and gives the place back', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const failing = [[process.execPath, '-e', "console.error('no such package'); process.exit(3)"]] as const;
    const opened = workspacesOf(root, { setup: failing }).open(aSite('E1'), { signal });
    await expect(opened).rejects.toThrow(/^workspace\.setup: `.*` ended with exit code 3\nno such package$/s);
    expect((await workspacesOf(root).open(aSite('E1'), { signal })).root).toMatch(/1$/);
  });

  it('without which ignored files of an earlier step are gone', async () => {
    const workspaces = workspacesOf(await aRepository({ '.gitignore': 'dist\n' }));
    await doStep(workspaces, 'E1', { 'dist/cheat.js': '' });
    const workspace = await workspaces.open(aSite('E2'), { signal });
    await expect(access(join(workspace.root, 'dist'))).rejects.toThrow();
  });
});

describe('a throwaway copy', () => {
  it('shows the files as they are; what is done in it reaches nobody, and it is gone afterwards', async () => {
    const root = await aRepository({ 'a.txt': 'a', '.gitignore': 'secret.env\n' });
    await change(root, { 'a.txt': 'edited', 'secret.env': 'x' });
    const before = await usersState(root);
    const workspaces = workspacesOf(root);
    const copy = await workspaces.throwaway({ signal });
    expect(await text(copy.root, 'a.txt')).toBe('edited');
    expect(await git(copy.root, 'log', '--format=%s')).toContain('first');
    await expect(access(join(copy.root, 'secret.env'))).rejects.toThrow();
    await change(copy.root, { 'a.txt': 'by a planning agent' });
    await git(copy.root, 'commit', '--quiet', '-am', 'mine');
    await git(copy.root, 'config', 'core.editor', 'evil');
    await copy.dispose();
    expect(await usersState(root)).toEqual(before);
    expect(await readdir(join(root, '.planwright', 'worktrees'))).toEqual([]);
  });

  it('of a process that died is removed by the next', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const left = '.planwright/worktrees/throwaway-dead';
    await change(root, { [`${left}/a.txt`]: 'a', [`${left}.index`]: '', [`${left}.lock`]: '' });
    const copy = await workspacesOf(root).throwaway({ signal });
    expect((await readdir(join(root, '.planwright', 'worktrees'))).filter((name) => name.includes('dead'))).toEqual([]);
    await copy.dispose();
  });
});

describe('the digest', () => {
  it('stays the same while nothing changes, and else tells what did', async () => {
    const root = await aRepository({ 'a.txt': 'a', 'b.txt': 'b', '.gitignore': 'ignored.log\n' });
    const workspaces = workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    await change(root, { 'ignored.log': 'noise', '.planwright/state': 'ours' });
    await utimes(join(root, 'a.txt'), 1, 1);
    const same = await workspaces.digest(root, { signal });
    expect(same.digest).toBe(before.digest);
    await change(root, { 'a.txt': 'A', 'b.txt': null, 'c.txt': 'c' });
    const after = await workspaces.digest(root, { signal });
    expect(after.digest).not.toBe(before.digest);
    expect(changesBetween(before.files, after.files)).toEqual([
      { path: 'a.txt', change: 'changed' },
      { path: 'b.txt', change: 'deleted' },
      { path: 'c.txt', change: 'added' },
    ]);
  });

  it('sees a change that keeps size and time of a file', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    await utimes(join(root, 'a.txt'), 1, 1);
    const before = await workspaces.digest(root, { signal });
    await change(root, { 'a.txt': 'b' });
    await utimes(join(root, 'a.txt'), 1, 1);
    expect((await workspaces.digest(root, { signal })).digest).not.toBe(before.digest);
  });

  it('sees what is staged, but not that the index was written anew', async () => {
    const root = await aRepository({ 'a.txt': 'a', 'b.txt': 'b' });
    await change(root, { 'a.txt': 'changed' });
    const workspaces = workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    await utimes(join(root, 'b.txt'), 1, 1);
    await git(root, 'update-index', '--refresh').catch(() => undefined);
    expect((await workspaces.digest(root, { signal })).digest).toBe(before.digest);
    await git(root, 'add', 'a.txt');
    const { files } = await workspaces.digest(root, { signal });
    expect(changesBetween(before.files, files)).toEqual([{ path: '.git/index', change: 'changed' }]);
  });

  it('believes no bit of the index that says a file is unchanged or not there', async () => {
    const root = await aRepository({ 'a.txt': 'a', 'b.txt': 'b' });
    await git(root, 'update-index', '--assume-unchanged', 'a.txt');
    await git(root, 'update-index', '--skip-worktree', 'b.txt');
    const workspaces = workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    await change(root, { 'a.txt': 'A', 'b.txt': 'B' });
    const { files } = await workspaces.digest(root, { signal });
    expect(changesBetween(before.files, files).map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
  });

  it('sees that such a bit was set', async () => {
    const root = await aRepository({ 'a.txt': 'a', 'b.txt': 'b' });
    const workspaces = workspacesOf(root);
    for (const bit of ['--assume-unchanged', '--skip-worktree']) {
      const before = await workspaces.digest(root, { signal });
      await git(root, 'update-index', bit, 'a.txt');
      const { files } = await workspaces.digest(root, { signal });
      expect(changesBetween(before.files, files)).toEqual([{ path: '.git/index', change: 'changed' }]);
    }
  });

  // Other systems take no such name.
  it.skipIf(process.platform !== 'linux')('sees a file whose name is no text', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    await writeFile(Buffer.concat([Buffer.from(join(root, 'b')), Buffer.from([0xff])]), 'b');
    const { files } = await workspaces.digest(root, { signal });
    expect(changesBetween(before.files, files)).toEqual([{ path: 'b\uFFFD', change: 'added' }]);
  });

  it('sees that a folder became a file', async () => {
    const root = await aRepository({ 'a/b.txt': 'b' });
    const workspaces = workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    await rm(join(root, 'a'), { recursive: true });
    await change(root, { a: 'now a file' });
    const { files } = await workspaces.digest(root, { signal });
    expect(changesBetween(before.files, files)).toEqual([
      { path: 'a', change: 'added' },
      { path: 'a/b.txt', change: 'deleted' },
    ]);
  });

  it('reads huge files piece by piece', async () => {
    const root = await aRepository({ 'a.txt': 'a', 'huge.bin': '' });
    const bytes = 40 * 1024 * 1024;
    await truncate(join(root, 'huge.bin'), bytes);
    const { files } = await workspacesOf(root).digest(root, { signal });
    const zeros = createHash('sha256').update(Buffer.alloc(bytes)).digest('hex');
    expect(files.get('huge.bin')).toBe(`file:${zeros}`);
  });

  // Nothing is unreadable for root.
  it.skipIf(process.getuid?.() === 0)('sees that a file changed which it cannot read', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await change(root, { 'private.txt': 'private' });
    await chmod(join(root, 'private.txt'), 0);
    const workspaces = workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    expect((await workspaces.digest(root, { signal })).digest).toBe(before.digest);
    await chmod(join(root, 'private.txt'), 0o200);
    const { files } = await workspaces.digest(root, { signal });
    expect(changesBetween(before.files, files)).toEqual([{ path: 'private.txt', change: 'changed' }]);
  });

  it('hides no file whose name looks like something staged', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    const name = `100644 ${'0'.repeat(40)} 0\ta.txt`;
    await change(root, { [name]: 'hidden' });
    const after = await workspaces.digest(root, { signal });
    expect(changesBetween(before.files, after.files)).toEqual([{ path: name, change: 'added' }]);
    await change(root, { [name]: 'changed' });
    const { files } = await workspaces.digest(root, { signal });
    expect(changesBetween(after.files, files)).toEqual([{ path: name, change: 'changed' }]);
  });

  it('sees commits, branches, settings and hooks, but nothing of our own', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    let before = await workspaces.digest(root, { signal });
    const told = async (): Promise<readonly string[]> => {
      const after = await workspaces.digest(root, { signal });
      const changes = changesBetween(before.files, after.files).map(({ path }) => path);
      before = after;
      return changes;
    };
    await doStep(workspaces, 'E1', { 'a.txt': 'b' });
    expect(await told()).toEqual([]);
    await git(root, 'commit', '--quiet', '--allow-empty', '-m', 'mine');
    expect(await told()).toEqual(['.git/refs/heads/main']);
    await git(root, 'config', 'core.editor', 'evil');
    expect(await told()).toEqual(['.git/config']);
    await change(root, { '.git/hooks/pre-push': 'evil' });
    expect(await told()).toEqual(['.git/hooks/pre-push']);
  });

  it('works for a project without git and for a copy', async () => {
    const root = await aProject({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    const { files } = await workspaces.digest(root, { signal });
    expect(files.get('a.txt')).toMatch(/^file:/);
    const copy = await workspaces.throwaway({ signal });
    expect((await workspaces.digest(copy.root, { signal })).files.get('a.txt')).toBe(files.get('a.txt'));
    await copy.dispose();
  });
});
