import { chmod, mkdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createFileDigests } from './workspace-digest.js';

const { signal } = new AbortController();

/** A folder, and its digests once no file in it is so new that it is read again anyway. */
async function known(files: Readonly<Record<string, string>>) {
  const root = await aProject(files);
  const digests = createFileDigests();
  const take = (listing: readonly string[] | Promise<readonly string[]> = Object.keys(files)) =>
    digests.digest(root, listing, signal);
  const before = await vi.waitFor(async () => {
    const taken = await take();
    expect(await take()).toBe(taken);
    return taken;
  });
  return { root, digests, take, before };
}

describe('digests of files', () => {
  it('are the same map while no file was touched', async () => {
    const { take, before } = await known({ 'a.txt': 'a', 'b/c.txt': 'c' });
    expect([...before.keys()]).toEqual(['a.txt', 'b/c.txt']);
    expect(await take(Promise.resolve(['b/c.txt', 'a.txt']))).toBe(before);
  });

  it('are equal, in another map, when a file was touched', async () => {
    const { root, take, before } = await known({ 'a.txt': 'a' });
    await utimes(join(root, 'a.txt'), 1, 1);
    const after = await take();
    expect(after).not.toBe(before);
    expect(after).toEqual(before);
  });

  it('tell of a change, and leave those taken before as they were', async () => {
    const { root, take, before } = await known({ 'a.txt': 'a', 'b.txt': 'b' });
    const kept = new Map(before);
    await writeFile(join(root, 'a.txt'), 'A');
    const after = await take();
    expect(after.get('a.txt')).not.toBe(before.get('a.txt'));
    expect(after.get('b.txt')).toBe(before.get('b.txt'));
    expect(before).toEqual(kept);
  });

  it('tell of a change after which size and time were put back', async () => {
    const { root, take, before } = await known({ 'a.txt': 'a' });
    const file = join(root, 'a.txt');
    const { atime, mtime } = await stat(file);
    await utimes(file, atime, mtime);
    await vi.waitFor(async () => expect(await take()).toBe(await take()));
    await writeFile(file, 'b');
    await utimes(file, atime, mtime);
    expect((await take()).get('a.txt')).not.toBe(before.get('a.txt'));
  });

  it('tell of each change to a file that changes all the time', async () => {
    const { root, take } = await known({ 'a.txt': '0' });
    const seen = new Set<string | undefined>();
    for (let number = 0; number < 10; number += 1) {
      await writeFile(join(root, 'a.txt'), String(number));
      seen.add((await take()).get('a.txt'));
    }
    expect(seen.size).toBe(10);
  });

  it('tell of a file that became a program, and of one that became a link', async () => {
    const { root, take } = await known({ 'a.txt': 'a', 'b.txt': 'b' });
    await chmod(join(root, 'a.txt'), 0o755);
    await rm(join(root, 'b.txt'));
    await symlink('a.txt', join(root, 'b.txt'));
    const after = await take();
    expect(after.get('a.txt')).toMatch(/^program:/);
    expect(after.get('b.txt')).toMatch(/^link:/);
    await rm(join(root, 'b.txt'));
    await symlink('c.txt', join(root, 'b.txt'));
    expect((await take()).get('b.txt')).not.toBe(after.get('b.txt'));
  });

  it('have what the list adds, and not what it no longer names or what is gone', async () => {
    const { root, take, before } = await known({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    await rm(join(root, 'c.txt'));
    await writeFile(join(root, 'd.txt'), 'd');
    expect([...(await take(['b.txt', 'c.txt', 'd.txt'])).keys()]).toEqual(['b.txt', 'd.txt']);
    await writeFile(join(root, 'c.txt'), 'c');
    expect((await take()).get('c.txt')).toBe(before.get('c.txt'));
  });

  it('do without what lies below a folder that became a file', async () => {
    const { root, take } = await known({ 'a/b.txt': 'b' });
    await rm(join(root, 'a'), { recursive: true });
    await writeFile(join(root, 'a'), 'now a file');
    expect([...(await take(['a', 'a/b.txt'])).keys()]).toEqual(['a']);
    await rm(join(root, 'a'));
    await mkdir(join(root, 'a'));
    expect((await take(['a', 'a/b.txt'])).size).toBe(0);
  });

  it('fail with what kept the list from coming, and are whole the next time', async () => {
    const { take, before } = await known({ 'a.txt': 'a' });
    await expect(take(Promise.reject(new Error('no list')))).rejects.toThrow('no list');
    expect(await take()).toBe(before);
  });

  it('reject with the reason of their signal', async () => {
    const { root, digests } = await known({ 'a.txt': 'a' });
    const stopped = AbortSignal.abort(new Error('cancelled'));
    await expect(digests.digest(root, ['a.txt'], stopped)).rejects.toThrow('cancelled');
    await expect(createFileDigests().digest(root, ['a.txt'], stopped)).rejects.toThrow('cancelled');
  });
});
