import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { pathWithin } from './root-paths.js';

describe('pathWithin', () => {
  it('gives a path of the root as one within it, whether it is there or not', async () => {
    const root = await aProject({ 'src/a.txt': '' });
    expect(await pathWithin(root, join(root, 'src/a.txt'))).toBe('src/a.txt');
    expect(await pathWithin(root, 'src/../new/b.txt')).toBe('new/b.txt');
    expect(await pathWithin(root, root)).toBe('');
  });

  it('knows the root by its real name too', async () => {
    const real = await aProject();
    const links = await aProject();
    await symlink(real, join(links, 'root'));
    expect(await pathWithin(join(links, 'root'), join(real, 'a.txt'))).toBe('a.txt');
    expect(await pathWithin(join(links, 'root'), join(links, 'root', 'a.txt'))).toBe('a.txt');
  });

  it('gives nothing for what is outside, however it is written', async () => {
    const root = await aProject();
    await mkdir(join(root, 'src'));
    await symlink('..', join(root, 'src/up'));
    await symlink('../..', join(root, 'src/out'));
    await symlink('loop', join(root, 'loop'));
    const paths = ['..', '../a', `${root}-other/a`, '/', 'a\0b', 'src/out', 'src/out/a', 'loop'];
    expect(await Promise.all(paths.map((path) => pathWithin(root, path)))).toEqual(paths.map(() => undefined));
    expect(await pathWithin(root, 'src/up/a.txt')).toBe('a.txt');
  });
});
