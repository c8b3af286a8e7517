import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aTeamProject, type RunDocument, type Team, teamOf, writingPlan } from './a-team.js';

const built = buildProgram();
afterAll(built.remove);

const planning = 'orchestrator: { coordination: { enable_planning_mode: true } }\n';
const answer = (agent: string, goal: string): string =>
  `  - { when: { agent: ${agent}, label: propose }, tools: [{ name: new_answer, args: { plan: ${writingPlan(goal, ['one.txt'])} } }] }\n`;
const ballot = (proposal: string): string => `{ name: vote, args: { proposal: ${proposal}, reason: fine } }`;
const vote = (agent: string, proposal: string, more = ''): string =>
  `  - { when: { agent: ${agent}, label: vote }, tools: [${ballot(proposal)}]${more} }\n`;

type Ended = { readonly team: Team; readonly document: RunDocument };

async function coordinate(files: { readonly team: string; readonly script: string }): Promise<Ended> {
  const team = aTeamProject(built.program);
  const file = team.own({ 'team.yaml': files.team, 'script.yaml': `replies:\n${files.script}` });
  return { team, document: await team.json('coordinate', '--config', file, 'Write one.txt') };
}

describe('agents that do not do as they should', () => {
  it('fail on every call: they are left out, and those who are left decide', async () => {
    const { document } = await coordinate({
      team: teamOf(3, planning),
      script:
        answer('a', 'Write one.txt') +
        answer('b', 'Write one.txt well') +
        '  - { when: { agent: c }, error: { status: 401, message: the key is wrong }, repeat: true }\n' +
        vote('a', 'agent2.1') +
        vote('b', 'agent1.1'),
    });
    expect(document).toMatchObject({ state: 'draft', exit: 3 });
    const [attempt] = document.coordination.attempts;
    expect(attempt).toMatchObject({ chosen: { proposal: 'agent1.1', rule: 'order' } });
    expect(attempt?.agents[2]?.retiredBecause).toContain('the key is wrong');
  });

  it('all fail: nothing was proposed, and the reason says so', async () => {
    const { document } = await coordinate({
      team: teamOf(2, planning),
      script: '  - { error: { status: 500, message: out of order }, repeat: true }\n',
    });
    expect(document).toMatchObject({ state: 'failed', reason: 'no-proposal', exit: 1 });
  });

  it('hang: the ballots that reach the quorum in time decide, and it is said', async () => {
    const { document } = await coordinate({
      team: teamOf(3, `${planning}timeout_settings: { orchestrator_timeout_seconds: 2 }\n`),
      script:
        ['a', 'b', 'c'].map((agent) => answer(agent, `Write one.txt as ${agent}`)).join('') +
        vote('a', 'agent2.1') +
        vote('b', 'agent1.1') +
        vote('c', 'agent1.1', ', delayMs: 600000'),
    });
    expect(document).toMatchObject({ state: 'draft', exit: 3 });
    expect(document.coordination.attempts).toMatchObject([{ chosen: { atTimeout: true, rule: 'order' } }]);
  });

  it('hang too long: no quorum in time ends with its own exit code', async () => {
    const { document } = await coordinate({
      team: teamOf(2, `${planning}timeout_settings: { orchestrator_timeout_seconds: 1 }\n`),
      script: '  - { delayMs: 600000, repeat: true, text: late }\n',
    });
    expect(document).toMatchObject({ state: 'failed', reason: 'timeout', exit: 4 });
  });

  it('have spent the budget: it is told apart from failing', async () => {
    const { document } = await coordinate({
      team: teamOf(2, 'orchestrator: { coordination: { enable_planning_mode: true, budget: 10 tokens } }\n'),
      script: answer('a', 'Write one.txt') + answer('b', 'Write one.txt too'),
    });
    expect(document).toMatchObject({ state: 'failed', reason: 'budget', exit: 4 });
  });

  it('answer after the end: what comes late changes nothing', async () => {
    const { team, document } = await coordinate({
      team: teamOf(2, `${planning}timeout_settings: { orchestrator_timeout_seconds: 1 }\n`),
      script:
        answer('a', 'Write one.txt') + answer('b', 'Write one.txt too').replace(' } }] }', ' } }], delayMs: 3000 }'),
    });
    expect(document).toMatchObject({ state: 'failed', reason: 'timeout', exit: 4 });
    const { stdout } = await team.planwright('show', document.run, '--ballots');
    expect(stdout).toContain('proposes agent1.1');
    expect(stdout).not.toContain('proposes agent2.1');
  });

  it('vote and answer at once, vote twice, name what is not there: each is refused and told, until it is right', async () => {
    const { team, document } = await coordinate({
      team: teamOf(2, planning),
      script:
        answer('a', 'Write one.txt') +
        answer('b', 'Write one.txt too') +
        `  - { when: { agent: a, label: vote }, tools: [${ballot('agent2.1')}, { name: new_answer, args: { plan: better } }] }\n` +
        vote('a', 'agent9.1') +
        vote('a', 'agent2.1') +
        `  - { when: { agent: b, label: vote }, tools: [${ballot('agent1.1')}, ${ballot('agent1.1')}] }\n` +
        vote('b', 'agent2.1') +
        vote('b', 'agent1.1'),
    });
    expect(document).toMatchObject({ state: 'draft', exit: 3 });
    const codes = document.coordination.attempts[0]?.agents.map(({ refusals }) => refusals.map(({ code }) => code));
    expect(codes).toEqual([
      ['several-calls', 'unknown-proposal'],
      ['several-calls', 'own-proposal'],
    ]);
    const { stdout } = await team.planwright('show', document.run, '--ballots');
    expect(stdout).toContain(
      'not taken (unknown-proposal): there is no proposal "agent9.1"; vote for one of: agent2.1',
    );
  });

  it('return a plan of 5 MB: it is refused, and its author is left out after its tries', async () => {
    const huge = JSON.stringify({ goal: 'x'.repeat(5_000_000), steps: [] });
    const { document } = await coordinate({
      team: teamOf(2, planning),
      script:
        answer('a', 'Write one.txt') +
        `  - { when: { agent: b, label: propose }, tools: [{ name: new_answer, args: { plan: ${huge} } }], repeat: true }\n`,
    });
    expect(document.coordination.attempts[0]?.agents[1]?.refusals).toMatchObject(
      Array.from({ length: 3 }, () => ({ code: 'too-large' })),
    );
    expect(document).toMatchObject({ state: 'draft', coordination: { attempts: [{ chosen: { rule: 'only' } }] } });
  });

  it('give no verdict: what was done is submitted, and said to be not evaluated', async () => {
    const { document } = await coordinate({
      team: teamOf(
        2,
        'orchestrator: { coordination: { planning: off, max_orchestration_restarts: 1, self_votes: true } }\n',
      ),
      script: [
        '  - { when: { agent: a, label: propose }, tools: [{ name: new_answer, args: { content: yes } }] }\n',
        '  - { when: { agent: b, label: propose }, tools: [{ name: new_answer, args: { content: no } }] }\n',
        vote('a', 'agent1.1') + vote('b', 'agent1.1'),
        '  - { when: { agent: b, label: evaluate }, text: it looks good to me, tools: [], repeat: true }\n',
      ].join(''),
    });
    expect(document).toMatchObject({ state: 'done', exit: 0, reason: 'not-evaluated', answer: 'yes' });
  });
});
