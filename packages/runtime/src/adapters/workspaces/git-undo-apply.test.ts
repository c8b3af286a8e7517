import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Workspaces } from '../../ports/workspaces.js';
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

const shop = {
  'price.js': 'exports.price = 3;\n',
  'check.js': "const { price } = require('./price.js');\nif (typeof price !== 'number') process.exit(1);\n",
};

/** E1, then E2 and E3 side by side, then E4 on top of E2. */
async function fourSteps(workspaces: Workspaces): Promise<void> {
  await doStep(workspaces, 'E1', { 'one.js': 'exports.one = 1;\n' });
  const [two, three] = [await workspaces.open(aSite('E2'), { signal }), await workspaces.open(aSite('E3'), { signal })];
  await change(two.root, { 'price.js': "exports.price = 'broken';\n", 'two.js': 'two\n' });
  await change(three.root, { 'three.js': 'three\n' });
  await Promise.all([keptCommit(two), keptCommit(three)]);
  await doStep(workspaces, 'E4', { 'two.js': 'two and four\n' });
}

const steps = (...numbers: readonly number[]): readonly ReturnType<typeof aSite>['stepId'][] =>
  numbers.map((number) => aSite(`E${number}`).stepId);

describe('undo', () => {
  it('of the second of four steps and its dependent leaves exactly the independent ones, and tests pass again', async () => {
    const workspaces = workspacesOf(await aRepository(shop));
    await fourSteps(workspaces);
    expect([...(await subjects(workspaces))].sort()).toEqual([
      'E1: Does E1',
      'E2: Does E2',
      'E3: Does E3',
      'E4: Does E4',
    ]);
    const check = async (): Promise<unknown> =>
      promisify(execFile)(process.execPath, ['check.js'], { cwd: await workspaces.view(runId, { signal }) });
    await expect(check()).rejects.toThrow();
    expect(await workspaces.undo(runId, steps(4, 2), { signal })).toMatchObject({
      ok: true,
      changes: [
        { path: 'price.js', change: 'changed' },
        { path: 'two.js', change: 'deleted' },
      ],
    });
    expect(await subjects(workspaces)).toEqual(['E1: Does E1', 'E3: Does E3']);
    await expect(check()).resolves.toBeDefined();
    await expect(access(join(await workspaces.view(runId, { signal }), 'two.js'))).rejects.toThrow();
  });

  it('lets the step run again, and keeps the branch as it was under a ref of the run', async () => {
    const root = await aRepository(shop);
    const workspaces = workspacesOf(root);
    await fourSteps(workspaces);
    const tip = await git(root, 'rev-parse', 'planwright/run-abcd');
    await workspaces.undo(runId, steps(4, 2), { signal });
    await doStep(workspaces, 'E2', { 'two.js': 'better\n' });
    expect(await subjects(workspaces)).toEqual(['E1: Does E1', 'E3: Does E3', 'E2: Does E2']);
    expect(await git(root, 'rev-parse', `refs/planwright/${runId}/undone/${tip}`)).toBe(tip);
  });

  it('that would break a later step changes nothing and names the step and the file', async () => {
    const workspaces = workspacesOf(await aRepository(shop));
    await fourSteps(workspaces);
    const before = await workspaces.list({ signal });
    const undone = await workspaces.undo(runId, steps(2), { signal });
    expect(undone).toMatchObject({ ok: false, files: ['two.js'] });
    expect(undone).toHaveProperty(
      'reason',
      '"E4: Does E4" builds on the same lines, so it would have to be undone too: two.js',
    );
    expect(await workspaces.list({ signal })).toEqual(before);
  });

  it('of a step that changed nothing is done', async () => {
    const workspaces = workspacesOf(await aRepository(shop));
    await doStep(workspaces, 'E1', { 'one.js': '' });
    expect(await workspaces.undo(runId, steps(9), { signal })).toMatchObject({ ok: true, changes: [] });
  });

  it('of a run that wrote nothing says so', async () => {
    const workspaces = workspacesOf(await aRepository(shop));
    await expect(workspaces.undo(runId, steps(1), { signal })).rejects.toMatchObject({ code: 'run-not-found' });
  });
});

describe('diff', () => {
  it('shows one step’s work, or the run’s', async () => {
    const workspaces = workspacesOf(await aRepository(shop));
    await fourSteps(workspaces);
    const [second] = steps(2);
    const ofStep = await workspaces.diff(runId, { stepId: second, signal });
    expect(ofStep).toContain("+exports.price = 'broken';");
    expect(ofStep).not.toContain('three');
    expect(await workspaces.diff(runId, { signal })).toContain('+three');
    expect(await workspaces.diff(runId, { stepId: steps(8)[0], signal })).toBe('');
  });
});

describe('apply', () => {
  it.each(['merge', 'rebase'] as const)('by %s gives the branch the steps’ commits', async (how) => {
    const root = await aRepository(shop);
    const workspaces = workspacesOf(root);
    await fourSteps(workspaces);
    expect(await workspaces.apply(runId, { how, signal })).toMatchObject({ ok: true, moved: false });
    expect(await git(root, 'log', '--format=%s', '--reverse')).toMatch(/^first\nE1: Does E1\n/);
    expect(await git(root, 'status', '--porcelain', '--', ':!.planwright')).toBe('');
    expect(await text(root, 'two.js')).toBe('two and four\n');
  });

  it('brings only what the run changed: uncommitted work stays uncommitted, staged work staged', async () => {
    const root = await aRepository({ ...shop, 'mine.txt': 'a\n', 'staged.txt': 'a\n' });
    await change(root, { 'mine.txt': 'edited\n', 'staged.txt': 'edited\n', 'untracked.txt': 'new\n' });
    await git(root, 'add', 'staged.txt');
    const workspaces = workspacesOf(root);
    await fourSteps(workspaces);
    const status = await git(root, 'status', '--porcelain');
    for (const how of ['merge', 'rebase'] as const) {
      expect(await workspaces.apply(runId, { how, signal })).toMatchObject({ ok: true });
      expect(await git(root, 'status', '--porcelain')).toBe(status);
    }
    expect(await git(root, 'log', '--format=%s', '--', 'mine.txt', 'untracked.txt')).toBe('first');
  });

  it('merges into a branch that moved on, and says that it moved', async () => {
    const root = await aRepository(shop);
    const workspaces = workspacesOf(root);
    await fourSteps(workspaces);
    await change(root, { 'mine.txt': 'mine\n' });
    await git(root, 'add', 'mine.txt');
    await git(root, 'commit', '--quiet', '-m', 'mine');
    expect(await workspaces.drift(runId, { signal })).toEqual({
      head: await git(root, 'rev-parse', 'HEAD'),
      changes: [{ path: 'mine.txt', change: 'added' }],
    });
    expect(await workspaces.apply(runId, { how: 'merge', signal })).toMatchObject({ ok: true, moved: true });
    expect((await git(root, 'log', '-1', '--format=%P')).split(' ')).toHaveLength(2);
    expect(await text(root, 'mine.txt')).toBe('mine\n');
    expect(await text(root, 'three.js')).toBe('three\n');
  });

  it.each(['merge', 'rebase', 'patch'] as const)(
    'by %s onto a branch that moved reports the conflict and loses nothing',
    async (how) => {
      const root = await aRepository(shop);
      const workspaces = workspacesOf(root);
      await fourSteps(workspaces);
      await change(root, { 'price.js': 'exports.price = 4;\n' });
      await git(root, 'commit', '--quiet', '-am', 'mine');
      await change(root, { 'check.js': 'dirty\n' });
      const before = await usersState(root);
      expect(await workspaces.apply(runId, { how, signal })).toMatchObject({ ok: false, files: ['price.js'] });
      expect(await usersState(root)).toEqual(before);
      expect(await text(root, 'price.js')).toBe('exports.price = 4;\n');
      expect(await text(root, 'check.js')).toBe('dirty\n');
      expect(await subjects(workspaces)).toHaveLength(4);
    },
  );

  it.each(['merge', 'rebase'] as const)(
    'by %s refuses to touch files with uncommitted changes, and names them',
    async (how) => {
      const root = await aRepository(shop);
      const workspaces = workspacesOf(root);
      await doStep(workspaces, 'E1', { 'price.js': 'exports.price = 5;\n', 'new.js': 'run\n' });
      await change(root, { 'price.js': 'exports.price = 3; // mine\n', 'new.js': 'mine\n' });
      const before = await usersState(root);
      expect(await workspaces.apply(runId, { how, signal })).toMatchObject({
        ok: false,
        files: ['new.js', 'price.js'],
      });
      expect(await usersState(root)).toEqual(before);
      expect(await text(root, 'new.js')).toBe('mine\n');
    },
  );

  it('as a patch takes over uncommitted work that the run started from, and refuses what was edited since', async () => {
    const root = await aRepository({ 'a.txt': 'a\n', 'b.txt': '1\n2\n3\n4\n5\n' });
    await change(root, { 'a.txt': 'a\nmine\n' });
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', { 'a.txt': 'a\nmine\nrun\n', 'b.txt': '1!\n2\n3\n4\n5\n' });
    await change(root, { 'b.txt': '1\n2\n3\n4\n5!\n' });
    expect(await workspaces.apply(runId, { how: 'patch', signal })).toMatchObject({ ok: false, files: ['b.txt'] });
    expect(await text(root, 'a.txt')).toBe('a\nmine\n');
    await git(root, 'commit', '--quiet', '-m', 'mine', 'b.txt');
    const { index, head } = await usersState(root);
    expect(await workspaces.apply(runId, { how: 'patch', signal })).toMatchObject({ ok: true, commit: null });
    expect(await text(root, 'a.txt')).toBe('a\nmine\nrun\n');
    expect(await text(root, 'b.txt')).toBe('1!\n2\n3\n4\n5!\n');
    expect(await usersState(root)).toMatchObject({ index, head });
  });

  it('never overwrites an ignored file', async () => {
    const root = await aRepository({ '.gitignore': 'local.env\n' });
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', { '.gitignore': '', 'local.env': 'from the run\n' });
    await change(root, { 'local.env': 'mine\n' });
    for (const how of ['merge', 'rebase', 'patch'] as const) {
      expect(await workspaces.apply(runId, { how, signal })).toMatchObject({ ok: false });
      expect(await text(root, 'local.env')).toBe('mine\n');
    }
  });
});

describe('clean', () => {
  it('refuses to lose work that was not applied, and removes all there is once it was', async () => {
    const root = await aRepository(shop);
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', { 'one.js': '1' });
    expect(await workspaces.clean(runId, { signal })).toEqual({
      ok: false,
      reason: 'this has not been applied and would be lost: E1: Does E1. Apply it, or clean with --force',
    });
    await workspaces.apply(runId, { how: 'rebase', signal });
    expect(await workspaces.list({ signal })).toMatchObject([{ runId, applied: true }]);
    expect(await workspaces.clean(runId, { signal })).toEqual({ ok: true });
    expect(await git(root, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    await expect(access(join(root, '.planwright', 'worktrees', runId))).rejects.toThrow();
  });

  it('loses it when forced, but not while a step is at work', async () => {
    const workspaces = workspacesOf(await aRepository(shop));
    await doStep(workspaces, 'E1', { 'one.js': '1' });
    const workspace = await workspaces.open(aSite('E2'), { signal });
    expect(await workspaces.clean(runId, { force: true, signal })).toEqual({
      ok: false,
      reason: 'a step of the run is at work',
    });
    await workspace.drop();
    expect(await workspaces.clean(runId, { force: true, signal })).toEqual({ ok: true });
    expect(await workspaces.list({ signal })).toEqual([]);
  });
});

describe('the run’s branch', () => {
  it('is not moved while a person has it checked out', async () => {
    const root = await aRepository(shop);
    const workspaces = workspacesOf(root);
    await doStep(workspaces, 'E1', { 'one.js': '1' });
    await git(root, 'checkout', '--quiet', 'planwright/run-abcd');
    await expect(doStep(workspaces, 'E2', { 'two.js': '2' })).rejects.toMatchObject({ code: 'command-refused' });
    expect(await subjects(workspaces)).toEqual(['E1: Does E1']);
  });
});
