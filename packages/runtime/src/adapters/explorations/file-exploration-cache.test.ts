import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { explorationSchema } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createFileExplorationCache } from './file-exploration-cache.js';
import { anExploration } from './testing/an-exploration.js';

async function aCache() {
  const folder = join(await aProject(), 'explorations');
  return { folder, cache: createFileExplorationCache(folder) };
}

async function indexOf(folder: string): Promise<{ angle: string; file: string }[]> {
  const text = await readFile(join(folder, 'cache-index.json'), 'utf8');
  return (JSON.parse(text) as { entries: { angle: string; file: string }[] }).entries;
}

describe('the cache of explorations', () => {
  it('gives back what it keeps, in a file that others can read too', async () => {
    const { cache, folder } = await aCache();
    const kept = anExploration('Add limits');
    expect(await cache.find(kept)).toEqual({ notes: [] });
    expect(await cache.keep(kept)).toBe('explore-security.json');
    expect(await cache.find(kept)).toEqual({ kept, file: 'explore-security.json', notes: [] });
    const written: unknown = JSON.parse(await readFile(join(folder, 'explore-security.json'), 'utf8'));
    expect(explorationSchema.safeParse(written).success).toBe(true);
    expect(await indexOf(folder)).toEqual([
      {
        angle: 'security',
        keywords: ['add', 'limits'],
        file: 'explore-security.json',
        created_by: 'offline',
        created_at: '2026-01-01T00:00:00.000Z',
        file_count: 1,
      },
    ]);
    expect(await readdir(folder)).toEqual(['cache-index.json', 'explore-security.json']);
  });

  it('keeps the same angle of two tasks side by side, and replaces what is known by the same id', async () => {
    const { cache, folder } = await aCache();
    const [one, other] = [anExploration('Add limits'), anExploration('Remove limits')];
    expect(await cache.keep(one)).toBe('explore-security.json');
    expect(await cache.keep(other)).toBe(`explore-security-${other.id}.json`);
    await cache.keep({ ...one, state: 's2' });
    await cache.keep({ ...other, state: 's3' });
    expect((await cache.find(one)).kept?.state).toBe('s2');
    expect((await cache.find(other)).kept?.state).toBe('s3');
    expect(await indexOf(folder)).toHaveLength(2);
  });

  it('makes a corrupt index anew, and says so', async () => {
    const { cache, folder } = await aCache();
    const kept = anExploration('Add limits');
    await cache.keep(kept);
    await writeFile(join(folder, 'cache-index.json'), '{"entries": [');
    expect(await cache.find(kept)).toEqual({
      kept,
      file: 'explore-security.json',
      notes: ['the index of explorations could not be read and was made anew from 1 files'],
    });
    expect(await indexOf(folder)).toHaveLength(1);
    expect((await cache.find(kept)).notes).toEqual([]);
  });

  it('notices that a file is gone, and says so', async () => {
    const { cache, folder } = await aCache();
    const kept = anExploration('Add limits');
    await cache.keep(kept);
    await rm(join(folder, 'explore-security.json'));
    expect(await cache.find(kept)).toEqual({
      notes: ['the index of explorations named explore-security.json, which is gone; it was made anew'],
    });
    expect(await indexOf(folder)).toEqual([]);
  });

  it.each(['', '{"half', '{}', '[]', '\0\0'])('does not use a damaged file (%j), and says so', async (text) => {
    const { cache, folder } = await aCache();
    const kept = anExploration('Add limits');
    await cache.keep(kept);
    await writeFile(join(folder, 'explore-security.json'), text);
    const found = await cache.find(kept);
    expect(found.kept).toBeUndefined();
    expect(found.notes).toContain(`explore-security.json in ${folder} is damaged and is not used`);
    await cache.keep(kept);
    expect((await cache.find(kept)).kept).toEqual(kept);
  });

  it('does not take another exploration for the one that was asked for', async () => {
    const { cache } = await aCache();
    await cache.keep(anExploration('Add limits'));
    expect((await cache.find(anExploration('Something else'))).kept).toBeUndefined();
    expect(await cache.find({ id: 'x', angle: '../../etc/passwd' })).toEqual({ notes: [] });
  });

  it('says why it cannot keep anything', async () => {
    const root = await aProject({ taken: 'a file' });
    const cache = createFileExplorationCache(join(root, 'taken', 'explorations'));
    await expect(cache.keep(anExploration('x'))).rejects.toMatchObject({ code: 'store-unwritable' });
    expect(await cache.find(anExploration('x'))).toEqual({ notes: [] });
  });

  it('loses nothing when many write at once', async () => {
    const { cache, folder } = await aCache();
    const all = Array.from({ length: 24 }, (_, place) =>
      anExploration(`Task ${place}`, place % 2 === 0 ? 'security' : 'testing'),
    );
    await Promise.all(all.map((one) => createFileExplorationCache(folder).keep(one)));
    for (const one of all) expect((await cache.find(one)).kept).toEqual(one);
    expect(await indexOf(folder)).toHaveLength(24);
  });

  it('loses nothing when several processes write at once', async () => {
    const { cache, folder } = await aCache();
    const script = join(import.meta.dirname, 'testing', 'keep-explorations.ts');
    const run = (name: string): Promise<unknown> =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', '-C', 'planwright-source', script, folder, name, '4']);
    await Promise.all(['a', 'b', 'c'].map(run));
    expect(await indexOf(folder)).toHaveLength(12);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const ids = await Promise.all(
      (await indexOf(folder)).map(async ({ file }) => {
        const { _metadata } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
          _metadata: { cache: { id: string }; exploration_angle: string };
        };
        return (await cache.find({ id: _metadata.cache.id, angle: _metadata.exploration_angle })).kept?.id;
      }),
    );
    expect(new Set(ids).size).toBe(12);
  });
});
