import { chmod, mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { isPlanFolder, readPlanFolder } from './plan-folder.js';
import { writePlanFolder } from './write-plan-folder.js';

const plan = (...ids: readonly string[]) => [
  { path: 'plan.json', json: { summary: 'x', task_ids: ids, task_count: ids.length } },
  ...ids.map((id) => ({ path: `.task/${id}.json`, json: { id } })),
];

/** Every path below a folder. */
async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

describe('writing a plan’s folder', () => {
  it('makes it with all that leads to it', async () => {
    const root = await aProject();
    await writePlanFolder(join(root, 'a/b/plan'), [
      ...plan('TASK-001', 'TASK-002'),
      { path: 'planning-context.md', text: '# why\n' },
    ]);
    expect(await pathsIn(root)).toEqual([
      'a/b/plan/.task/TASK-001.json',
      'a/b/plan/.task/TASK-002.json',
      'a/b/plan/plan.json',
      'a/b/plan/planning-context.md',
    ]);
    expect(await readFile(join(root, 'a/b/plan/.task/TASK-001.json'), 'utf8')).toBe('{\n  "id": "TASK-001"\n}\n');
  });

  it('fills an empty one', async () => {
    const root = await aProject();
    await writePlanFolder(root, plan('TASK-001'));
    expect(await pathsIn(root)).toEqual(['.task/TASK-001.json', 'plan.json']);
  });

  it('replaces a plan as a whole and leaves alone what lies beside it', async () => {
    const root = await aProject();
    await writePlanFolder(join(root, 'plan'), [
      ...plan('TASK-001', 'TASK-002'),
      { path: 'planning-context.md', text: '# why that plan\n' },
    ]);
    await mkdir(join(root, 'plan/explorations'));
    await writeFile(join(root, 'plan/explorations/explore-x.json'), '{}');
    await writeFile(join(root, 'plan/notes.md'), 'mine');
    await writePlanFolder(join(root, 'plan'), plan('TASK-001', 'TASK-003'));
    expect(await pathsIn(join(root, 'plan'))).toEqual([
      '.task/TASK-001.json',
      '.task/TASK-003.json',
      'explorations/explore-x.json',
      'notes.md',
      'plan.json',
    ]);
    expect(await readdir(root)).toEqual(['plan']);
  });

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['files of somebody', { 'plan/readme.md': 'x', 'plan/src/a.ts': 'y' }, /holds something else \(readme\.md, src\)/],
    [
      'a plan of another form',
      { 'plan/plan.json': '{"planwright": 1, "steps": []}' },
      /holds something else \(plan\.json\)/,
    ],
    ['a plan.json that is no JSON', { 'plan/plan.json': 'hello' }, /holds something else \(plan\.json\)/],
    [
      'something among the tasks',
      { 'plan/plan.json': '{"task_ids": ["TASK-001"]}', 'plan/.task/TASK-001.json': '{}', 'plan/.task/notes.md': 'x' },
      /holds something else \(notes\.md\)/,
    ],
    [
      'another plan beside it',
      { 'plan/plan.json': '{"task_ids": ["TASK-001"]}', 'plan/fix-plan.json': '{}' },
      /holds something else \(fix-plan\.json\)/,
    ],
  ])('refuses a folder that holds %s, and changes nothing', async (_name, files, message) => {
    const root = await aProject(files);
    const before = await pathsIn(root);
    await expect(writePlanFolder(join(root, 'plan'), plan('TASK-009'))).rejects.toThrow(message);
    expect(await pathsIn(root)).toEqual(before);
  });

  it('refuses a file and a link in its place', async () => {
    const root = await aProject({ file: 'x', 'elsewhere/.keep': '' });
    await symlink(join(root, 'elsewhere'), join(root, 'link'));
    await expect(writePlanFolder(join(root, 'file'), plan('TASK-001'))).rejects.toThrow('is no folder; name a folder');
    await expect(writePlanFolder(join(root, 'link'), plan('TASK-001'))).rejects.toThrow('is a link; name a folder');
    expect(await readdir(join(root, 'elsewhere'))).toEqual(['.keep']);
  });

  it.each(['../x.json', '/etc/x.json', '.task/../../x.json', '.git/config', 'a//b', '.', ''])(
    'refuses the path %j before anything is written',
    async (path) => {
      const root = await aProject();
      const files = [...plan('TASK-001'), { path, text: 'x' }];
      await expect(writePlanFolder(join(root, 'plan'), files)).rejects.toThrow('is no path inside a plan');
      expect(await readdir(root)).toEqual([]);
    },
  );

  it('leaves nothing behind when it fails half way', async () => {
    const root = await aProject({ 'plan/plan.json': '{"task_ids": ["TASK-001"]}', 'plan/.task/TASK-001.json': '{}' });
    const before = await pathsIn(root);
    const twice = [...plan('TASK-002'), { path: 'plan.json', text: 'again' }];
    await expect(writePlanFolder(join(root, 'plan'), twice)).rejects.toMatchObject({ code: 'store-unwritable' });
    expect(await pathsIn(root)).toEqual(before);
  });

  it('says that a file is in the way of the folder', async () => {
    const root = await aProject({ file: 'x' });
    const writing = writePlanFolder(join(root, 'file/plan'), plan('TASK-001'));
    await expect(writing).rejects.toThrow('cannot be written: a file is in the way of one of its folders');
  });

  it('leaves a whole plan, whichever, when two write at once', async () => {
    const root = await aProject();
    const folder = join(root, 'plan');
    await writePlanFolder(folder, plan('TASK-001'));
    await Promise.allSettled(['TASK-002', 'TASK-003'].map((id) => writePlanFolder(folder, plan(id))));
    const { task_ids: ids } = JSON.parse(await readFile(join(folder, 'plan.json'), 'utf8')) as { task_ids: string[] };
    expect(await pathsIn(folder)).toEqual([...ids.map((id) => `.task/${id}.json`), 'plan.json']);
  });
});

describe('reading a plan’s folder', () => {
  it('gives the texts by their paths, and nothing that is no part of a plan', async () => {
    const root = await aProject({
      'plan.json': '{"task_ids": []}',
      '.task/TASK-001.json': '{}',
      '.task/notes.md': 'x',
      'explorations-manifest.json': '{}',
      'secret.env': 'x',
    });
    expect([...(await readPlanFolder(root)).keys()]).toEqual([
      'plan.json',
      'explorations-manifest.json',
      '.task/TASK-001.json',
    ]);
    expect(await isPlanFolder(root)).toBe(true);
  });

  it('tells folders without a plan', async () => {
    const root = await aProject({ file: 'x' });
    expect(await isPlanFolder(root)).toBe(false);
    expect(await isPlanFolder(join(root, 'nowhere'))).toBe(false);
    expect((await readPlanFolder(root)).size).toBe(0);
  });

  it.each([
    ['nowhere', /nowhere cannot be read: it is not there/],
    ['file', /file cannot be read: it is not a folder/],
  ])('says that %s is no folder', async (name, message) => {
    const root = await aProject({ file: 'x' });
    await expect(readPlanFolder(join(root, name))).rejects.toThrow(message);
  });

  it('follows no links', async () => {
    const root = await aProject({
      'secret.json': '{}',
      'a/plan.json': '{}',
      'b/.keep': '',
      'tasks/TASK-001.json': '{}',
    });
    await mkdir(join(root, 'a/.task'));
    await symlink(join(root, 'secret.json'), join(root, 'a/.task/TASK-001.json'));
    await symlink(join(root, 'tasks'), join(root, 'b/.task'));
    await expect(readPlanFolder(join(root, 'a'))).rejects.toThrow('TASK-001.json cannot be read: it is a link');
    await expect(readPlanFolder(join(root, 'b'))).rejects.toThrow('it must be a folder, and no link to one');
  });

  it('reads no file that is far too large, and no folder in a file’s place', async () => {
    const root = await aProject({ 'plan.json': '{}', 'b/plan.json/x': '' });
    await truncate(join(root, 'plan.json'), 9 * 1024 * 1024);
    await expect(readPlanFolder(root)).rejects.toThrow('has 9437184 bytes; at most 8388608 are read');
    await expect(readPlanFolder(join(root, 'b'))).rejects.toThrow('plan.json cannot be read: it is not a regular file');
  });

  it.skipIf(process.getuid?.() === 0)(
    'says that reading is not allowed (skipped for root, who may read all)',
    async () => {
      const root = await aProject({ 'plan.json': '{}' });
      await chmod(join(root, 'plan.json'), 0);
      await expect(readPlanFolder(root)).rejects.toThrow('reading it is not allowed');
    },
  );
});
