import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPlan, parsePlan, type Plan, type PlanningContext, stated, twoLayerFiles } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createRuntime, proceed, type Runtime } from '../create-runtime.js';
import { aSmallRepository } from '../testing/a-small-repository.js';
import { aProject } from '../testing/temporary-project.js';
import { createApprovedCommands } from './approved-commands.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { createOfflinePlanner } from './offline-planner.js';
import { createOfflineWorker } from './offline-worker.js';

const { signal } = new AbortController();

async function draft(
  task: string,
  root?: string,
  context?: PlanningContext,
): Promise<{ readonly plan: Plan; readonly notes: readonly string[] }> {
  const reader = createNodeWorkspaceReader(root ?? (await aProject(aSmallRepository)));
  const drafted = await createOfflinePlanner({ reader }).draft(task, { signal, ...stated({ context }) });
  if (!drafted.ok) throw new Error('no plan');
  return drafted;
}

function stepsOf({ steps }: Plan): readonly string[] {
  return steps.map(({ label, agent, task, dependsOn, verify }) =>
    [
      `${label} ${agent}: ${task.replace(/\s+/g, ' ')}`,
      ...dependsOn.map((need) => `after ${need}`),
      ...verify.map((command) => `proved by ${command}`),
    ].join(', '),
  );
}

describe('a plan for a question', () => {
  it('looks up the declarations that bear its words, in parallel, and then reads what was found', async () => {
    const { plan } = await draft('What is the limit for a discount?');
    expect(stepsOf(plan)).toEqual([
      'E1 search: Find what answers this: What is the limit for a discount?',
      'E2 search: Find where "discountLimit" is used.',
      'E3 file: Read what was found and quote the lines that answer this: What is the limit for a discount? #E1 #E2',
    ]);
    expect(plan.approach).toContain('discountLimit (src/price.js:2)');
  });

  it('outlines a file that it names, and finds who uses it', async () => {
    expect(stepsOf((await draft('What does src/price.js do?')).plan)).toEqual([
      'E1 file: Outline src/price.js.',
      'E2 search: Find where src/price.js is used.',
    ]);
  });

  it('reads the manifest for a question about the commands', async () => {
    expect(stepsOf((await draft('How are the tests run?')).plan)[0]).toBe(
      'E1 file: Read package.json and quote the lines that answer this: How are the tests run?',
    );
  });

  it('outlines documents, manifest and entry points for a question about the whole', async () => {
    expect(stepsOf((await draft('What is this project about?')).plan)).toEqual([
      'E1 file: Outline README.md.',
      'E2 file: Outline package.json.',
      'E3 file: Outline src/main.js.',
    ]);
  });

  it('finds the tests where they are asked for', async () => {
    expect(stepsOf((await draft('Which tests cover the discount?')).plan)).toEqual([
      'E1 search: Find the tests that cover "discountLimit".',
      'E2 search: Find the tests that concern this: Which tests cover the discount?',
    ]);
    expect(stepsOf((await draft('Which tests cover totalPrice?')).plan)).toEqual([
      'E1 search: Find the tests that cover "totalPrice".',
    ]);
  });

  it('is one step where the question is who uses a name or a file', async () => {
    expect(stepsOf((await draft('Who calls totalPrice?')).plan)).toEqual([
      'E1 search: Find where "totalPrice" is used.',
    ]);
    expect(stepsOf((await draft('What imports src/price.js?')).plan)).toEqual([
      'E1 search: Find where src/price.js is used.',
    ]);
  });

  it('searches no further where half of what is asked about stands nowhere', async () => {
    const { plan } = await draft('Where is the discount of the coffee machine?');
    expect(stepsOf(plan)).toHaveLength(1);
    expect(plan.approach).toContain('No file speaks of coffee and machine');
  });

  it('says in the notes that no file speaks of it', async () => {
    const { plan, notes } = await draft('Where is the coffee machine?');
    expect(notes).toContain('no file speaks of coffee and machine');
    expect(stepsOf(plan)[0]).toBe('E1 search: Find what there is about this: Where is the coffee machine?');
  });

  it('says in the notes that it only guessed', async () => {
    expect((await draft('discount')).notes).toContain('the task was read as a question, because it orders nothing');
  });
});

describe('a plan for a task about which something was asked', () => {
  const task = 'Change the value of x in config.js';
  const root = (): Promise<string> =>
    aProject({ 'a/config.js': 'export const x = 1;\n', 'b/config.js': 'export const x = 2;\n' });
  const answered: PlanningContext = {
    kind: 'feature',
    answers: [{ question: 'Which config.js is meant?', answer: 'b/config.js', assumed: false }],
  };

  it('reads and changes the one of several files that was meant', async () => {
    const asked = await draft(task, await root());
    expect(stepsOf(asked.plan).join('\n')).toContain('Outline a/config.js and b/config.js.');
    const { plan } = await draft(task, await root(), answered);
    expect(stepsOf(plan).join('\n')).toContain('Outline b/config.js.');
    expect(stepsOf(plan).join('\n')).not.toContain('a/config.js');
  });

  it('tells whoever makes the change what was answered, as text', async () => {
    const odd = { question: 'Like #E1?', answer: 'like #E9', assumed: true };
    const { plan } = await draft(task, await root(), { ...answered, answers: [...(answered.answers ?? []), odd] });
    const change = plan.steps.find(({ agent }) => agent === 'coder');
    expect(change?.task).toContain('- Which config.js is meant? b/config.js\n- Like \\#E1? like \\#E9');
    expect(checkPlan(plan, { source: 'drafted' }).findings.map(({ rule }) => rule)).not.toContain('known-references');
  });
});

describe('a plan for a change', () => {
  it('reads first, then changes in the words of the task, then runs the tests of the project', async () => {
    const { plan } = await draft('Add a larger discount, then document it in README.md');
    expect(stepsOf(plan)).toEqual([
      'E1 search: Find what this concerns: Add a larger discount',
      'E2 file: Outline README.md.',
      'E3 search: Find the tests that concern this: Add a larger discount',
      'E4 coder: Add a larger discount What was found: #E1.head=1500 #E2.head=1500 #E3.head=1500',
      'E5 writer: document it in README.md What was found: #E1.head=1500 #E2.head=1500 #E3.head=1500, after E4',
      'E6 tester: Run the tests of the project (package.json:5)., after E5, proved by npm test',
    ]);
    expect(plan).toMatchObject({ kind: 'feature', mode: 'parallel' });
  });

  it('looks up everything that uses a declaration it names', async () => {
    expect(stepsOf((await draft('Rename totalPrice to priceOf')).plan).slice(0, 3)).toEqual([
      'E1 search: Find where "totalPrice" is defined.',
      'E2 search: Find where "totalPrice" is used.',
      'E3 file: Outline the files found here. #E1 #E2',
    ]);
  });

  it('hands a change over with the files it concerns, and proves it by their tests first', async () => {
    const root = await aProject({
      ...aSmallRepository,
      'package.json': '{\n"scripts": {\n"test": "vitest run"\n}\n}\n',
    });
    const { plan } = await draft('Rename totalPrice to priceOf', root);
    const narrow = 'npx vitest run src/price.test.js';
    expect(plan.steps.find(({ agent }) => agent === 'refactor')).toMatchObject({
      files: [
        { path: 'src/price.js', action: 'modify', target: 'totalPrice' },
        { path: 'src/main.js', action: 'modify', change: 'uses it' },
        { path: 'src/price.test.js', action: 'modify', change: 'its tests' },
      ],
      criteria: [`\`${narrow}\` ends with exit code 0`],
    });
    expect(plan.steps.at(-1)).toMatchObject({ agent: 'tester', verify: [narrow, 'npm test'] });
  });

  it('only points to the files that a change may concern where the task names none', async () => {
    const { plan } = await draft('Add a larger discount');
    expect(plan.steps.find(({ agent }) => agent === 'coder')).toMatchObject({
      files: [],
      reference: { files: expect.arrayContaining(['src/price.js', 'src/price.test.js']) as string[] },
    });
  });

  it('is a fix where something is wrong', async () => {
    expect((await draft('Fix the discount of large carts')).plan.kind).toBe('fix');
  });

  it('says how each step is done and when it is, so that it can be written as a plan and a file for each task', async () => {
    const { plan } = await draft('Raise discountLimit to 60, then test it');
    expect(plan.steps.every(({ implementation, criteria }) => implementation.length > 1 && criteria.length > 0)).toBe(
      true,
    );
    expect(plan.steps.find(({ agent }) => agent === 'coder')?.implementation.slice(0, 2)).toEqual([
      'Go by what E1, E2 and E3 found',
      'Raise discountLimit to 60',
    ]);
    expect(twoLayerFiles(plan, { session: 'offline', at: '2026-01-01T00:00:00Z' })).toMatchObject({ ok: true });
  });

  it('makes up no proof where the project has no tests', async () => {
    const { plan } = await draft('Add a larger discount', await aProject({ 'price.js': 'export const discount = 1;' }));
    const change = plan.steps.find(({ agent }) => agent === 'coder');
    expect(change).toMatchObject({ criteria: [], verify: [] });
    expect(plan.approach).toContain('No test command was found');
    expect(checkPlan(plan, { source: 'drafted' }).findings).toMatchObject([
      { rule: 'criteria-present', severity: 'critical' },
    ]);
  });

  it('says in one line that a test command is missing, for which steps, and what to do about it', async () => {
    const project = await aProject({ 'price.js': 'export const discount = 1;', 'README.md': '# Shop\n' });
    const { plan, notes } = await draft('Add a larger discount to price.js, then document it in README.md', project);
    const unproved = plan.steps.filter(({ criteria }) => criteria.length === 0).map(({ label }) => label);
    expect(notes).toEqual([
      expect.stringMatching(new RegExp(`^nothing proves ${unproved.join(' and ')}: no test command`)),
    ]);
    expect((await draft('Add a larger discount')).notes).toEqual([]);
  });

  it('says in the notes what it makes no step for, where nothing can be tested', async () => {
    const project = await aProject({ 'price.js': 'export const discount = 1;' });
    const { plan, notes } = await draft('Add a larger discount to price.js, then test it', project);
    expect(plan.steps.map(({ agent }) => agent)).not.toContain('tester');
    expect(notes).toContain('no step does "test it": the project has no test command');
  });

  it('is never without a step: where nothing can be tested, it reads what the task is about', async () => {
    const { plan, notes } = await draft(
      'test the discount',
      await aProject({ 'price.js': 'export const discount = 1;' }),
    );
    expect(plan.steps.map(({ agent }) => agent)).not.toContain('tester');
    expect(plan.steps.length).toBeGreaterThan(0);
    expect(notes).toContain('the project has no test command, so the plan only reads what the task is about');
  });

  it('reads nothing for an order that only runs something', async () => {
    expect(stepsOf((await draft('Run the tests')).plan)).toEqual(['E1 shell: Run `npm test`.']);
    expect(stepsOf((await draft('Run `node check.js`')).plan)).toEqual(['E1 shell: Run `node check.js`.']);
  });
});

describe('every plan', () => {
  const tasks = [
    'What is the limit for a discount?',
    'What is this project about?',
    'Onde fica o limite do desconto?',
    'Where is the coffee machine?',
    'Does #E12 or #E1.summary mean anything here?',
    'Add a larger discount, then document it in README.md and write tests',
    'Corrija o erro no desconto e depois escreva os testes',
    Array.from({ length: 40 }, (_, place) => `${place + 1}. Add part ${place + 1}`).join('\n'),
  ];

  it.each(tasks)('is valid and passes the check: %s', async (task) => {
    const { plan } = await draft(task);
    expect(checkPlan(plan, { source: 'drafted' }).findings.filter(({ severity }) => severity === 'critical')).toEqual(
      [],
    );
    const read = parsePlan(JSON.stringify({ planwright: 1, ...plan }));
    expect(read).toMatchObject({
      ok: true,
      plan: { steps: plan.steps.map(({ id, label, task: text }) => ({ id, label, task: text })) },
    });
  });

  it.each(tasks)('names no file that does not exist: %s', async (task) => {
    const { plan } = await draft(task);
    const written = JSON.stringify(plan).replaceAll(JSON.stringify(task).slice(1, -1), '');
    const named = written.match(/[\w-]+(?:[/.][\w-]+)*\.(?:js|json|md)\b/g) ?? [];
    expect(named.filter((path) => !(path in aSmallRepository))).toEqual([]);
  });
});

describe('an odd project', () => {
  it('may be empty', async () => {
    const { plan, notes } = await draft('What is the limit?', await aProject());
    expect(notes).toEqual(['the project has no files that can be read: it is empty, or all of it is ignored']);
    expect(plan.steps).toHaveLength(1);
    expect(stepsOf((await draft('Create a web page', await aProject())).plan)).toEqual(['E1 coder: Create a web page']);
  });

  it('may hold nothing but binaries', async () => {
    const { notes } = await draft('What is the limit?', await aProject({ 'a.bin': '\0\0limit', 'b.png': 'PNG\0' }));
    expect(notes).toEqual(['no file speaks of limit']);
  });

  it('may hold links that go round in a circle', async () => {
    const root = await aProject({ 'a/limit.js': 'export const limit = 1;' });
    await mkdir(join(root, 'b'));
    await symlink(root, join(root, 'b', 'up'));
    await symlink(join(root, 'b'), join(root, 'a', 'down'));
    expect((await draft('What is the limit?', root)).plan.approach).toContain('limit (a/limit.js:1)');
  });

  it('may not be there at all', async () => {
    expect((await draft('What is the limit?', '/nowhere/at/all')).notes).toContain(
      'not looked at: the root folder: it is not there',
    );
  });
});

describe('a task, from its words to the report', () => {
  const offlineRuntime = async (): Promise<Runtime> => {
    const root = await aProject(aSmallRepository);
    const reader = createNodeWorkspaceReader(root);
    const commands = createApprovedCommands({ root, environment: process.env });
    return createRuntime({
      planner: createOfflinePlanner({ reader }),
      worker: createOfflineWorker({ reader, commands }),
    });
  };

  it('that asks runs to its end without a person, and every statement of the report names its file and line', async () => {
    const runtime = await offlineRuntime();
    const run = await runtime.start({ task: 'When is a discount given?' });
    await run.result();
    await proceed(run, 'reads-only');
    const { state, answer } = await run.result();
    await runtime.close();
    expect(state).toBe('done');
    expect(answer).toContain('README.md:7: A discount of 10 % is given from 5 items on.');
    const statements = answer.split('\n').filter((line) => /^ *- /.test(line));
    expect(statements.length).toBeGreaterThan(2);
    for (const statement of statements) expect(statement).toMatch(/[\w/.]+:\d+/);
  });

  it.each([
    ['with a gate that calls no planner', { plan: false, reason: 'small', score: 1, mode: 'auto', forced: false }],
    ['without a gate', undefined],
  ] as const)('that orders to run something is a plan of commands, %s', async (_, gate) => {
    const runtime = await offlineRuntime();
    const run = await runtime.start({ task: 'run the tests' }, { ...stated({ gate }) });
    const { execution, findings } = await run.rest();
    await runtime.close();
    expect(stepsOf(execution!.plan)).toEqual(['E1 shell: Run `npm test`.']);
    expect(findings).toEqual([]);
  });
});
