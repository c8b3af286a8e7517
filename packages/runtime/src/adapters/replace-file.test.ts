import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { replaceFile } from './replace-file.js';

describe('replacing a file', () => {
  it('keeps its mode and leaves nothing beside it', async () => {
    const root = await aProject({ 'tasks.md': 'before' });
    const file = join(root, 'tasks.md');
    await chmod(file, 0o640);
    await replaceFile(file, 'after');
    expect(await readFile(file, 'utf8')).toBe('after');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(root)).toEqual(['tasks.md']);
  });

  it('replaces no link and no folder, and says so', async () => {
    const root = await aProject({ 'real.md': 'kept' });
    await symlink('real.md', join(root, 'link.md'));
    await mkdir(join(root, 'folder'));
    for (const name of ['link.md', 'folder'])
      await expect(replaceFile(join(root, name), 'x')).rejects.toMatchObject({
        code: 'store-unwritable',
        message: expect.stringContaining('it is no regular file'),
      });
    expect(await readFile(join(root, 'real.md'), 'utf8')).toBe('kept');
  });

  it('says that the folder is not there', async () => {
    const root = await aProject();
    await expect(replaceFile(join(root, 'a/b.md'), 'x')).rejects.toThrow('its folder is not there');
    await writeFile(join(root, 'a'), '');
    await expect(replaceFile(join(root, 'a/b.md'), 'x')).rejects.toThrow('its folder is not there');
  });
});
