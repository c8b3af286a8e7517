import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram, createRepository, programFromSource, type Repository } from './cli-process.js';
import { serveDeeds } from './models/deeds.js';

const has = (text: string): unknown => expect.stringContaining(text);

const built = buildProgram();
afterAll(built.remove);

const plan = JSON.stringify({
  task_summary: 'Look around',
  steps: [
    { id: 'E1', agent: 'search', task: 'Find the limit' },
    { id: 'E2', agent: 'file', task: 'Read the readme' },
    { id: 'E3', agent: 'reviewer', task: 'Sum up #E1 and #E2', deps: ['E1', 'E2'] },
  ],
});

/** E1 takes longer than anybody waits for it. */
const script = `replies:
  - { when: { label: E1 }, text: the limit is 3, delayMs: 600000 }
  - { when: { label: E2 }, text: it is a readme }
  - { when: { label: E3 }, text: a small project }
otherwise: { text: it is done }
`;
const quick = script.replace('delayMs: 600000', 'delayMs: 300');
const runPlan = ['run', 'plan.json', '--model', 'script:script.yaml'];
const model = ['--model', 'script:quick.yaml'];

/** A model that says nothing until it is told to: another process has all the time it needs. */
async function aHeldModel(): Promise<{ readonly held: readonly string[]; readonly letItAnswer: () => void }> {
  let letItAnswer = (): void => undefined;
  const opens = new Promise<void>((resolve) => {
    letItAnswer = resolve;
  });
  const deeds = {
    E1: { answer: 'the limit is 3' },
    E2: { answer: 'it is a readme' },
    E3: { answer: 'a small project' },
  };
  return { held: ['--model', (await serveDeeds(deeds, { opens })).model], letItAnswer };
}

const repository = (): Repository =>
  createRepository(built.program, {
    'plan.json': plan,
    'script.yaml': script,
    'quick.yaml': quick,
    'README.md': '# Demo\n',
  });

type Event = { readonly type: string; readonly data: { readonly step?: string; readonly revision?: number } };
type RunDocument = {
  readonly run: string;
  readonly state: string;
  readonly revision: number;
  readonly hash: string;
  readonly steps: readonly {
    readonly id: string;
    readonly label: string;
    readonly status: string;
    readonly asked: string;
  }[];
};

const starts = (events: readonly Event[]): readonly string[] =>
  events.flatMap(({ type, data }) => (type === 'step.started' ? [data.step ?? ''] : []));

describe('a plan file', () => {
  it('runs as a graph, side by side where it may, and every command speaks JSON', async () => {
    const { planwright, json } = repository();
    const ended = await planwright('run', 'plan.json', ...model, '--json');
    expect(ended).toMatchObject({ exit: 0, stderr: '' });
    const { run, steps } = JSON.parse(ended.stdout) as RunDocument;
    const events = await json<Event[]>('events', run);
    const types = events.map(({ type, data }) =>
      `${type} ${steps.find(({ id }) => id === data.step)?.label ?? ''}`.trim(),
    );
    expect(types.indexOf('step.started E2')).toBeLessThan(types.indexOf('step.succeeded E1'));
    expect(types.indexOf('step.started E3')).toBeGreaterThan(types.indexOf('step.succeeded E1'));
    expect(await json('show', run)).toMatchObject({ state: 'done' });
    expect(await json('report', run)).toMatchObject({ report: { done: 3 } });
  });

  it('that may run a command waits for a person, and is carried out once approved', async () => {
    const { write, planwright } = repository();
    const step = { id: 'E1', agent: 'shell', task: 'Run `node --version`' };
    write('risky.json', JSON.stringify({ task_summary: 'Run it', steps: [step] }));
    expect(await planwright('run', 'risky.json')).toMatchObject({
      exit: 3,
      stdout: has('planwright approve run-'),
    });
    const approved = await planwright('approve');
    expect(approved).toMatchObject({ exit: 0, stdout: has('1 of 1 step carried out') });
    expect(approved.stdout).toContain(process.version);
  });

  it('with a step for somebody else waits, and ends when that is done', async () => {
    const { planwright, shell } = repository();
    expect((await planwright('run', 'plan.json')).exit).toBe(3);
    const settled = await shell('echo "a small project" | planwright done E3 --answer -');
    expect(settled).toMatchObject({ exit: 0, stdout: has('3 of 3 steps carried out') });
  });

  it('goes out and comes back the same', async () => {
    const { shell, json } = repository();
    const { hash } = await json<RunDocument>('import', 'plan.json');
    const back = await shell('planwright export --format markdown | planwright import - --json');
    expect((JSON.parse(back.stdout) as RunDocument).hash).toBe(hash);
  });
});

describe('another process', () => {
  it('pauses: no further step starts, the late result is kept, and a resume finishes the rest', async () => {
    const { start, planwright, json } = repository();
    const { held, letItAnswer } = await aHeldModel();
    const first = start('run', 'plan.json', ...held);
    await first.says('E2 started');
    const paused = await planwright('pause');
    expect(paused).toMatchObject({
      exit: 0,
      stdout: has('Still under way, and kept when it ends: E1, E2'),
    });
    letItAnswer();
    expect(await first.ended).toMatchObject({ exit: 3, stdout: has('E1 done: the limit is 3') });
    const [row] = await json<{ id: string; state: string; pauseReason: string; stepsDone: number }[]>('list');
    expect(row).toMatchObject({ state: 'paused', pauseReason: 'supervisor', stepsDone: 2 });
    const resumed = await planwright('resume', ...model);
    expect(resumed).toMatchObject({ exit: 0, stdout: has('E3 done: a small project') });
    expect(starts(await json<Event[]>('events', row!.id))).toHaveLength(3);
  });

  it('edits what has not started and approves it; the first process carries the new revision out', async () => {
    const { start, planwright, shell, json } = repository();
    const { held, letItAnswer } = await aHeldModel();
    const first = start('run', 'plan.json', ...held);
    await first.says('E1 started');
    const watching = start('events', '--follow', '--json').ended;
    await shell(`planwright export --format markdown | sed 's/Sum up/Sum up briefly/' > edited.md`);
    const edited = await planwright('edit', '--file', 'edited.md', '--approve', ...model);
    expect(edited).toMatchObject({ exit: 0, stdout: has('carries it out; to watch:') });
    letItAnswer();
    expect(await first.ended).toMatchObject({ exit: 0 });
    const after = await json<RunDocument>('show');
    expect(after).toMatchObject({ state: 'done', revision: 2 });
    expect(after.steps[2]?.asked).toContain('Sum up briefly the limit is 3');
    const { exit, stdout } = await watching;
    const seen = stdout.trim().split('\n');
    expect([exit, (JSON.parse(seen.at(-1) ?? '') as Event).type]).toEqual([0, 'run.answered']);
  });

  it('cancels, and the first process ends at once', async () => {
    const { start, planwright, json } = repository();
    const first = start(...runPlan);
    await first.says('E1 started');
    expect((await planwright('cancel', '--reason', 'changed my mind')).exit).toBe(0);
    const ended = await first.ended;
    expect(ended).toMatchObject({ exit: 1, stdout: has('cancelled: changed my mind') });
    expect((await json<RunDocument>('show')).steps.map(({ status }) => status)).toEqual(['skipped', 'done', 'skipped']);
  });

  it('is told who carries a run out, and two that go on with it at once do everything once', async () => {
    const { start, planwright, json } = repository();
    const first = start(...runPlan);
    await first.says('E1 started');
    const told = await planwright('run', (await json<RunDocument>('show')).run, ...model);
    expect(told).toMatchObject({ exit: 0, stdout: has('carries it out') });
    first.kill('SIGKILL');
    await first.ended;
    const { run } = await json<RunDocument>('show');
    const both = await Promise.all([planwright('run', run, ...model), planwright('run', run, ...model)]);
    for (const { exit } of both) expect(exit).toBe(0);
    expect(await json<RunDocument>('show', run)).toMatchObject({ state: 'done' });
    // E1 was cut off and started again; everything else started once.
    expect(starts(await json<Event[]>('events', run))).toHaveLength(4);
  });
});

describe('stopping', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s records the step as interrupted, says how to go on, and ends with 130',
    async (signal) => {
      const { start, planwright, json } = repository();
      const first = start(...runPlan);
      await first.says('E1 started');
      first.kill(signal);
      const stopped = await first.ended;
      const [, run = ''] = /go on with: planwright run (run-\S+)/.exec(stopped.stderr) ?? [];
      expect(stopped.exit).toBe(130);
      const types = (await json<Event[]>('events', run)).map(({ type }) => type);
      expect(types).toContain('step.interrupted');
      const resumed = await planwright('run', run, ...model);
      expect(resumed).toMatchObject({ exit: 0, stdout: has('3 of 3 steps carried out') });
    },
  );

  it('by a signal with --json ends with the document of the run, which says so', async () => {
    const { start, json } = repository();
    const { run } = await json<RunDocument>('import', 'plan.json');
    const watching = start('events', run, '--follow');
    const first = start('run', run, '--model', 'script:script.yaml', '--json');
    await watching.says('E1 started');
    first.kill('SIGINT');
    const { exit, stdout } = await first.ended;
    expect([exit, JSON.parse(stdout)]).toEqual([
      130,
      expect.objectContaining({ run, exit: 130, reason: 'interrupted', state: 'running', unattended: true }),
    ]);
    watching.kill('SIGKILL');
    await watching.ended;
  });

  it('because nobody reads any more is quiet', async () => {
    const { shell, json } = repository();
    const { run } = await json<RunDocument>('import', 'plan.json');
    expect(await shell(`planwright events ${run} --follow | true`)).toEqual({ exit: 0, stdout: '', stderr: '' });
  });
});

describe('where it stands and writes', () => {
  it('says so when its folder is gone', async () => {
    const { shell } = repository();
    expect(await shell('mkdir gone && cd gone && rmdir ../gone && planwright list')).toMatchObject({
      exit: 2,
      stderr: has('error: the folder this was started in is not there any more'),
    });
  });

  it.skipIf(!existsSync('/dev/full'))('fails when what it says cannot be written', async () => {
    const { shell, planwright } = repository();
    await planwright('import', 'plan.json');
    for (const line of ['planwright list > /dev/full', 'planwright run plan.json --model offline > /dev/full'])
      expect(await shell(line)).toMatchObject({ exit: 1, stderr: has('error: the output cannot be written: ENOSPC') });
  });
});

describe('from its source', () => {
  it('runs without a build', async () => {
    const files = { 'plan.json': plan, 'quick.yaml': quick };
    const { planwright } = createRepository(programFromSource(), files);
    const ended = await planwright('run', 'plan.json', ...model);
    expect(ended).toMatchObject({ exit: 0, stdout: has('3 of 3 steps carried out') });
  });
});
