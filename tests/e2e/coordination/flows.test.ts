import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aTeamProject, type RunDocument, type Team, teamOf, writingPlan } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

const has = (text: string): unknown => expect.stringContaining(text);
const coordination = (more: string): string =>
  `orchestrator: { coordination: { enable_planning_mode: true, ${more} } }\n`;

const proposing = (agent: string, goal: string, path = 'one.txt'): string =>
  `  - { when: { agent: ${agent}, label: propose }, tools: [{ name: new_answer, args: { plan: ${writingPlan(goal, [path])} } }] }\n`;
const answering = (agent: string, content: string, attempt = 1): string =>
  `  - { when: { agent: ${agent}, label: propose, attempt: ${attempt} }, tools: [{ name: new_answer, args: { content: ${content} } }] }\n`;
const voting = (agent: string, proposal: string): string =>
  `  - { when: { agent: ${agent}, label: vote }, tools: [{ name: vote, args: { proposal: ${proposal}, reason: fine } }] }\n`;
const writing = (path: string): string =>
  `  - { when: { label: E1 }, tools: [{ name: write, args: { path: ${path}, content: "1" } }] }\n  - { when: { label: E1 }, text: ${path} is there }\n`;
const closing = '  - { when: { agent: orchestrator }, repeat: true, text: It is written. }\n';
const bothPropose = proposing('a', 'Write one.txt') + proposing('b', 'Write two.txt', 'two.txt');
const bothProposeAndVote = bothPropose + voting('a', 'agent2.1') + voting('b', 'agent1.1');

type Given = { readonly team: string; readonly script: string };

function own(files: Given): { readonly team: Team; readonly file: string } {
  const team = aTeamProject(built.program);
  return { team, file: team.own({ 'team.yaml': files.team, 'script.yaml': `replies:\n${files.script}` }) };
}

describe('ways to come to a plan', () => {
  it('--agents asks the model that was named, each agent with a strategy of its own', async () => {
    const { team, file } = own({
      team: '',
      script:
        proposing('smallest-change', 'Write one.txt') +
        proposing('test-first', 'Write two.txt', 'two.txt') +
        voting('smallest-change', 'agent2.1') +
        voting('test-first', 'agent1.1') +
        writing('one.txt') +
        closing,
    });
    const model = `script:${join(file, '..', 'script.yaml')}`;
    const draft = await team.json<RunDocument>('Write a file', '--agents', '2', '--model', model);
    expect(draft).toMatchObject({
      state: 'draft',
      coordination: { attempts: [{ chosen: { agent: 'smallest-change' } }] },
    });
    expect(await team.json('approve', draft.run, '--yes')).toMatchObject({ state: 'done' });
    expect(team.fileOf(draft.run, 'one.txt')).toBe('1');
  });

  it('skip_coordination_rounds takes the first proposal without a vote, and it is approved all the same', async () => {
    const { team, file } = own({
      team: teamOf(
        2,
        'orchestrator: { skip_coordination_rounds: true, coordination: { enable_planning_mode: true } }\n',
      ),
      script: bothPropose,
    });
    const draft = await team.json<RunDocument>('coordinate', '--config', file, 'Write a file');
    expect(draft).toMatchObject({ state: 'draft', exit: 3 });
    expect(draft.coordination.attempts).toMatchObject([{ chosen: { agent: 'a', rule: 'skipped' }, tally: [] }]);
  });

  it('planning: auto plans where a tool could act, and answers a plain question', async () => {
    const script =
      answering('a', 'It is about a project.') + answering('b', 'About a project.') + voting('a', 'agent2.1');
    const { team, file } = own({
      team: teamOf(2, 'orchestrator: { coordination: { planning: auto } }\n'),
      script: script + voting('b', 'agent1.1'),
    });
    const coordinate = (task: string) => team.planwright('coordinate', '--config', file, task);
    const asked = await coordinate('What is this project about?');
    expect(asked).toMatchObject({ exit: 0, stdout: has('the task is one question') });
    expect(asked.stdout).toContain('It is about a project.');
    expect((await coordinate('Change the title')).stdout).toContain('propose plans: the task may have effects');
  });

  it('a quorum that is not reached ends with its own reason', async () => {
    const { team, file } = own({
      team: teamOf(2, coordination('quorum: 2')),
      script:
        bothPropose +
        voting('a', 'agent2.1') +
        '  - { when: { agent: b, label: vote }, text: I would rather not., repeat: true }\n',
    });
    expect(await team.json('coordinate', '--config', file, 'Write a file')).toMatchObject({
      ...{ state: 'failed', reason: 'no-quorum', exit: 1 },
      coordination: { attempts: [{ failed: { message: '1 of the 2 ballots that must count were cast' } }] },
    });
  });
});

describe('a plan that was chosen and is to be changed', () => {
  it('is given again by its author, and waits for approval as another revision', async () => {
    const { team, file } = own({
      team: teamOf(2, coordination('quorum: 2')),
      script:
        bothProposeAndVote +
        // The same again is refused; what comes then is another plan.
        proposing('a', 'Write three.txt', 'three.txt') +
        writing('three.txt') +
        closing,
    });
    const { run } = await team.json<RunDocument>('coordinate', '--config', file, 'Write a file');
    const revised = await team.json<RunDocument>('revise', run, 'Call it three.txt');
    expect(revised).toMatchObject({ run, state: 'draft', revision: 2, approval: null, exit: 3 });
    expect(revised.coordination.attempts).toMatchObject([{ chosen: { proposal: 'agent1.2', rule: 'revised' } }]);
    expect(await team.json('approve', run, '--yes')).toMatchObject({ state: 'done' });
    expect(team.fileOf(run, 'three.txt')).toBe('1');
  });
});

describe('a budget that is spent while agents talk', () => {
  it('stops them with its own exit code; raised, it lets them go on where they stopped', async () => {
    const { team, file } = own({
      team: teamOf(2, coordination('budget: 10 tokens')),
      script: bothProposeAndVote + writing('one.txt') + closing,
    });
    const told = await team.planwright('coordinate', '--config', file, 'Write a file');
    const stopped = await team.json<RunDocument>('show');
    expect(stopped).toMatchObject({ state: 'failed', reason: 'budget' });
    expect(told).toMatchObject({ exit: 4, stdout: has(`planwright budget ${stopped.run} AMOUNT`) });
    const draft = await team.json<RunDocument>('budget', stopped.run, '1m tokens');
    expect(draft).toMatchObject({ run: stopped.run, state: 'draft', reason: 'approval', exit: 3 });
    expect(draft.coordination.attempts).toMatchObject([{ chosen: { proposal: 'agent1.1' }, failed: null }]);
    expect(await team.json('approve', draft.run, '--yes')).toMatchObject({ state: 'done' });
  });
});

describe('debug_final_answer', () => {
  it('is what the evaluator is shown of the first attempt, and only there', async () => {
    const judged = (attempt: number, call: string): string =>
      `  - { when: { agent: b, label: evaluate, attempt: ${attempt} }, tools: [${call}] }\n`;
    const { team, file } = own({
      team: teamOf(
        2,
        'orchestrator: { debug_final_answer: only half of it, coordination: { planning: off, self_votes: true, max_orchestration_restarts: 2 } }\n',
      ),
      script:
        answering('a', 'all of it') +
        answering('b', 'nearly all of it') +
        voting('a', 'agent1.1') +
        voting('b', 'agent1.1') +
        judged(1, '{ name: restart_orchestration, args: { reason: half is missing, instructions: give all } }') +
        answering('a', 'all of it and more', 2) +
        answering('b', 'all of it too', 2) +
        voting('a', 'agent1.1') +
        voting('b', 'agent1.1') +
        judged(2, '{ name: submit, args: { confirmed: true } }'),
    });
    const record = join(team.root, '.planwright', 'recorded.yaml');
    const done = await team.json<RunDocument>('coordinate', '--config', file, '--record', record, 'Say it all');
    expect(done).toMatchObject({ state: 'done', answer: 'all of it and more', exit: 0 });
    const shown = readFileSync(record, 'utf8')
      .split('\n')
      .filter((line) => line.includes('The answer to judge'));
    expect(shown).toHaveLength(2);
    expect(shown[0]).toContain('only half of it');
    expect(shown[1]).not.toContain('only half of it');
    expect(shown[1]).toContain('all of it and more');
  });
});

describe('a recording of a coordination', () => {
  type StoredEvent = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

  /** What was decided: without who did it where, and without what only real calls leave. */
  async function decidedIn(team: Team, run: string): Promise<readonly string[]> {
    const events = await team.json<readonly StoredEvent[]>('events', run);
    const own = ({ type, data }: StoredEvent): string =>
      JSON.stringify([type, { ...data, executor: '', model: '', ground: '', calls: [], refused: [], settings: '' }]);
    return events.filter(({ type }) => type !== 'notice.recorded').map((event) => own(event).replaceAll(run, 'run'));
  }

  it('is played back with the same ballots, winner, verdicts and answer, and nothing is called', async () => {
    const team = aTeamProject(built.program);
    const record = join(team.root, '..', `${team.root.split('-').at(-1) ?? ''}.yaml`);
    const coordinate = (...more: readonly string[]): Promise<RunDocument> =>
      team.json('coordinate', '--config', '@examples/social_posting', '--approve', 'auto', ...more, 'Post a summary');
    try {
      const recorded = await coordinate('--record', record);
      expect(team.record('social').length).toBeGreaterThan(0);
      rmSync(join(team.root, '.planwright', 'stand-ins'), { recursive: true });
      const played = await coordinate('--model', `script:${record}`);
      expect(played).toMatchObject({ state: 'done', answer: recorded.answer });
      expect([...(await decidedIn(team, played.run))].sort()).toEqual(
        [...(await decidedIn(team, recorded.run))].sort(),
      );
      expect(team.record('social')).toEqual([]);
    } finally {
      rmSync(record, { force: true });
    }
  });
});
