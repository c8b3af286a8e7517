import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type Ended, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);
const scripted = ['--model', 'script:script.yaml'];

type Planned = {
  readonly run: string;
  readonly plan: string;
  readonly state: string;
  readonly origin: { readonly plan: string } | null;
  readonly notes: readonly string[];
  readonly steps: readonly { readonly label: string }[];
  readonly planning: { readonly wish: { readonly analysis?: string }; readonly level: string | null } | null;
};
const documentOf = ({ stdout }: Ended): Planned => JSON.parse(stdout) as Planned;

/** `count` steps that only read, one after another. */
const planOf = (count: number, from = 1): string =>
  JSON.stringify({
    goal: 'Read it all',
    summary: 'Reads everything',
    approach: 'One file after another',
    steps: Array.from({ length: count }, (_, place) => ({
      id: `E${from + place}`,
      agent: 'search',
      title: `Read part ${from + place}`,
      task: `Read part ${from + place} of the work`,
      files: ['src/price.js'],
      implementation: ['open it', 'read it'],
      criteria: [`part ${from + place} is quoted with its line`],
    })),
  });

function folder(replies: readonly object[]): TestFolder {
  const place = createTestFolder({
    'src/price.js': 'export const discountLimit = 5;\n',
    'script.yaml': JSON.stringify({ replies, otherwise: { text: 'it is done' } }),
  });
  onTestFinished(() => rmSync(place.root, { recursive: true, force: true }));
  return place;
}

const planner = (text: string, contains?: string): object => ({ when: { agent: 'planner', contains }, text });
const task = 'Read all parts of discountLimit';

describe('work that needs more than one plan', () => {
  const place = (): TestFolder => folder([planner(planOf(5, 21), 'What was to follow'), planner(planOf(25))]);

  it('becomes a plan of the first 20 steps, and the next is drafted when that is done, with what came before', async () => {
    const { planwright } = place();
    const ended = await planwright(['--plan', '--approve', 'auto', '--json', ...scripted, task]);
    expect(ended.exit).toBe(0);
    const last = documentOf(ended);
    expect(last.steps.map(({ label }) => label)).toEqual(['E21', 'E22', 'E23', 'E24', 'E25']);
    const first = documentOf(await planwright(['show', last.origin!.plan, '--json']));
    expect(first.steps).toHaveLength(20);
    expect(first.notes).toContain('the work needs 25 steps: 5 are left for plans that follow');
    expect(last.planning?.wish.analysis).toContain(`${first.plan} has carried out the first of them`);
    expect(last.planning?.wish.analysis).toContain('- E21 Read part 21: Read part 21 of the work');
  });

  it('is told so, and the next plan needs an approval of its own', async () => {
    const { planwright } = place();
    const draft = documentOf(await planwright(['plan', '--json', ...scripted, task]));
    const { exit, stdout } = await planwright(['approve', draft.run, '--yes', ...scripted]);
    expect(stdout).toMatch(/run-\w+ plans the 5 steps that are left/);
    expect([exit, stdout]).toEqual([0, has('All done: 5 of 5 steps carried out')]);
  });

  it('goes on where it was left when nobody was there to plan the rest', async () => {
    const { planwright } = place();
    const draft = documentOf(await planwright(['plan', '--json', ...scripted, task]));
    await planwright(['approve', draft.run, '--yes', '--json', ...scripted]);
    const again = documentOf(await planwright(['run', draft.run, '--json', '--approve', 'ask', ...scripted]));
    expect(again).toMatchObject({ origin: { plan: draft.plan }, planning: null });
  });
});

describe('a plan as a folder', () => {
  it('is written whole, with what it rests on and how it came to be', async () => {
    const { root, planwright } = folder([planner(planOf(2))]);
    const ended = await planwright(['plan', '--out', 'plans/it', '--process-docs', '--json', ...scripted, task]);
    expect(ended).toMatchObject({ exit: 0, stderr: has('written to plans/it: plan.json') });
    expect(readdirSync(join(root, 'plans/it')).sort()).toEqual([
      '.task',
      'explorations',
      'explorations-manifest.json',
      'plan.json',
      'planning-context.md',
    ]);
    const overview: unknown = JSON.parse(readFileSync(join(root, 'plans/it/plan.json'), 'utf8'));
    expect(overview).toMatchObject({ task_count: 2, _metadata: { quality_check: { result: 'pass' } } });
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'plans/it/explorations-manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ explorations: [{ angle: 'general', file: 'explorations/explore-general.json' }] });
    expect(existsSync(join(root, 'plans/it/explorations/explore-general.json'))).toBe(true);
  });

  it('is not written where the plan lacks what the form asks for; the draft is kept, and how to go on is said', async () => {
    const bare = JSON.stringify({ goal: 'Do it', steps: [{ id: 'E1', agent: 'search', task: 'Find it' }] });
    const { root, planwright } = folder([planner(bare)]);
    const ended = await planwright(['plan', '--out', 'plans/it', ...scripted, task]);
    expect(ended.exit).toBe(2);
    expect(ended.stderr).toContain('no two-layer folder is written: it must say what');
    expect(existsSync(join(root, 'plans'))).toBe(false);
    const { run, state } = documentOf(await planwright(['show', '--json']));
    expect(state).toBe('draft');
    expect(ended.stderr).toContain(`planwright export ${run} --format two-layer --out plans/it`);
  });

  it('says which steps nothing proves where there is neither a model nor a test, and is written once a person said how', async () => {
    const { planwright, write } = createTestFolder({ 'shop.py': 'def discount(x):\n    return x * 3\n' });
    const offline = ['--model', 'offline'];
    const ended = await planwright(['plan', '--out', 'it', ...offline, 'add a second discount']);
    expect(ended).toMatchObject({ exit: 2, stderr: has('\n  E3: "criteria" must have at least 1 item') });
    const { stdout: drafted } = await planwright(['export', '--format', 'markdown']);
    write('edited.md', drafted.replace(/\n- agent: coder\n/, '$&- criteria:\n  - both discounts are taken off\n'));
    expect((await planwright(['edit', '--file', 'edited.md', '--no-wait', ...offline])).exit).toBe(0);
    expect((await planwright(['export', '--format', 'two-layer', '--out', 'it'])).exit).toBe(0);
  });

  it.each([
    ['.task/TASK-002.json', 'not json', '.task/TASK-002.json: the file must hold a JSON object'],
    ['plan.json', '[]', 'plan.json: the file must hold a JSON object'],
    ['plan.json', '{"task_ids": ["TASK-001", "TASK-001"], "task_count": 7}', 'TASK-001'],
    ['.task/TASK-001.json', '{"id": "TASK-001", "depends_on": ["TASK-002"]}', 'in a circle'],
    ['.task/TASK-001.json', '{"id": "TASK-001", "description": "Do it", "mine": 1}', 'has no implementation'],
  ])('whose %s somebody made %j is told what is wrong, and stays as it is', async (file, text, said) => {
    const { root, write, planwright } = folder([planner(planOf(2).replace('"E2"', '"E2","deps":["E1"]'))]);
    await planwright(['plan', '--out', 'it', ...scripted, task]);
    write(`it/${file}`, text);
    const { exit, stdout, stderr } = await planwright(['check', 'it']);
    expect(exit).not.toBe(0);
    expect(stdout + stderr).toContain(said);
    expect(readFileSync(join(root, 'it', file), 'utf8')).toBe(text);
  });

  it('that cannot be written is one answer for a program, not two', async () => {
    const bare = JSON.stringify({ goal: 'Do it', steps: [{ id: 'E1', agent: 'search', task: 'Find it' }] });
    const ended = await folder([planner(bare)]).planwright(['plan', '--out', 'it', '--json', ...scripted, task]);
    expect(ended.exit).toBe(2);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'plan-invalid' } });
  });

  it('can be had later, with what it rests on', async () => {
    const { root, planwright } = folder([planner(planOf(2))]);
    const { run } = documentOf(await planwright(['plan', '--json', ...scripted, task]));
    expect((await planwright(['export', run, '--format', 'two-layer', '--out', 'later'])).exit).toBe(0);
    expect(readdirSync(join(root, 'later')).sort()).toEqual([
      '.task',
      'explorations',
      'explorations-manifest.json',
      'plan.json',
    ]);
    const overview: unknown = JSON.parse(readFileSync(join(root, 'later/plan.json'), 'utf8'));
    expect(overview).toMatchObject({ task_count: 2, _metadata: { quality_check: { result: 'pass' } } });
  });

  it('waits for answers as the plan does, and it is said', async () => {
    const argv = ['plan', '--model', 'offline', '--out', 'plans/it', 'Update src/limits.js with discountLimit'];
    const { exit, stderr } = await folder([]).planwright(argv);
    expect(exit).toBe(3);
    expect(stderr).toMatch(/plans\/it is not written yet; once there is a plan: planwright export run-\w+ --format/);
  });
});

describe('what a planner is told', () => {
  it('is what was found out before, from a block in the task', async () => {
    const { planwright } = folder([planner(planOf(1), 'The limit is in src/price.js'), planner(planOf(3))]);
    const words = `${task}\n\n## Prior Analysis\nThe limit is in src/price.js.`;
    const planned = documentOf(await planwright(['plan', '--json', ...scripted, words]));
    expect(planned).toMatchObject({ task, planning: { level: null, wish: { explore: false } } });
    expect(planned.steps).toHaveLength(1);
  });

  it('leaves a schema out that cannot be used, and says so', async () => {
    const place = folder([planner(planOf(1))]);
    place.write('half.json', '{"type": ');
    for (const file of ['nowhere.json', 'half.json'])
      expect(documentOf(await place.planwright(['plan', '--json', '--schema', file, ...scripted, task])).notes).toEqual(
        expect.arrayContaining([has(`--schema ${file} is not used, the built-in form is: `)]) as unknown,
      );
  });
});

describe('a plan that was carried out', () => {
  async function carriedOut(): Promise<TestFolder & { readonly done: Planned }> {
    const place = folder([planner(planOf(2))]);
    const done = documentOf(await place.planwright(['--plan', '--json', ...scripted, task]));
    expect(done.state).toBe('done');
    return { ...place, done };
  }
  const like = 'Read all the parts of discountLimit';

  it('is told of for a task like it, and taken only when asked for', async () => {
    const { planwright, done } = await carriedOut();
    const told = await planwright(['plan', '--json', ...scripted, like]);
    expect(documentOf(told).origin).toBeNull();
    expect(told.stderr).toContain(`${done.run} has carried out a plan for a task like this (the same words): ${task}`);
    expect(told.stderr).toContain('None of the 1 files it looked at has changed since.');
    const taken = documentOf(await planwright(['plan', '--json', '--reuse', ...scripted, like]));
    expect(taken).toMatchObject({ state: 'draft', origin: { plan: done.plan }, approval: null, task: like });
  });

  it('is offered at a terminal', async () => {
    const { planwright, done } = await carriedOut();
    const ended = await planwright(['plan', ...scripted, like], { typed: ['y'] });
    expect(ended.stderr).toContain('Use its plan again? [y/N]');
    expect(documentOf(await planwright(['show', '--json']))).toMatchObject({ origin: { plan: done.plan } });
  });

  it('is left out with --fresh, for another task, and when all it rested on is another now', async () => {
    const { planwright, write } = await carriedOut();
    for (const argv of [['--fresh', like], ['Remove discountLimit']])
      expect((await planwright(['plan', '--json', ...scripted, ...argv])).stderr).not.toContain('has carried out');
    write('src/price.js', 'export const discountLimit = 7;\n');
    expect((await planwright(['plan', '--json', ...scripted, like])).stderr).not.toContain('has carried out');
  });
});

describe('a plan that only reads', () => {
  it('is not carried out by whoever has it drafted again, where only a plan was asked for', async () => {
    const { planwright } = folder([planner(planOf(2), 'two steps'), planner(planOf(3))]);
    const { run } = documentOf(await planwright(['plan', '--json', ...scripted, task]));
    const ended = await planwright(['revise', run, 'two steps', '--json', ...scripted]);
    expect([ended.exit, documentOf(ended).state, documentOf(ended).steps.length]).toEqual([0, 'draft', 2]);
  });
});

describe('what a planner tells the coordinator', () => {
  it('is read from the events, each with an id of its own', async () => {
    const { planwright } = folder([planner(planOf(2), 'two steps'), planner(planOf(3))]);
    const { run } = documentOf(await planwright(['plan', '--json', ...scripted, task]));
    await planwright(['revise', run, 'two steps', '--json', ...scripted]);
    const { stdout } = await planwright(['events', run, '--messages', '--json']);
    const messages = JSON.parse(stdout) as readonly { readonly id: string; readonly type: string }[];
    expect(messages.map(({ type }) => type)).toEqual(['plan_ready', 'plan_revision']);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
    expect((await planwright(['events', run, '--messages'])).stdout).toMatch(/ {2}plan_ready {2}revision 1: pass/);
  });
});
