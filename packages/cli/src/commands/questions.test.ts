import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type Ended, type TestFolder } from '../testing/program-in.js';

const has = (text: string): unknown => expect.stringContaining(text);
const offline = ['--model', 'offline'];
/** Changes two files that are not there: the offline explorer asks about each. */
const task = 'Update src/limits.js with the discount limit. Fix src/rates.js';
const questions = [
  'The task names src/limits.js, which is not there. Is it to be created?',
  'The task names src/rates.js, which is not there. Is it to be created?',
];

function shop(): TestFolder {
  const place = createTestFolder({
    'src/price.js': 'export const discountLimit = 5;\n',
    'src/cart.js': "import { discountLimit } from './price.js';\n",
  });
  onTestFinished(() => rmSync(place.root, { recursive: true, force: true }));
  return place;
}

const scripted = ['--model', 'script:script.yaml'];
const reading = ['--complexity', 'medium', '--angles', 'testing', '--json', 'Read all about the discount limit'];

/** A model that asks a question, and plans steps that only read. */
function readingShop(): TestFolder {
  const place = shop();
  const findings = {
    ...{ project_structure: '', patterns: '', dependencies: '', integration_points: '', constraints: '' },
    relevant_files: [{ path: 'src/price.js', relevance: 0.9, rationale: 'it holds the limit', role: 'context_only' }],
    clarification_needs: [{ question: 'Per cart?', context: '', options: ['Yes', 'No'], recommended: 0 }],
  };
  const plan = { goal: 'Read it', steps: [{ id: 'E1', agent: 'search', task: 'Find the discount limit' }] };
  const replies = [
    { when: { agent: 'explorer' }, text: JSON.stringify(findings) },
    { when: { agent: 'planner' }, text: JSON.stringify(plan) },
  ];
  place.write('script.yaml', JSON.stringify({ replies, otherwise: { text: 'it is 5' } }));
  return place;
}

type Planned = {
  readonly run: string;
  readonly state: string;
  readonly reason: string | null;
  readonly next: readonly string[];
  readonly planning: {
    readonly status: string | null;
    readonly level: string;
    readonly questions: readonly { readonly id: string; readonly question: string }[];
    readonly answers: readonly { readonly answer: string; readonly by: string }[];
    readonly assumptions: readonly string[];
  };
};
const documentOf = ({ stdout }: Ended): Planned => JSON.parse(stdout) as Planned;

async function asked(place: TestFolder): Promise<Planned> {
  return documentOf(await place.planwright(['plan', ...offline, '--json', task]));
}

describe('what exploring leaves open', () => {
  it('is told to a program with what is recommended, and exits 3', async () => {
    const place = shop();
    const ended = await place.planwright(['plan', ...offline, '--json', task]);
    expect(ended.exit).toBe(3);
    const { run, state, reason, planning, next } = documentOf(ended);
    expect({ state, reason }).toEqual({ state: 'planning', reason: 'questions' });
    expect(planning.questions).toMatchObject([
      { id: 'Q1', question: questions[0], recommended: 'Create it' },
      { id: 'Q2', question: questions[1], recommended: 'Create it' },
    ]);
    expect(planning).toMatchObject({ status: null, level: 'medium', answers: [] });
    expect(next).toEqual([
      `planwright answer ${run} Q1=1 Q2=1`,
      `planwright answer ${run} --recommended`,
      `planwright cancel ${run}`,
    ]);
  });

  it('is printed where nobody sits, with how to go on', async () => {
    const { planwright } = shop();
    const { exit, stdout } = await planwright(['--plan', ...offline, task]);
    expect(exit).toBe(3);
    expect(stdout).toContain(`  Q1  ${questions[0]!}\n`);
    expect(stdout).toContain('      1  Create it (recommended)\n      2  It has another name: find it first\n');
    expect(stdout).toMatch(/planwright answer run-\w+ --recommended/);
    const listed = (await planwright(['list'])).stdout;
    expect(listed).toContain('planning (asks)');
    expect(listed).not.toContain('Nobody is working on');
  });

  it('is asked one by one at a terminal: Enter takes what is recommended, a number an option, words are words', async () => {
    const place = shop();
    const { exit, stderr } = await place.planwright(['plan', ...offline, task], { typed: ['', '7', '2'] });
    expect(exit).toBe(0);
    expect(stderr.indexOf(questions[0]!)).toBeLessThan(stderr.indexOf(questions[1]!));
    expect(stderr).toContain('Answer (1-2, or your own words; Enter: 1): ');
    expect(stderr).toContain('There is no answer 7.');
    const { planning } = documentOf(await place.planwright(['show', '--json']));
    expect(planning.answers.map(({ answer, by }) => [answer, by])).toEqual([
      ['Create it', 'person'],
      ['It has another name: find it first', 'person'],
    ]);
    expect(planning.assumptions).toEqual([]);
  });

  it('stays open from where a person stops answering, and nothing that was answered is lost', async () => {
    const place = shop();
    const left = await place.planwright(['plan', ...offline, task], { typed: ['2'] });
    expect(left).toMatchObject({ exit: 3, stdout: has('Answer what is asked; planning waits for it') });
    expect(left.stdout).toContain(questions[1]!);
    expect(left.stdout).not.toContain(`Q1  ${questions[0]!}`);
    expect(await place.planwright(['answer', ...offline], { typed: [] })).toMatchObject({ exit: 3 });
    expect(await place.planwright(['answer', ...offline], { typed: [''] })).toMatchObject({ exit: 0 });
    const { planning } = documentOf(await place.planwright(['show', '--json']));
    expect(planning.answers).toHaveLength(2);
  });

  it('is taken as recommended with --yes, and recorded as assumptions', async () => {
    const place = shop();
    const ended = await place.planwright(['plan', ...offline, '--yes', '--json', task]);
    expect(ended.exit).toBe(0);
    const { state, planning } = documentOf(ended);
    expect(state).toBe('draft');
    expect(planning.answers.map(({ by }) => by)).toEqual(['recommendation', 'recommendation']);
    expect(planning.assumptions[0]).toBe(`${questions[0]!} Assumed, since nobody was asked: Create it`);
    const { stdout } = await place.planwright(['show']);
    expect(stdout).toContain(
      'Explored: complexity medium, because it scores 4 of 10; it is 62 characters long, fewer than 200\n',
    );
    expect(stdout).toContain(`Answered\n  ${planning.assumptions[0]!}`);
  });

  it('is not asked of a question, and not of what is to be made', async () => {
    for (const words of ['What is in src/limits.js?', 'Create src/limits.js with the discount limit'])
      expect(documentOf(await shop().planwright(['plan', ...offline, '--json', words]))).toMatchObject({
        planning: { questions: [] },
      });
  });

  it('is not looked for where the gate calls no planner: a small task makes no exploration', async () => {
    const place = shop();
    const ended = documentOf(await place.planwright([...offline, '--json', 'where is discountLimit?']));
    expect(ended).toMatchObject({ state: 'done', planning: { level: null, angles: [] } });
    expect((await place.planwright(['events'])).stdout).not.toContain('explored');
  });
});

describe('planwright answer', () => {
  it('answers what another process asked, and goes on as far as that process was asked to', async () => {
    const place = shop();
    const { run } = await asked(place);
    const ended = await place.planwright(['answer', run, 'Q1=2', 'q2=it is src/cart.js', '--json', ...offline]);
    expect(ended.exit).toBe(0);
    expect(documentOf(ended)).toMatchObject({
      state: 'draft',
      reason: 'approval',
      planning: {
        questions: [],
        answers: [
          { answer: 'It has another name: find it first', by: 'person' },
          { answer: 'it is src/cart.js', by: 'person' },
        ],
      },
    });
  });

  it('runs nothing where only a plan was asked for, and carries on where more was', async () => {
    const place = readingShop();
    for (const [command, exit, state] of [
      ['plan', 0, 'draft'],
      ['--plan', 0, 'done'],
    ] as const) {
      const { run } = documentOf(await place.planwright([command, ...scripted, ...reading]));
      const ended = await place.planwright(['answer', run, 'Q1=1', '--json', ...scripted]);
      expect([ended.exit, documentOf(ended).state]).toEqual([exit, state]);
    }
  });

  it('carries out what `plan` began when an approval comes with the answer', async () => {
    const place = readingShop();
    const { run } = documentOf(await place.planwright(['plan', ...scripted, ...reading]));
    const ended = await place.planwright(['answer', run, 'Q1=1', '--approve', 'auto', '--json', ...scripted]);
    expect([ended.exit, documentOf(ended).state]).toEqual([0, 'done']);
  });

  it('takes what is recommended for all that is left', async () => {
    const place = shop();
    await asked(place);
    const { planning } = documentOf(await place.planwright(['answer', 'Q2=2', '--recommended', '--json', ...offline]));
    expect(planning.answers.map(({ by }) => by)).toEqual(['person', 'recommendation']);
  });

  it('asks at a terminal, and shows what is open elsewhere', async () => {
    const place = shop();
    const { run } = await asked(place);
    expect(await place.planwright(['answer', run, ...offline])).toMatchObject({ exit: 3, stdout: has(questions[1]!) });
    const ended = await place.planwright(['answer', '--no-wait', ...offline], { typed: ['', 'my own words'] });
    expect(ended).toMatchObject({ exit: 0, stderr: has(questions[1]!) });
    expect(documentOf(await place.planwright(['show', run, '--json'])).planning.answers).toMatchObject([
      { answer: 'Create it' },
      { answer: 'my own words' },
    ]);
  });

  it.each([
    [['Q1'], 'there is no run "Q1"'],
    [['Q1=1', 'two'], 'an answer is written Q1=2 or Q1="in your own words", found "two"'],
    [['Q9=1'], 'there is no open question Q9; open: Q1, Q2'],
    [['Q1='], 'Q1 got no answer'],
  ])('refuses %j and leaves the questions open', async (argv, message) => {
    const place = shop();
    await asked(place);
    const ended = await place.planwright(['answer', ...argv, ...offline]);
    expect(ended).toMatchObject({ exit: expect.any(Number) as number, stderr: has(message) });
    expect(ended.exit).not.toBe(0);
    expect(documentOf(await place.planwright(['show', '--json'])).planning.questions).toHaveLength(2);
  });

  it('refuses where nothing is asked', async () => {
    const place = shop();
    const { run } = documentOf(await place.planwright(['plan', ...offline, '--json', 'Change discountLimit']));
    const ended = await place.planwright(['answer', run, 'Q1=1', ...offline]);
    expect(ended.stderr).toContain(`run ${run} has no open question`);
    expect(ended.exit).toBe(2);
  });
});

describe('how a task is to be planned', () => {
  it('is kept with the run: kind, severity, level, angles', async () => {
    const argv = ['--severity', 'high', '--complexity', 'medium', '--angles', 'testing', '--refresh', '--yes'];
    const ended = await shop().planwright(['plan', ...offline, '--json', ...argv, 'discountLimit is wrong']);
    expect(documentOf(ended).planning).toMatchObject({
      level: 'medium',
      angles: [{ angle: 'testing', source: 'new' }],
      wish: { kind: 'fix', severity: 'High', complexity: 'medium', refresh: true, clarify: 'recommended' },
    });
  });

  it('may be without looking at the project, or from what was found out before', async () => {
    const place = shop();
    place.write('analysis.md', 'The limit is in src/price.js.\n');
    const without = await place.planwright(['plan', ...offline, '--json', '--no-explore', task]);
    expect(documentOf(without)).toMatchObject({ state: 'draft', planning: { level: null, questions: [] } });
    const known = await place.planwright(['plan', ...offline, '--json', '--from-analysis', 'analysis.md', task]);
    expect(documentOf(known).planning).toMatchObject({
      level: null,
      wish: { explore: false, analysis: 'The limit is in src/price.js.' },
    });
  });

  it.each([
    [['--severity', 'awful'], 2, '--severity'],
    [['--angles', '../x'], 2, '--angles: "../x" is no angle'],
    [['--from-analysis', 'nowhere.md'], 2, 'nowhere.md cannot be read'],
    [['--from-analysis', 'empty.md'], 2, '--from-analysis: empty.md is empty'],
  ])('refuses %j', async (argv, exit, message) => {
    const place = shop();
    place.write('empty.md', ' \n');
    const ended = await place.planwright(['plan', ...offline, ...argv, task]);
    expect(ended).toMatchObject({ stderr: has(message) });
    expect(ended.exit).toBe(exit);
  });

  it('keeps nothing of a dry run, explorations neither', async () => {
    const place = shop();
    const ended = await place.planwright(['plan', ...offline, '--dry-run', '--json', 'Change discountLimit']);
    expect(documentOf(ended).planning).toMatchObject({ angles: [{ angle: 'general', source: 'new' }] });
    expect((await place.planwright(['list', '--json'])).stdout.trim()).toBe('[]');
  });
});
