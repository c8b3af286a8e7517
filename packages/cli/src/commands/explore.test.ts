import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);

const shop = {
  'package.json': '{\n  "name": "shop",\n  "scripts": {\n    "test": "node check.js"\n  }\n}\n',
  'src/price.js':
    '/** How many items it takes to get a discount. */\nexport const discountLimit = 5;\n\nexport function totalPrice(items) {\n  return items.length >= discountLimit ? 1 : 2;\n}\n',
  'src/cart.js':
    "import { discountLimit } from './price.js';\n\nexport const isLarge = (cart) => cart.length >= discountLimit;\n",
};
const task = 'Change the discount limit in totalPrice';

function folder(files: Readonly<Record<string, string>> = shop): TestFolder {
  const created = createTestFolder(files);
  onTestFinished(() => rmSync(created.root, { recursive: true, force: true }));
  return created;
}

type Shown = {
  readonly complexity: { readonly level: string; readonly reasons: readonly string[] };
  readonly angles: readonly { readonly angle: string; readonly source: string; readonly file?: string }[];
  readonly files: readonly { readonly path: string; readonly relevance: number; readonly rationale: string }[];
  readonly questions: readonly { readonly recommended: string }[];
  readonly failed: readonly { readonly angle: string }[];
};

async function explored(place: TestFolder, ...argv: readonly string[]): Promise<Shown> {
  const { stdout } = await place.planwright(['explore', '--model', 'offline', '--json', ...argv]);
  return JSON.parse(stdout) as Shown;
}

describe('planwright explore', () => {
  it('shows how big the task is and why, the angles, files with their reasons, and what must hold', async () => {
    const { planwright } = folder();
    const { exit, stdout } = await planwright(['explore', '--model', 'offline', task]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^Complexity low\n {2}it is 39 characters long, fewer than 200\n\nAngles\n {2}general: \d files\n/,
    );
    expect(stdout).toMatch(
      /\n {2}0\.\d\d {2}src\/price\.js {2}modify target \(general\)\n {8}speaks of totalPrice, discount and limit/,
    );
    expect(stdout).toContain('Constraints\n  `npm test` must pass (package.json:4) (general)');
  });

  it('keeps what it found, says what came from the cache, and looks again when asked to', async () => {
    const place = folder();
    expect((await explored(place, task)).angles).toMatchObject([{ source: 'new', file: 'explore-general.json' }]);
    expect((await explored(place, task)).angles).toMatchObject([{ angle: 'general', source: 'cached' }]);
    expect((await place.planwright(['explore', '--model', 'offline', task])).stdout).toContain('files, from the cache');
    expect((await explored(place, '--refresh', task)).angles).toMatchObject([{ source: 'new' }]);
    expect(readdirSync(join(place.root, '.planwright/explorations'))).toEqual([
      'cache-index.json',
      'explore-general.json',
    ]);
    place.write('src/cart.js', 'export const discountLimit = "another limit";\n');
    expect((await explored(place, task)).angles).toMatchObject([{ source: 'new' }]);
  });

  it('says that a corrupt cache was put right', async () => {
    const place = folder();
    await explored(place, task);
    place.write('.planwright/explorations/cache-index.json', 'not json');
    place.write('.planwright/explorations/explore-general.json', '{"half');
    const { exit, stderr } = await place.planwright(['explore', '--model', 'offline', task]);
    expect(exit).toBe(0);
    expect(stderr).toContain('note: the index of explorations could not be read and was made anew from 1 files');
    expect(stderr).toContain('explore-general.json');
    expect(readFileSync(join(place.root, '.planwright/explorations/cache-index.json'), 'utf8')).toContain(
      'explore-general-',
    );
  });

  it('takes the level, the angles and the kind from whoever knows better', async () => {
    const place = folder();
    const medium = await explored(place, '--complexity', 'medium', task);
    expect(medium.complexity).toEqual({ level: 'medium', reasons: ['somebody said that it is medium'] });
    expect(medium.angles.map(({ angle }) => angle)).toEqual(['patterns', 'integration-points']);
    const own = await explored(place, '--angles', 'testing, my-own', task);
    expect(own.angles.map(({ angle }) => angle)).toEqual(['testing', 'my-own']);
    expect(await explored(place, '--kind', 'fix', task)).toMatchObject({
      kind: 'fix',
      causes: [{ file: 'src/price.js' }],
    });
  });

  it('asks what the task leaves open, with a recommendation', async () => {
    const { planwright } = folder();
    const { stdout } = await planwright([
      'explore',
      '--model',
      'offline',
      'Update src/limits.js with the discount limit',
    ]);
    expect(stdout).toContain(
      'Questions\n  Q1  The task names src/limits.js, which is not there. Is it to be created?\n',
    );
    expect(stdout).toContain('      1  Create it (recommended)');
  });

  it('shows what was specified', async () => {
    const { planwright } = folder({
      ...shop,
      'spec/requirements/_index.md': '| REQ-001 | A discount from five items on |\n\n## Constraints\n- No floats\n',
      '.planwright/specs/money.md': '---\ntitle: Money\nalways: true\n---\n- Amounts must be in cents\n',
    });
    const { stdout } = await planwright(['explore', '--model', 'offline', task]);
    expect(stdout).toContain(
      '  No floats (spec/requirements/_index.md)\n  Amounts must be in cents (.planwright/specs/money.md)',
    );
    expect(stdout).toContain(
      'Specified\n  REQ-001  A discount from five items on\n  .planwright/specs/money.md  Money (medium)',
    );
  });

  it('explores with a model, and asks none for a task that one search answers', async () => {
    const findings = {
      ...{ project_structure: '', patterns: '', dependencies: '', integration_points: '', constraints: '' },
      relevant_files: [
        { path: 'src/cart.js', relevance: 0.9, rationale: 'the model knows why', role: 'modify_target' },
      ],
      clarification_needs: [],
    };
    const place = folder({
      ...shop,
      'script.yaml': JSON.stringify({ otherwise: { text: JSON.stringify(findings), tools: [] } }),
    });
    const ask = async (...argv: readonly string[]): Promise<Shown> =>
      JSON.parse(
        (await place.planwright(['explore', '--model', 'script:script.yaml', '--json', ...argv, task])).stdout,
      ) as Shown;
    expect((await ask('--complexity', 'medium')).files[0]).toMatchObject({ rationale: 'the model knows why' });
    expect((await ask()).files.map(({ rationale }) => rationale)).not.toContain('the model knows why');
  });

  it.each([
    ['an empty folder', {}, task],
    ['an emoji-only task', shop, '🚀🔥'],
    ['a task in a language the project does not speak', shop, '在当前前端基础上开发用户认证功能'],
  ])('says that nothing was found for %s, and exits 1', async (_, files, words) => {
    const { exit, stdout, stderr } = await folder(files).planwright(['explore', '--model', 'offline', words]);
    expect(exit).toBe(1);
    expect(stdout).toContain('general: failed: ');
    expect(stderr).toContain('note: no angle could be explored; a plan can rest on the description alone');
  });

  it('reads a task of 100 kB from stdin', async () => {
    const { planwright } = folder();
    const stdin = `Change the discount limit. ${'More words about nothing. '.repeat(4000)}`;
    const { exit, stdout, stderr } = await planwright(['explore', '--model', 'offline', '-'], { stdin });
    expect(exit).toBe(0);
    expect(stdout).toContain('Complexity high');
    expect(stderr).toContain('note: only the first 4000 characters of the task were looked for');
  });

  it.each([
    [[''], 'the task is empty; say what is to be done'],
    [['--angles', '../x', task], '--angles: "../x" is no angle'],
    [['--angles', ',', task], '--angles: expected 1 to 5 angles, found 0'],
    [['--angles', 'a,b,c,d,e,f', task], '--angles: expected 1 to 5 angles, found 6'],
    [['--complexity', 'huge', task], '--complexity'],
    [['--kind', 'bug', task], '--kind'],
  ])('refuses %j', async (argv, message) => {
    expect(await folder().planwright(['explore', ...argv])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: has(message),
    });
  });
});
