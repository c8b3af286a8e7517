import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '@planwright/core';
import { aRepository, change, git, signal, workspacesOf } from './testing/a-git-project.js';

/** A project with a submodule at `library` and a clone that nobody added at `clone`; tells what changed since the last time. */
async function watched() {
  const library = await aRepository({ 'library.js': 'library', '.gitignore': 'built.js\n' });
  const root = await aRepository({ 'a.txt': 'a' });
  await git(root, 'submodule', '--quiet', 'add', library, 'library');
  await git(root, 'commit', '--quiet', '-m', 'library');
  await git(root, 'clone', '--quiet', library, 'clone');
  const workspaces = workspacesOf(root);
  let last = await workspaces.digest(root, { signal });
  const changed = async (): Promise<readonly string[]> => {
    const before = last;
    last = await workspaces.digest(root, { signal });
    return changesBetween(before.files, last.files).map(({ path }) => path);
  };
  return { root, changed };
}

describe.each(['library', 'clone'])('the digest of a project with a repository inside, at %s,', (inner) => {
  it('tells of its files, but not of those that it ignores', async () => {
    const { root, changed } = await watched();
    await change(root, { [`${inner}/library.js`]: 'LIBRARY', [`${inner}/new.js`]: 'new' });
    expect(await changed()).toEqual([`${inner}/library.js`, `${inner}/new.js`]);
    await change(root, { [`${inner}/built.js`]: 'built' });
    expect(await changed()).toEqual([]);
  });

  it('tells of its index, its commits, its settings and its hooks', async () => {
    const { root, changed } = await watched();
    const folder = join(root, inner);
    await change(root, { [`${inner}/library.js`]: 'LIBRARY' });
    await changed();
    await git(folder, 'add', '--all');
    expect(await changed()).toEqual([`${inner}/.git/index`]);
    await git(folder, 'commit', '--quiet', '-m', 'mine');
    expect(await changed()).toEqual([`${inner}/.git/refs/heads/main`]);
    await git(folder, 'config', 'core.editor', 'evil');
    expect(await changed()).toEqual([`${inner}/.git/config`]);
    await writeFile(await git(folder, 'rev-parse', '--path-format=absolute', '--git-path', 'hooks/pre-push'), 'evil');
    expect(await changed()).toEqual([`${inner}/.git/hooks/pre-push`]);
  });

  it('tells that it is no repository any more, and of files that are put there then', async () => {
    const { root, changed } = await watched();
    await rename(join(root, inner, '.git'), join(root, '.git', 'put-aside'));
    expect((await changed())[0]).toMatch(new RegExp(`^${inner}/\\.git`));
    await change(root, { [`${inner}/hidden.js`]: 'hidden' });
    expect(await changed()).toEqual([`${inner}/hidden.js`]);
  });
});

describe('the digest of a project with a submodule', () => {
  it('tells that its folder was led to another repository', async () => {
    const { root, changed } = await watched();
    await writeFile(join(root, 'library', '.git'), `gitdir: ${join(root, 'clone', '.git')}\n`);
    expect(await changed()).toEqual(['library/.git']);
  });

  it('tells of files in a folder that was never filled', async () => {
    const { root, changed } = await watched();
    await git(root, 'submodule', '--quiet', 'deinit', '--force', 'library');
    await rm(join(root, '.git', 'modules'), { recursive: true });
    await changed();
    await change(root, { 'library/hidden.js': 'hidden' });
    expect(await changed()).toEqual(['library/hidden.js']);
  });
});
