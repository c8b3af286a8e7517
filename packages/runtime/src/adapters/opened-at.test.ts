import { closeSync, openSync } from 'node:fs';
import { realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { isNowAt, isOpenedAt } from './opened-at.js';

function opened(path: string): number {
  const handle = openSync(path, 'r');
  onTestFinished(() => closeSync(handle));
  return handle;
}

describe.each([
  ['as this platform tells it', isOpenedAt],
  ['as any platform tells it', isNowAt],
])('whether an opened file is at a path, %s', (_, isAt) => {
  it('is so for one that was reached without links', async () => {
    const file = join(await realpath(await aProject({ 'src/a.txt': '' })), 'src', 'a.txt');
    expect(isAt(opened(file), file)).toBe(true);
  });

  it('is not so for one that was reached through a folder that is a link', async () => {
    const outside = await aProject({ 'a.txt': '' });
    const root = await realpath(await aProject({ 'src/a.txt': '' }));
    await rm(join(root, 'src'), { recursive: true });
    await symlink(outside, join(root, 'src'));
    expect(isAt(opened(join(root, 'src', 'a.txt')), join(root, 'src', 'a.txt'))).toBe(false);
  });

  it('is not so when the link is gone again before anybody looks', async () => {
    const outside = await aProject({ 'a.txt': '' });
    const root = await realpath(await aProject({ 'src/a.txt': '' }));
    await rename(join(root, 'src'), join(root, 'aside'));
    await symlink(outside, join(root, 'src'));
    const handle = opened(join(root, 'src', 'a.txt'));
    await rm(join(root, 'src'));
    await rename(join(root, 'aside'), join(root, 'src'));
    expect(isAt(handle, join(root, 'src', 'a.txt'))).toBe(false);
  });

  it('is not so for a file that is gone', async () => {
    const file = join(await realpath(await aProject({ 'a.txt': '' })), 'a.txt');
    const handle = opened(file);
    await rm(file);
    expect(isAt(handle, file)).toBe(false);
  });
});
