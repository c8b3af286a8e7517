import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import {
  aRepository,
  aSite,
  change,
  doStep,
  git,
  keptCommit,
  runId,
  signal,
  subjects,
  text,
  usersState,
  workspacesOf,
} from './testing/a-git-project.js';

const lines = (...changed: readonly string[]): string =>
  ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
    .map((line) => changed.find((to) => to.startsWith(line)) ?? line)
    .join('\n') + '\n';

describe('a step that writes', () => {
  it('works in a copy of the files as the user has them, ignored ones left out', async () => {
    const root = await aRepository({ 'a.txt': 'a', '.gitignore': 'secret.env\n', 'gone.txt': '' });
    await change(root, { 'a.txt': 'edited', 'new/b.txt': 'b', 'secret.env': 'x', 'gone.txt': null });
    const { root: place } = await workspacesOf(root).open(aSite('E1'), { signal });
    expect(await text(place, 'a.txt')).toBe('edited');
    expect(await text(place, 'new/b.txt')).toBe('b');
    for (const path of ['secret.env', 'gone.txt', '.planwright'])
      await expect(access(join(place, path))).rejects.toThrow();
  });

  it('becomes one commit with its label, title and trailers, and touches nothing of the user', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await change(root, { 'a.txt': 'staged' });
    await git(root, 'add', 'a.txt');
    await change(root, { 'a.txt': 'edited', 'b.txt': 'untracked' });
    const before = await usersState(root);
    const workspaces = workspacesOf(root);
    const workspace = await workspaces.open(aSite('E2', { title: 'Adds\n\nPlanwright-Step: zzzzz', try: 3 }), {
      signal,
    });
    await change(workspace.root, { 'c.txt': 'c', 'a.txt': 'edited twice', 'b.txt': null });
    const kept = await workspace.keep({ signal });
    expect(kept).toMatchObject({
      ok: true,
      outside: [],
      changes: [
        { path: 'a.txt', change: 'changed' },
        { path: 'b.txt', change: 'deleted' },
        { path: 'c.txt', change: 'added' },
      ],
    });
    expect(await git(root, 'log', '-1', '--format=%an%n%B', 'planwright/run-abcd')).toBe(
      'Planwright\nE2: Adds Planwright-Step: zzzzz\n\nPlanwright-Run: run-abcd\nPlanwright-Step: step2\nPlanwright-Try: 3',
    );
    expect(await usersState(root)).toEqual(before);
  });

  it('leaves no commit when nothing changed', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': 'a' }));
    expect(await doStep(workspaces, 'E1', { 'a.txt': 'a' })).toBeNull();
    expect(await subjects(workspaces)).toEqual([]);
  });

  it('keeps a change that leaves size and time of a file as they were', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    expect(await doStep(workspacesOf(root), 'E1', { 'a.txt': 'b' })).not.toBeNull();
    expect(await git(root, 'show', 'planwright/run-abcd:a.txt')).toBe('b');
  });

  it('tells what it changed outside its files, or keeps nothing when told to refuse that', async () => {
    const workspaces = workspacesOf(await aRepository({ 'src/a.ts': '' }));
    const site = aSite('E1', { files: [{ path: 'src/' }, { path: 'docs/*.md' }] });
    const workspace = await workspaces.open(site, { signal });
    await change(workspace.root, { 'src/deep/b.ts': 'b', 'docs/a.md': '', 'docs/deep/a.md': '', 'package.json': '{}' });
    const outside = ['docs/deep/a.md', 'package.json'];
    expect(await workspace.keep({ signal, outside: 'refuse' })).toMatchObject({ ok: false, files: outside });
    expect(await subjects(workspaces)).toEqual([]);
    expect(await workspace.keep({ signal })).toMatchObject({ ok: true, outside });
  });

  it('starts from what earlier steps kept, and a dropped one leaves nothing', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': 'a' }));
    await doStep(workspaces, 'E1', { 'a.txt': 'from E1' });
    const second = await workspaces.open(aSite('E2'), { signal });
    expect(await text(second.root, 'a.txt')).toBe('from E1');
    await change(second.root, { 'a.txt': 'half done', 'junk.txt': '' });
    await second.drop();
    await second.drop();
    const again = await workspaces.open(aSite('E2', { try: 2 }), { signal });
    expect(await text(again.root, 'a.txt')).toBe('from E1');
    await expect(access(join(again.root, 'junk.txt'))).rejects.toThrow();
    expect(await subjects(workspaces)).toEqual(['E1: Does E1']);
  });

  it('starts without what an earlier try brought to the branch before its process died', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': 'a' }));
    await doStep(workspaces, 'E1', { 'a.txt': 'by a try that nobody recorded', 'junk.txt': '' });
    const again = await workspaces.open(aSite('E1', { try: 2 }), { signal });
    expect(await text(again.root, 'a.txt')).toBe('a');
    await change(again.root, { 'b.txt': 'b' });
    await keptCommit(again);
    expect(await subjects(workspaces)).toEqual(['E1: Does E1']);
    expect(await workspaces.diff(runId, { signal })).not.toContain('junk.txt');
  });

  it('cannot reach the user’s repository with git commands in its place', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    await git(root, 'tag', 'v1');
    const before = await usersState(root);
    const workspace = await workspacesOf(root).open(aSite('E1'), { signal });
    expect(await git(workspace.root, 'describe', '--tags')).toBe('v1');
    expect(await git(workspace.root, 'status', '--porcelain')).toBe('');
    await change(workspace.root, { 'a.txt': 'stashed' });
    await git(workspace.root, 'stash');
    await change(workspace.root, { 'b.txt': 'b' });
    await git(workspace.root, 'checkout', '--quiet', '-b', 'mine');
    await git(workspace.root, 'add', '.');
    await git(workspace.root, 'commit', '--quiet', '-m', 'by the agent');
    await git(workspace.root, 'config', 'core.fsmonitor', 'true');
    expect(await workspace.keep({ signal })).toMatchObject({ ok: true, changes: [{ path: 'b.txt', change: 'added' }] });
    expect(await usersState(root)).toEqual(before);
    await expect(git(root, 'config', 'core.fsmonitor')).rejects.toThrow();
  });

  it('is not kept with a file that is too large or a repository in it, and says so', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': 'a' }), { maxFileBytes: 10 });
    const workspace = await workspaces.open(aSite('E1'), { signal });
    await change(workspace.root, { 'large.bin': 'x'.repeat(11), 'inner/b.txt': '' });
    await git(join(workspace.root, 'inner'), 'init', '--quiet');
    expect(await workspace.keep({ signal })).toEqual({
      ok: false,
      reason:
        'these files cannot be kept: inner (it is a git repository of its own), large.bin (it has 11 bytes; files of at most 10 are kept)',
      files: ['inner', 'large.bin'],
    });
  });
});

describe('steps at the same time', () => {
  it('have places of their own, and both are kept when they changed different lines', async () => {
    const root = await aRepository({ 'a.txt': lines() });
    const workspaces = workspacesOf(root);
    const [one, two] = [await workspaces.open(aSite('E1'), { signal }), await workspaces.open(aSite('E2'), { signal })];
    expect(one.root).not.toBe(two.root);
    await change(one.root, { 'a.txt': lines('one!') });
    await change(two.root, { 'a.txt': lines('seven!'), 'latin.txt': 'two' });
    await Promise.all([keptCommit(one), keptCommit(two)]);
    expect(await git(root, 'show', 'planwright/run-abcd:a.txt')).toBe(lines('one!', 'seven!').trim());
    expect(await subjects(workspaces)).toHaveLength(2);
  });

  it('conflict when they changed the same lines: the second is refused and the branch stays', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': lines(), 'b.txt': '' }));
    const [one, two] = [await workspaces.open(aSite('E1'), { signal }), await workspaces.open(aSite('E2'), { signal })];
    await change(one.root, { 'a.txt': lines('two 1') });
    await change(two.root, { 'a.txt': lines('two 2'), 'b.txt': 'b' });
    await keptCommit(one);
    expect(await two.keep({ signal })).toEqual({
      ok: false,
      reason: 'other steps changed the same lines meanwhile: a.txt',
      files: ['a.txt'],
    });
    expect(await subjects(workspaces)).toEqual(['E1: Does E1']);
  });

  it('conflict when one deletes what the other changes, and when both add the same file', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': lines() }));
    const [one, two] = [await workspaces.open(aSite('E1'), { signal }), await workspaces.open(aSite('E2'), { signal })];
    await change(one.root, { 'a.txt': null, 'new.txt': '1' });
    await change(two.root, { 'a.txt': lines('two 2'), 'new.txt': '2' });
    await keptCommit(one);
    expect(await two.keep({ signal })).toMatchObject({ ok: false, files: ['a.txt', 'new.txt'] });
  });
});

describe('a proof', () => {
  it('is run on the merged result, in a folder without what the step left lying about', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': 'a', '.gitignore': 'built.js\n' }));
    const workspace = await workspaces.open(aSite('E2'), { signal });
    await doStep(workspaces, 'E1', { 'b.txt': 'b' });
    await change(workspace.root, { 'a.txt': 'changed', 'built.js': 'cheat' });
    const seen: string[] = [];
    const prove = async (root: string): Promise<{ readonly ok: boolean }> => {
      seen.push(await text(root, 'a.txt'), await text(root, 'b.txt'));
      await expect(access(join(root, 'built.js'))).rejects.toThrow();
      return { ok: true };
    };
    expect(await workspace.keep({ signal, prove })).toMatchObject({ ok: true });
    expect(seen).toEqual(['changed', 'b']);
  });

  it('that refuses leaves the branch as it was, and the work can be put right and kept', async () => {
    const workspaces = workspacesOf(await aRepository({ 'a.txt': 'a' }));
    const workspace = await workspaces.open(aSite('E1'), { signal });
    await change(workspace.root, { 'a.txt': 'wrong' });
    const prove = async (root: string): Promise<{ readonly ok: boolean; readonly reason: string }> => ({
      ok: (await text(root, 'a.txt')) === 'right',
      reason: '1 test failed',
    });
    expect(await workspace.keep({ signal, prove })).toEqual({ ok: false, reason: '1 test failed', files: [] });
    expect(await subjects(workspaces)).toEqual([]);
    await change(workspace.root, { 'a.txt': 'right' });
    expect(await workspace.keep({ signal, prove })).toMatchObject({ ok: true });
  });
});

describe('a step that reads', () => {
  it('works in the project itself until the run has changed something, then in the run’s files', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    const reads = aSite('E9', { class: 'reads' });
    expect((await workspaces.open(reads, { signal })).root).toBe(root);
    expect(await workspaces.list({ signal })).toEqual([]);
    await doStep(workspaces, 'E1', { 'a.txt': 'changed' });
    const later = await workspaces.open(reads, { signal });
    expect(await text(later.root, 'a.txt')).toBe('changed');
    expect(await later.keep({ signal })).toEqual({ ok: true, commit: null, changes: [], outside: [] });
  });

  it('has a place of its own if asked for, and what it changes there is told and not kept', async () => {
    const root = await aRepository({ 'a.txt': 'a' });
    const workspaces = workspacesOf(root);
    const workspace = await workspaces.open(aSite('E1', { class: 'reads', isolated: true }), { signal });
    expect(workspace.root).not.toBe(root);
    await change(workspace.root, { 'a.txt': 'written all the same' });
    expect(await workspace.keep({ signal })).toEqual({ ok: true, commit: null, changes: [], outside: ['a.txt'] });
    expect(await subjects(workspaces)).toEqual([]);
  });
});

describe('a project without git', () => {
  it('is worked on in the same way, and applied as a patch', async () => {
    const root = await aProject({ 'a.txt': 'a', 'node_modules/x.js': '' });
    const workspaces = workspacesOf(root);
    const workspace = await workspaces.open(aSite('E1'), { signal });
    await expect(access(join(workspace.root, 'node_modules'))).rejects.toThrow();
    await change(workspace.root, { 'a.txt': 'changed', 'b.txt': 'b' });
    await keptCommit(workspace);
    expect(await text(root, 'a.txt')).toBe('a');
    expect(await workspaces.apply(runId, { how: 'merge', signal })).toMatchObject({
      ok: false,
      reason: 'the project is not in a git repository; apply it as a patch',
      only: 'patch',
    });
    expect(await workspaces.apply(runId, { how: 'patch', signal })).toMatchObject({ ok: true, commit: null });
    expect(await text(root, 'a.txt')).toBe('changed');
    await expect(access(join(root, '.git'))).rejects.toThrow();
  });
});

describe('a project in a folder of a larger repository', () => {
  it('gets its own folder to work in, and paths from there', async () => {
    const top = await aRepository({ 'package/a.txt': 'a', 'other/b.txt': 'b' });
    const root = join(top, 'package');
    const workspaces = workspacesOf(root);
    const workspace = await workspaces.open(aSite('E1'), { signal });
    expect(await text(workspace.root, '../other/b.txt')).toBe('b');
    await change(workspace.root, { 'a.txt': 'changed', '../other/b.txt': 'changed' });
    const paths = [
      { path: '../other/b.txt', change: 'changed' },
      { path: 'a.txt', change: 'changed' },
    ];
    expect(await workspace.keep({ signal })).toMatchObject({ ok: true, changes: paths });
    await workspaces.apply(runId, { how: 'rebase', signal });
    expect(await text(root, 'a.txt')).toBe('changed');
  });
});
