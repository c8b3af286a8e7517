import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, type Repository } from '../cli-process.js';
import { aRepository } from './a-throwaway-repository.js';

const built = buildProgram();
afterAll(built.remove);

const shop = {
  'package.json': '{ "name": "shop", "scripts": { "test": "node check.js" } }\n',
  'src/price.js': 'export const discountLimit = 5;\n',
};
const change = 'Change the discount limit and then update its tests in src/price.js';

type Planned = {
  readonly state: string;
  readonly steps: readonly { readonly task: string }[];
  readonly notes: readonly string[];
  readonly planning: {
    readonly angles: readonly unknown[];
    readonly failed: readonly unknown[];
    readonly files: readonly { readonly path: string }[];
  };
};

async function planned({ planwright }: Repository, ...words: readonly string[]): Promise<Planned> {
  const ended = await planwright('plan', '--model', 'offline', '--json', '--yes', ...words);
  expect(ended.stderr).not.toMatch(/\bat .*:\d+:\d+\b/);
  expect([ended.exit, ended.stdout === '']).toEqual([0, false]);
  return JSON.parse(ended.stdout) as Planned;
}

describe('tasks that say little or too much', () => {
  it.each(['', ' \n '])('refuses %j with what is wanted', async (task) => {
    const ended = await aRepository(built.program, shop).planwright('plan', '--model', 'offline', task);
    expect(ended).toMatchObject({ exit: 2, stderr: expect.stringContaining('the task is empty') as unknown });
  });

  it.each([
    ['in another language', '在当前前端基础上开发用户认证功能'],
    ['of emoji alone', '🚀🔥'],
    ['that contradicts itself', 'Add a limit to src/price.js, and then do not add a limit to src/price.js'],
  ])('plans a task %s from what it has, and fills nothing in', async (_, task) => {
    const { state, steps } = await planned(aRepository(built.program, shop), task);
    expect(state).toBe('draft');
    expect(steps.length).toBeGreaterThan(0);
  });

  it('plans a task of 100 kB', async () => {
    const { root, shell } = aRepository(built.program, shop);
    const text = `Change the discount limit in src/price.js. ${'More words about nothing at all. '.repeat(3200)}`;
    expect(text.length).toBeGreaterThan(100_000);
    writeFileSync(join(root, 'task.txt'), text);
    const ended = await shell('planwright plan --model offline --yes --json - < task.txt');
    expect(ended.exit).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'draft', planning: { level: 'high' } });
  });
});

describe('repositories that are not as one would wish', () => {
  it('may be empty: the plan rests on the description, and says so', async () => {
    const { planning, notes } = await planned(aRepository(built.program, {}), change);
    expect(planning.angles).toEqual([]);
    expect(planning.failed).not.toEqual([]);
    expect(notes).toContain('the project has no files that can be read: it is empty, or all of it is ignored');
  });

  it('may be no repository of git', async () => {
    const place = aRepository(built.program, shop);
    rmSync(join(place.root, '.git'), { recursive: true });
    const { planning } = await planned(place, change);
    expect(planning.files.map(({ path }) => path)).toContain('src/price.js');
  });

  it('may be full of binaries and minified bundles: what was written by hand is found', async () => {
    const place = aRepository(built.program, shop);
    for (let file = 0; file < 30; file += 1) {
      writeFileSync(join(place.root, `image-${file}.png`), Buffer.from([137, 80, 78, 71, 0, file, 0, 255]));
      place.write(
        `dist-${file}.min.js`,
        `var discountLimit=${file};${'function a(){return discountLimit};'.repeat(900)}`,
      );
    }
    const { planning } = await planned(place, change);
    expect(planning.files.map(({ path }) => path)).toEqual(['src/price.js']);
  });

  it('may be huge: of 30,000 files, those that speak of the task are found', async () => {
    const place = aRepository(built.program, shop);
    for (let folder = 0; folder < 300; folder += 1) {
      mkdirSync(join(place.root, `lib/part-${folder}`), { recursive: true });
      for (let file = 0; file < 100; file += 1)
        writeFileSync(join(place.root, `lib/part-${folder}/unit-${file}.js`), `export const unit = ${file};\n`);
    }
    const { planning } = await planned(place, change);
    expect(planning.files.map(({ path }) => path)).toEqual(['src/price.js']);
  });

  it('may hold loops of links', async () => {
    const place = aRepository(built.program, shop);
    symlinkSync('..', join(place.root, 'src/up'));
    symlinkSync('loop', join(place.root, 'loop'));
    const { planning } = await planned(place, change);
    expect(planning.files.map(({ path }) => path)).toEqual(['src/price.js']);
  });

  it.skipIf(process.getuid?.() === 0)('may hold folders that cannot be read, and it is said', async () => {
    const place = aRepository(built.program, shop);
    const closed = join(place.root, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0);
    const { notes } = await planned(place, change);
    chmodSync(closed, 0o700);
    expect(notes.join('\n')).toContain('not looked at: closed');
  });
});
