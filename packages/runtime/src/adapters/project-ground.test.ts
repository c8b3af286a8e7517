import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LookAtGround } from '../ports/ground.js';
import { aProject } from '../testing/temporary-project.js';
import { changedBetween, createProjectGround } from './project-ground.js';
import { aRepository, git } from './workspaces/testing/a-git-project.js';

const agents = { 'agent coder': { tools: ['write'] }, model: 'offline' };
const environment = process.env;
const groundOf = (root: string, resolved: Record<string, unknown> = agents): LookAtGround =>
  createProjectGround({ root, environment, agents: resolved });

async function commit(root: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text);
  await git(root, 'add', '--all');
  await git(root, 'commit', '--quiet', '--allow-empty', '-m', 'next');
  return git(root, 'rev-parse', 'HEAD');
}

describe('the ground of a project', () => {
  it('is the commit that is checked out, and is not asked of git again while nothing moves', async () => {
    const root = await aRepository({ a: '1' });
    const look = groundOf(root);
    const first = await look();
    expect(first.baseCommit).toBe(await git(root, 'rev-parse', 'HEAD'));
    await writeFile(join(root, 'a'), 'not committed');
    expect(await look()).toBe(first);
  });

  it.each<[string, (root: string) => Promise<unknown>]>([
    ['a commit', (root) => commit(root, { a: '2' })],
    ['a commit of nothing', (root) => commit(root, {})],
    ['another branch', (root) => git(root, 'checkout', '--quiet', 'other')],
    ['a reset', (root) => git(root, 'reset', '--quiet', '--hard', 'other')],
    ['a commit checked out by itself', (root) => git(root, 'checkout', '--quiet', '--detach', 'other')],
    ['a branch moved from elsewhere', (root) => git(root, 'update-ref', 'refs/heads/main', 'other')],
  ])('moves with %s', async (_what, move) => {
    const root = await aRepository({ a: '1' });
    await git(root, 'branch', 'other');
    await commit(root, { a: 'on main' });
    await git(root, 'pack-refs', '--all');
    const look = groundOf(root);
    const before = await look();
    await move(root);
    const after = await look();
    expect(after.baseCommit).toBe(await git(root, 'rev-parse', 'HEAD'));
    expect(after.baseCommit).not.toBe(before.baseCommit);
  });

  it('moves in a linked worktree with that worktree alone', async () => {
    const repository = await aRepository({ a: '1' });
    const root = join(await aProject(), 'linked');
    await git(repository, 'worktree', 'add', '--quiet', '-b', 'linked', root);
    const look = groundOf(root);
    const before = await look();
    await commit(repository, { a: 'elsewhere' });
    expect((await look()).baseCommit).toBe(before.baseCommit);
    const here = await commit(root, { a: 'here' });
    expect((await look()).baseCommit).toBe(here);
  });

  it('has no commit before the first, nor without git', async () => {
    const unborn = await aProject();
    await git(unborn, 'init', '--quiet');
    for (const root of [unborn, await aProject()]) expect((await groundOf(root)()).baseCommit).toBeNull();
    const withoutGit = createProjectGround({ root: await aRepository({}), environment: { PATH: '' }, agents });
    expect((await withoutGit()).baseCommit).toBeNull();
  });

  it('is another for other agents, tools or models, and says which', async () => {
    const root = await aProject();
    const [one, other] = [
      await groundOf(root)(),
      await groundOf(root, { ...agents, 'agent coder': { tools: ['shell'] } })(),
    ];
    expect(other.agents).not.toBe(one.agents);
    expect(other.parts).toEqual({ ...one.parts, 'agent coder': expect.stringMatching(/^[0-9a-f]{12}$/) as string });
    expect(other.parts?.['agent coder']).not.toBe(one.parts?.['agent coder']);
  });
});

describe('what changed between two commits', () => {
  it('are the files of the project', async () => {
    const root = await aRepository({ a: '1', b: '1' });
    const from = await git(root, 'rev-parse', 'HEAD');
    const to = await commit(root, { a: '2', c: '1' });
    expect(await changedBetween({ root, environment }, from, to)).toEqual([
      { path: 'a', change: 'changed' },
      { path: 'c', change: 'added' },
    ]);
  });

  it('is nothing where one of them is gone', async () => {
    const root = await aRepository({ a: '1' });
    expect(await changedBetween({ root, environment }, '0'.repeat(40), 'HEAD')).toEqual([]);
  });
});
