import { lstat, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openRepository, type Repository } from './git-repository.js';
import { createUsersState } from './git-users-state.js';
import { aRepository, change, git, signal } from './testing/a-git-project.js';

/** The state of a repository that was looked at before, and how often git was asked for it. */
async function watched(root: string) {
  const stateFolder = join(root, '.planwright');
  const repository = await openRepository({ root, stateFolder, environment: process.env });
  const ask = vi.fn<Repository['git']['ask']>(repository.git.ask);
  const take = createUsersState({ ...repository, git: { ...repository.git, ask } });
  const asked = async (): Promise<number> => {
    ask.mockClear();
    await take(signal);
    return ask.mock.calls.length;
  };
  const told = async (): Promise<Readonly<Record<string, string>>> => Object.fromEntries(await take(signal));
  return { asked, told };
}

describe('the state of the user’s repository', () => {
  it('is asked of git once while no file of it was touched, and again after a branch was made', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const { asked } = await watched(root);
    expect(await asked()).toBe(1);
    await expect.poll(asked).toBe(0);
    await git(root, 'branch', 'feature/one');
    expect(await asked()).toBe(1);
  });

  it('tells of branches, tags, stashes and what is checked out, whether or not they are packed', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const { asked, told } = await watched(root);
    const head = await git(root, 'rev-parse', 'HEAD');
    await git(root, 'branch', 'feature/one');
    await git(root, 'tag', 'v1');
    await change(root, { 'a.txt': 'mine' });
    await git(root, 'stash');
    expect(await told()).toMatchObject({
      '.git/refs/heads/main': head,
      '.git/refs/heads/feature/one': head,
      '.git/refs/tags/v1': head,
      '.git/refs/stash': await git(root, 'rev-parse', 'stash@{0}'),
      '.git/HEAD': 'ref: refs/heads/main\n',
    });
    const before = await told();
    await git(root, 'pack-refs', '--all');
    expect(await told()).toEqual(before);
    await expect.poll(asked).toBe(0);
    await git(root, 'branch', '--delete', '--force', 'feature/one');
    await git(root, 'checkout', '--quiet', '--detach');
    const after = await told();
    expect(after).not.toHaveProperty(['.git/refs/heads/feature/one']);
    expect(after['.git/HEAD']).toBe(`${head}\n`);
  });

  it('tells of stashes below the newest, notes, replaced objects and settings of one worktree', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const stash = async (content: string): Promise<void> => {
      await change(root, { 'a.txt': content });
      await git(root, 'stash');
    };
    await stash('one');
    await stash('two');
    const { told } = await watched(root);
    const changed = await changesIn(told);
    await git(root, 'stash', 'drop', 'stash@{1}');
    expect(await changed()).toEqual(['.git/logs/refs/stash']);
    await git(root, 'notes', 'add', '-m', 'seen');
    expect(await changed()).toEqual(['.git/refs/notes/commits']);
    await git(root, 'replace', 'HEAD', 'stash@{0}');
    expect(await changed()).toEqual([`.git/refs/replace/${await git(root, 'rev-parse', 'HEAD')}`]);
    await change(root, { '.git/config.worktree': '[core]\n\teditor = evil\n' });
    expect(await changed()).toEqual(['.git/config.worktree']);
  });

  it('tells that a merge under way was given up, also in a linked worktree', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const linked = join(root, '.planwright-linked');
    await git(root, 'worktree', 'add', '--quiet', '-b', 'other', linked);
    await git(root, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    await git(linked, 'commit', '--quiet', '--allow-empty', '-m', 'third');
    await git(linked, 'merge', '--no-commit', '--no-ff', 'main');
    const changed = await changesIn((await watched(linked)).told);
    await git(linked, 'merge', '--quit');
    expect(await changed()).toEqual([expect.stringMatching(/^\.git\/worktrees\/.*\/MERGE_HEAD$/)]);
  });

  it('is that of a linked worktree where the project is one', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const linked = join(root, '.planwright-linked');
    await git(root, 'worktree', 'add', '--quiet', '-b', 'other', linked);
    const { asked, told } = await watched(linked);
    expect((await told())['.git/HEAD']).toBe('ref: refs/heads/other\n');
    await expect.poll(asked).toBe(0);
    await git(root, 'tag', 'v1');
    expect(await told()).toHaveProperty(['.git/refs/tags/v1']);
  });

  it('is asked of git every time where branches are kept behind a link', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await git(root, 'branch', 'old');
    await git(root, 'pack-refs', '--all');
    const packed = join(root, '.git', 'packed-refs');
    await rename(packed, join(root, '.git', 'elsewhere'));
    await symlink('elsewhere', packed);
    await isOld(packed);
    const { told } = await watched(root);
    expect(await told()).toHaveProperty(['.git/refs/heads/old']);
    await git(root, 'update-ref', '-d', 'refs/heads/old');
    expect(await told()).not.toHaveProperty(['.git/refs/heads/old']);
  });

  it('is asked of git every time where branches are kept in a format that has a file in place of their folder', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await git(root, 'pack-refs', '--all');
    const heads = join(root, '.git', 'refs', 'heads');
    await rm(heads, { recursive: true });
    await writeFile(heads, 'elsewhere');
    await isOld(heads);
    const { asked } = await watched(root);
    expect([await asked(), await asked(), await asked()]).toEqual([1, 1, 1]);
  });
});

/** The paths whose state is another than when it was asked for the last time. */
async function changesIn(told: () => Promise<Readonly<Record<string, string>>>): Promise<() => Promise<string[]>> {
  let before = await told();
  return async () => {
    const [last, now] = [before, await told()];
    before = now;
    return [...new Set([...Object.keys(last), ...Object.keys(now)])].filter((path) => last[path] !== now[path]);
  };
}

/** Waits until a file is so old that it is not read again for its newness alone. */
async function isOld(file: string): Promise<void> {
  await expect.poll(async () => Date.now() - (await lstat(file)).ctimeMs).toBeGreaterThan(150);
}
