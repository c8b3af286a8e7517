import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Workspaces } from '../../ports/workspaces.js';
import { aProject } from '../../testing/temporary-project.js';
import { createWorkspaces } from './create-workspaces.js';
import { aSite, change, doStep, keptCommit, runId, signal, subjects, text } from './testing/a-git-project.js';

/** As on a machine without git. */
function workspacesOf(root: string): Promise<Workspaces> {
  const environment = { PATH: join(root, 'nothing-here') };
  return createWorkspaces({ root, stateFolder: join(root, '.planwright'), environment });
}

const steps = (...numbers: readonly number[]): readonly ReturnType<typeof aSite>['stepId'][] =>
  numbers.map((number) => aSite(`E${number}`).stepId);

describe('a machine without git', () => {
  it('gives a step a copy without ignored files, and brings its work to the run only', async () => {
    const root = await aProject({ 'a.txt': 'a', 'gone.txt': '', '.gitignore': 'secret.env\n', 'secret.env': 'x' });
    const workspaces = await workspacesOf(root);
    const workspace = await workspaces.open(aSite('E1', { files: [{ path: 'a.txt' }] }), { signal });
    await expect(access(join(workspace.root, 'secret.env'))).rejects.toThrow();
    await change(workspace.root, { 'a.txt': 'changed', 'gone.txt': null, 'new/b.txt': 'b' });
    expect(await workspace.keep({ signal })).toEqual({
      ok: true,
      commit: null,
      changes: [
        { path: 'a.txt', change: 'changed' },
        { path: 'gone.txt', change: 'deleted' },
        { path: 'new/b.txt', change: 'added' },
      ],
      outside: ['gone.txt', 'new/b.txt'],
    });
    expect(await text(root, 'a.txt')).toBe('a');
    const reads = await workspaces.open(aSite('E2', { class: 'reads' }), { signal });
    expect(await text(reads.root, 'new/b.txt')).toBe('b');
  });

  it('refuses the second of two steps that changed one file, and a proof that fails', async () => {
    const workspaces = await workspacesOf(await aProject({ 'a.txt': 'a' }));
    const [one, two] = [await workspaces.open(aSite('E1'), { signal }), await workspaces.open(aSite('E2'), { signal })];
    await change(one.root, { 'a.txt': '1' });
    await change(two.root, { 'a.txt': '2' });
    const prove = async (root: string): Promise<{ readonly ok: boolean; readonly reason: string }> => ({
      ok: false,
      reason: `found ${await text(root, 'a.txt')}`,
    });
    expect(await one.keep({ signal, prove })).toEqual({ ok: false, reason: 'found 1', files: [] });
    await keptCommit(one);
    expect(await two.keep({ signal })).toMatchObject({ ok: false, files: ['a.txt'] });
    expect(await subjects(workspaces)).toEqual(['E1: Does E1']);
  });

  it('undoes a step and leaves the independent ones; one that others build on is refused', async () => {
    const workspaces = await workspacesOf(await aProject({ 'a.txt': 'a' }));
    await doStep(workspaces, 'E1', { 'a.txt': '1', 'one.txt': '' });
    await doStep(workspaces, 'E2', { 'b.txt': '2' });
    await doStep(workspaces, 'E3', { 'a.txt': '3' });
    expect(await workspaces.undo(runId, steps(1), { signal })).toMatchObject({ ok: false, files: ['a.txt'] });
    expect(await workspaces.undo(runId, steps(3, 1), { signal })).toEqual({
      ok: true,
      changes: [
        { path: 'a.txt', change: 'changed' },
        { path: 'one.txt', change: 'deleted' },
      ],
    });
    expect(await subjects(workspaces)).toEqual(['E2: Does E2']);
    expect(await text(await workspaces.view(runId, { signal }), 'a.txt')).toBe('a');
  });

  it('shows what changed, applies it as a patch, and never over an edit of the user', async () => {
    const root = await aProject({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const workspaces = await workspacesOf(root);
    await doStep(workspaces, 'E1', { 'a.txt': 'changed\n' });
    expect(await workspaces.diff(runId, { stepId: steps(1)[0], signal })).toContain('-a\n+changed\n');
    expect(await workspaces.apply(runId, { how: 'merge', signal })).toMatchObject({ ok: false });
    await change(root, { 'a.txt': 'mine\n', 'b.txt': 'mine\n' });
    expect(await workspaces.apply(runId, { how: 'patch', signal })).toMatchObject({ ok: false, files: ['a.txt'] });
    await change(root, { 'a.txt': 'a\n' });
    expect(await workspaces.clean(runId, { signal })).toMatchObject({ ok: false });
    expect(await workspaces.apply(runId, { how: 'patch', signal })).toMatchObject({ ok: true });
    expect([await text(root, 'a.txt'), await text(root, 'b.txt')]).toEqual(['changed\n', 'mine\n']);
    expect(await workspaces.clean(runId, { signal })).toEqual({ ok: true });
    expect(await workspaces.list({ signal })).toEqual([]);
  });

  it('has throwaway copies and digests', async () => {
    const root = await aProject({ 'a.txt': 'a' });
    const workspaces = await workspacesOf(root);
    const before = await workspaces.digest(root, { signal });
    const copy = await workspaces.throwaway({ signal });
    await change(copy.root, { 'a.txt': 'b' });
    await copy.dispose();
    expect((await workspaces.digest(root, { signal })).digest).toBe(before.digest);
  });
});
