import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AngleOrder, diagnosisSchema, explorationSchema, type TaskKind } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { exploreTask, fromDescription, type TaskExploration } from '../../explore-task.js';
import { aSmallRepository } from '../../testing/a-small-repository.js';
import { createFixedClock } from '../../testing/fixed-clock.js';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createOfflineExplorer } from './offline-explorer.js';
import { createWorkspaceStates } from './workspace-state.js';

const signal = new AbortController().signal;

function explorerFor(root: string) {
  const reader = createNodeWorkspaceReader(root);
  return createOfflineExplorer({ reader, states: createWorkspaceStates(root, reader) });
}

type Wanted = { readonly angles?: readonly string[]; readonly kind?: TaskKind };

function explore(
  root: string,
  task: string,
  { angles = ['general'], kind = 'feature' }: Wanted = {},
): Promise<TaskExploration> {
  return exploreTask(task, { angles, kind, explorer: explorerFor(root), clock: createFixedClock(), signal });
}

describe('the offline explorer', () => {
  it('finds what speaks of the task, says why, and what it is to the task', async () => {
    const { merged } = await explore(await aProject(aSmallRepository), 'Change the discount limit in totalPrice');
    expect(merged.files[0]).toMatchObject({
      path: 'src/price.js',
      role: 'modify_target',
      symbols: expect.arrayContaining(['totalPrice', 'discountLimit']) as unknown,
      rationale: expect.stringMatching(
        /^speaks of totalPrice, discount and limit \(\d of \d words of the task\)/,
      ) as unknown,
    });
    expect(merged.files[0]!.relevance).toBeGreaterThanOrEqual(0.7);
    expect(merged.files.find(({ path }) => path === 'src/price.test.js')).toMatchObject({ role: 'test_target' });
    expect(merged.files.find(({ path }) => path === 'src/main.js')).toMatchObject({ role: 'integration_point' });
    expect(merged.integrationPoints.map(({ text }) => text).join()).toContain('src/main.js:1 imports src/price.js');
    expect(merged.constraints).toEqual([{ text: '`npm test` must pass (package.json:5)', angle: 'general' }]);
  });

  it('does not take what was planned before for a part of the project', async () => {
    const root = await aProject({
      ...aSmallRepository,
      'plans/limit/plan.json': '{ "summary": "Change the discount limit in totalPrice" }\n',
      'plans/limit/explorations-manifest.json': '{ "task": "Change the discount limit in totalPrice" }\n',
      'plans/limit/explorations/explore-general.json': '{ "patterns": "the discount limit in totalPrice" }\n',
    });
    const task = 'Change the discount limit in totalPrice';
    const planned = (paths: TaskExploration['merged']['files']) =>
      paths.filter(({ path }) => path.startsWith('plans/'));
    expect(planned((await explore(root, task)).merged.files)).toEqual([]);
    const named = await explore(root, `${task} as plans/limit/plan.json says`);
    expect(planned(named.merged.files).map(({ path }) => path)).toEqual(['plans/limit/plan.json']);
  });

  it('gives explorations and diagnoses in their own forms', async () => {
    const root = await aProject(aSmallRepository);
    const angles = ['patterns', 'testing', 'security', 'dataflow', 'my-own-angle'];
    const feature = await explore(root, 'Change the discount limit', { angles });
    expect(feature.explored.map(({ document }) => explorationSchema.safeParse(document).success)).toEqual(
      angles.map(() => true),
    );
    const fix = await explore(root, 'The discount is wrong: "NaN percent"', { angles, kind: 'fix' });
    expect(fix.explored.map(({ document }) => diagnosisSchema.safeParse(document).success)).toEqual(
      angles.map(() => true),
    );
    expect(fix.merged.causes[0]).toMatchObject({
      file: 'src/price.js',
      issue: expect.stringMatching(/^not known/) as unknown,
    });
    expect(fix.merged.causes[0]!.confidence).toBeLessThanOrEqual(0.3);
    expect(fix.merged.files.some(({ path }) => path === 'src/price.js')).toBe(true);
  });

  it('follows the words of an angle among the files that speak of the task', async () => {
    const root = await aProject({
      'src/a-list.js': '/** Lists the orders. */\nexport function listOrders(orders) {\n  return orders;\n}\n',
      'src/b-list.js':
        '/** Lists the orders, with a cache whose key must expire. */\nexport function orders(cache, key, ttl) {\n  return cache.get(key) ?? ttl;\n}\n',
    });
    const { explored } = await explore(root, 'Export the orders', { angles: ['caching'] });
    const relation = explored[0]!.document as { relevant_files: { path: string; topic_relation: string }[] };
    expect(relation.relevant_files.map(({ path, topic_relation }) => [path, topic_relation])).toContainEqual([
      'src/b-list.js',
      'caching: it also holds cache, ttl, expire and key',
    ]);
    expect(relation.relevant_files.map(({ topic_relation }) => topic_relation)).toContain(
      "caching: the words of the task led here, none of the angle's own",
    );
  });

  it('asks about files that are not there, and about names that several files have', async () => {
    const root = await aProject({
      'a/config.ts': 'export const limit = 1;\n',
      'b/config.ts': 'export const limit = 2;\n',
    });
    const { merged } = await explore(root, 'Move the limit from config.ts to src/limits.ts. Fix src/rates.ts', {
      angles: ['general', 'patterns'],
    });
    expect(merged.questions.map(({ question, recommended }) => [question, recommended])).toEqual([
      ['Which file does the task mean by config.ts?', 'a/config.ts'],
      ['The task names src/rates.ts, which is not there. Is it to be created?', 'Create it'],
    ]);
  });

  it('gives the same for the same project', async () => {
    const root = await aProject(aSmallRepository);
    const once = await explore(root, 'Change the discount limit', { angles: ['patterns', 'testing'] });
    expect((await explore(root, 'Change the discount limit', { angles: ['patterns', 'testing'] })).merged).toEqual(
      once.merged,
    );
  });
});

describe('bad input', () => {
  const nothing = { explored: [], notes: [fromDescription] };

  it.each([
    ['an empty task', '   ', /^the task names nothing to look for; say what it is about/],
    ['an emoji-only task', '🚀🔥✨', /^the task names nothing to look for; say what it is about/],
    [
      'a task in a language the project does not speak',
      '在当前前端基础上开发用户认证功能',
      /^no file speaks of .*; 7 were searched$/,
    ],
  ])('%s finds nothing, and says so', async (_, task, why) => {
    const found = await explore(await aProject(aSmallRepository), task, { angles: ['general', 'security'] });
    expect(found).toMatchObject(nothing);
    expect(found.failed.map(({ angle }) => angle)).toEqual(['general', 'security']);
    expect(found.failed[0]!.reason).toMatch(why);
  });

  it('a task of 100 kB is looked for by its beginning', async () => {
    const task = `Change the discount limit. ${'Palavras sem fim nenhum. '.repeat(4000)}`;
    const { merged, notes } = await explore(await aProject(aSmallRepository), task);
    expect(merged.files.some(({ path }) => path === 'src/price.js')).toBe(true);
    expect(notes).toEqual(['only the first 4000 characters of the task were looked for']);
  });

  it('an empty folder, without git', async () => {
    expect(await explore(await aProject(), 'Add a limit')).toMatchObject({
      ...nothing,
      failed: [
        { angle: 'general', reason: 'the project has no files that can be read: it is empty, or all of it is ignored' },
      ],
    });
  });

  it('an empty git repository', async () => {
    const root = await aProject();
    execFileSync('git', ['init', '-q'], { cwd: root });
    expect(await explore(root, 'Add a limit')).toMatchObject(nothing);
  });

  it('a folder full of binaries', async () => {
    const root = await aProject();
    for (let file = 0; file < 20; file += 1)
      await writeFile(join(root, `${file}.bin`), Buffer.alloc(2048, file % 2 === 0 ? 0 : 255));
    expect(await explore(root, 'Add a limit')).toMatchObject(nothing);
  });

  it('minified bundles do not drown the source', async () => {
    const minified = `${'var limit=1,discount=limit;'.repeat(8000)}\n`;
    const root = await aProject({ ...aSmallRepository, 'public/app.min.js': minified, 'public/odd.js': minified });
    const { merged } = await explore(root, 'Change the discount limit in totalPrice');
    expect(merged.files[0]?.path).toBe('src/price.js');
  });

  it('a loop of links is not followed', async () => {
    const root = await aProject(aSmallRepository);
    await symlink(root, join(root, 'src', 'loop'));
    await symlink('self', join(root, 'self'));
    const { merged } = await explore(root, 'Change the discount limit');
    expect(merged.files.filter(({ path }) => path.includes('loop'))).toEqual([]);
    expect(merged.files.length).toBeGreaterThan(0);
  });

  it('a folder that may not be read is told of', async () => {
    const root = await aProject(aSmallRepository);
    const whole = createNodeWorkspaceReader(root);
    const reader = {
      ...whole,
      list: async (options: { readonly signal: AbortSignal }) => ({
        ...(await whole.list(options)),
        notes: ['closed: reading it is not allowed'],
      }),
    };
    const explorer = createOfflineExplorer({ reader, states: createWorkspaceStates(root, reader) });
    const options = { angles: ['general'], kind: 'feature', explorer, clock: createFixedClock(), signal } as const;
    const { notes, merged } = await exploreTask('Change the discount limit', options);
    expect(notes).toEqual(['not looked at: closed: reading it is not allowed']);
    expect(merged.files.length).toBeGreaterThan(0);
  });

  it('a root that is gone', async () => {
    const root = await aProject();
    await rm(root, { recursive: true });
    expect(await explore(root, 'Add a limit')).toMatchObject(nothing);
  });
});

describe('what an offline exploration rests on', () => {
  const order: AngleOrder = {
    task: 'Change the discount limit',
    angle: 'testing',
    kind: 'feature',
    index: 1,
    total: 1,
  };

  async function holdsAfter(change: (root: string) => Promise<unknown>): Promise<boolean> {
    const root = await aProject({ ...aSmallRepository, 'notes/tea.md': 'Tea is green.\n' });
    const explorer = explorerFor(root);
    const { looks } = await (await explorer.visit([order], { signal })).explore(order, { signal });
    await change(root);
    const again = await (await explorer.visit([order], { signal })).lookAgain(order, looks, { signal });
    return JSON.stringify(again) === JSON.stringify(looks);
  }

  it('holds as long as nothing it read or searched says anything else', async () => {
    expect(await holdsAfter(() => Promise.resolve())).toBe(true);
    expect(await holdsAfter((root) => writeFile(join(root, 'notes/tea.md'), 'Tea is black.\n'))).toBe(true);
  });

  it.each([
    ['a file it read changes', 'src/price.js', `${aSmallRepository['src/price.js']!}// more\n`],
    ['a file that said nothing of the task does now', 'notes/tea.md', 'Tea has a discount.\n'],
    ['a new file appears', 'src/new.js', 'export {};\n'],
    ['somebody begins to import what will change', 'src/cart.js', "import './price.js';\n"],
  ])('does not hold once %s', async (_, path, text) => {
    expect(await holdsAfter((root) => writeFile(join(root, path), text))).toBe(false);
  });

  it('does not hold once a file is gone', async () => {
    expect(await holdsAfter((root) => rm(join(root, 'src/cart.js')))).toBe(false);
  });
});

describe('the state of a workspace', () => {
  it('is the same until a file changes, appears or goes, in a folder without files too', async () => {
    const root = await aProject(aSmallRepository);
    await mkdir(join(root, 'empty/inner'), { recursive: true });
    const states = createWorkspaceStates(root, createNodeWorkspaceReader(root));
    const digest = async () => (await states.current({ signal })).digest;
    const seen = [await digest()];
    expect(await digest()).toBe(seen[0]);
    await writeFile(join(root, 'src/cart.js'), 'another text\n');
    seen.push(await digest());
    await writeFile(join(root, 'empty/inner/new.js'), '1\n');
    seen.push(await digest());
    await rm(join(root, 'README.md'));
    seen.push(await digest());
    await writeFile(join(root, '.gitignore'), 'src/\n');
    seen.push(await digest());
    expect(new Set(seen).size).toBe(5);
    await mkdir(join(root, 'src/ignored'));
    expect(await digest()).toBe(seen[4]);
  });
});
