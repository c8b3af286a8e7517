import { describe, expect, it } from 'vitest';
import { Coordinated, planText } from '../testing/coordinated.js';
import { person } from '../testing/machine.js';
import { runResult } from '../view/run-result.js';
import { consultOrder } from './consult-order.js';
import { deadlineOf } from './deadline-of.js';
import { presenterOf } from './evaluation-order.js';
import { heard } from './heard.js';

const three = ['a', 'b', 'c'];

/** Three agents, each with a plan of its own; round 2 is open. */
const proposed = (fields: Parameters<typeof Coordinated.of>[1] = {}, agents = three): Coordinated => {
  const machine = Coordinated.of(agents, fields);
  for (const agent of agents) machine.propose(agent, planText(`work of ${agent}`));
  return machine;
};

const order = (machine: Coordinated, agent: string): ReturnType<typeof consultOrder> =>
  consultOrder(machine.state, { agent, attempt: machine.state.attempt, round: machine.round });

describe('rounds', () => {
  it('asks every agent at once, and nobody for a draft', () => {
    const machine = Coordinated.of(three);
    expect(machine.effects.map(({ type, key }) => [type, key])).toEqual([
      ['consult', 'run-test1:consult:1.1.a'],
      ['consult', 'run-test1:consult:1.1.b'],
      ['consult', 'run-test1:consult:1.1.c'],
    ]);
    expect(order(machine, 'a')).toMatchObject({ paper: [], mayPropose: true, mayVote: false, isLastRound: false });
  });

  it('waits for all before anybody votes, and then asks all again', () => {
    const machine = Coordinated.of(three).propose('a', planText('x'));
    expect(machine.asked).toEqual(['b', 'c']);
    machine.propose('b', planText('y')).propose('c', planText('z'));
    expect(machine.asked).toEqual(three);
    expect(order(machine, 'b')!.paper.map(({ proposal, isOwn }) => [proposal, isOwn])).toEqual([
      ['agent1.1', false],
      ['agent2.1', true],
      ['agent3.1', false],
    ]);
  });

  it('takes two calls per agent where nobody changes their mind', () => {
    const machine = proposed().vote('a', 'agent2.1').vote('b', 'agent1.1').vote('c', 'agent2');
    expect(machine.attempt.chosen).toMatchObject({ proposal: 'agent2.1', agent: 'b', rule: 'votes' });
    expect(machine.types.filter((type) => type === 'proposal.received' || type === 'vote.cast')).toHaveLength(6);
    expect(machine.state).toMatchObject({ status: 'draft', revision: 1 });
  });

  it('drafts exactly the plan that was voted for, unchanged by the check', () => {
    const machine = proposed().vote('a', 'agent2').vote('b', 'agent3').vote('c', 'agent2');
    expect(machine.state.hash).toBe(machine.attempt.chosen!.hash);
    expect(machine.types.slice(-3)).toEqual(['proposal.chosen', 'plan.drafted', 'check.finished']);
    expect(machine.state.execution!.plan.steps[0]!.agent).toBe('presenter');
    expect(presenterOf(machine.state)).toBe('b');
  });

  it('lets ballots go stale when something new is proposed', () => {
    const machine = proposed().vote('a', 'agent3.1').vote('b', 'agent3.1').propose('c', planText('better'));
    expect(machine.asked).toEqual(three);
    expect(order(machine, 'a')!.paper.map(({ proposal }) => proposal)).toEqual(['agent1.1', 'agent2.1', 'agent3.2']);
    machine.vote('a', 'agent3.1');
    expect(machine.refusalOf('a')).toBe('stale-proposal');
    machine.vote('a', 'agent3').vote('b', 'agent3').vote('c', 'agent1');
    expect(machine.attempt.chosen).toMatchObject({
      proposal: 'agent3.2',
      tally: expect.arrayContaining([{ proposal: 'agent3.2', votes: 2 }]),
    });
  });

  it('takes only votes in the last round', () => {
    const machine = proposed({ rounds: 2 });
    expect(order(machine, 'a')).toMatchObject({ isLastRound: true, mayPropose: false, mayVote: true });
    expect(machine.propose('a', planText('more')).refusalOf('a')).toBe('last-round');
  });

  it('gives no more answers than are allowed', () => {
    const machine = proposed({ maxAnswers: 1, rounds: 5 });
    expect(order(machine, 'a')!.mayPropose).toBe(false);
    expect(machine.propose('a', planText('more')).refusalOf('a')).toBe('too-many-answers');
  });

  it('has the check decide where one round is set and nobody votes', () => {
    const machine = Coordinated.of(['a', 'b'], { rounds: 1 });
    machine.propose('a', JSON.stringify({ goal: 'g', steps: [{ id: 'E1', task: 'no way to tell', agent: 'coder' }] }));
    machine.propose('b', planText('x'));
    expect(machine.attempt.chosen).toMatchObject({ agent: 'b', rule: 'check' });
  });

  it('chooses the only proposal without a vote: of one agent, of all, or where the others have none', () => {
    expect(Coordinated.of(['a']).propose('a', planText('x')).attempt.chosen).toMatchObject({
      rule: 'only',
      agent: 'a',
    });
    const same = Coordinated.of(['a', 'b']).propose('a', planText('x')).propose('b', planText('x'));
    expect(same.attempt.chosen).toMatchObject({ rule: 'only', agent: 'a' });
    const passed = Coordinated.of(['a', 'b']).propose('a', planText('x')).vote('b', 'agent1');
    expect(passed.attempt.chosen).toMatchObject({ rule: 'only', agent: 'a' });
  });

  it('counts a vote for what two came to alone, also of those two', () => {
    const machine = Coordinated.of(three)
      .propose('a', planText('x'))
      .propose('b', planText('x'))
      .propose('c', planText('z'));
    expect(order(machine, 'a')!.paper.map(({ proposal }) => proposal)).toEqual(['agent1.1', 'agent3.1']);
    machine.vote('a', 'agent1').vote('b', 'agent2.1').vote('c', 'agent1.1');
    expect(machine.attempt.chosen).toMatchObject({
      proposal: 'agent1.1',
      tally: [
        { proposal: 'agent1.1', votes: 3 },
        { proposal: 'agent3.1', votes: 0 },
      ],
    });
  });

  it('asks only the first agent where rounds are skipped, and the next where it is retired', () => {
    const machine = Coordinated.of(three, { skipRounds: true });
    expect(machine.asked).toEqual(['a']);
    expect(machine.giveUp('a').asked).toEqual(['b']);
    expect(machine.propose('b', planText('x')).attempt.chosen).toMatchObject({ rule: 'skipped', agent: 'b' });
  });
});

describe('what agents say that is not taken', () => {
  it.each([
    ['a plan that cannot be read', { type: 'new_answer', content: 'I would first look around.' }, 'unreadable'],
    ['an empty answer', { type: 'new_answer', content: '  ' }, 'empty'],
    ['a plan of 5 MB', { type: 'new_answer', content: 'x'.repeat(5_000_000) }, 'too-large'],
    ['a copy', { type: 'new_answer', content: planText('work of b') }, 'duplicate'],
    ['a vote for itself', { type: 'vote', proposal: 'agent1', reason: '' }, 'own-proposal'],
    ['a vote for nothing there is', { type: 'vote', proposal: 'agent9', reason: '' }, 'unknown-proposal'],
    ['a vote by a real name', { type: 'vote', proposal: 'b', reason: '' }, 'unknown-proposal'],
    ['words without a tool', { type: 'unusable', code: 'no-tool', reason: 'no tool' }, 'no-tool'],
    ['a vote and an answer at once', { type: 'unusable', code: 'several-calls', reason: 'both' }, 'several-calls'],
  ] as const)('%s', (_, said, code) => {
    const machine = proposed().say('a', said);
    expect(machine.refusal).toBeNull();
    expect(machine.refusalOf('a')).toBe(code);
    expect(machine.asked).toEqual(three);
    expect(order(machine, 'a')!.refusals).toHaveLength(1);
    expect(heard(machine.state, { agent: 'a', attempt: 1, round: 2 })).toMatchObject({ ok: false, isOver: false });
  });

  it('keeps nothing of a plan of 5 MB but the reason, and of a vote as long the beginning', () => {
    const huge = 'x'.repeat(5_000_000);
    const machine = proposed()
      .propose('a', huge)
      .vote(
        'a',
        'agent2',
        huge,
        Array.from({ length: 2000 }, () => huge),
      );
    expect(machine.attempt.rounds.at(-1)?.voices).toMatchObject([{ agent: 'a', taken: { type: 'vote' } }]);
    expect(JSON.stringify(machine.state).length).toBeLessThan(50_000);
  });

  it('tells the author every problem of its plan', () => {
    const machine = Coordinated.of(['a', 'b']).propose(
      'a',
      JSON.stringify({ goal: 'g', steps: [{ id: 'E1' }, { id: 'E2', task: 't', deps: ['E9'] }] }),
    );
    const [reason] = order(machine, 'a')!.refusals;
    expect(reason).toContain('E1" has no task');
    expect(reason).toContain('E9');
  });

  it('a near copy, where newness is asked for: the same graph in nearly the same words', () => {
    const machine = Coordinated.of(['a', 'b'], { novelty: 'balanced' });
    machine.propose('a', planText('one two three four five six seven')).propose('b', planText('other words'));
    expect(machine.propose('b', planText('one two three four five six eight')).refusalOf('b')).toBe('near-duplicate');
    machine.propose('b', planText('one two three four five six eight', 'seven'));
    expect(machine.attempt.proposals.at(-1)).toMatchObject({ proposal: 'agent2.2' });
  });

  it('a second word in a round; the first counts', () => {
    const machine = proposed().vote('a', 'agent2').vote('a', 'agent3');
    expect(machine.refusalOf('a')).toBe('twice');
    expect(heard(machine.state, { agent: 'a', attempt: 1, round: 2 })).toMatchObject({ ok: false, isOver: true });
    machine.vote('b', 'agent3').vote('c', 'agent2');
    expect(machine.attempt.chosen).toMatchObject({ proposal: 'agent2.1' });
  });

  it('what comes after the end, recorded but not without end', () => {
    const machine = proposed().vote('a', 'agent2').vote('b', 'agent1').vote('c', 'agent2');
    const before = machine.state.hash;
    for (let count = 0; count < 10; count += 1)
      machine.say('a', { type: 'vote', proposal: 'agent3', reason: '' }, { round: 2 });
    expect(machine.types.filter((type) => type === 'said.refused')).toHaveLength(3);
    expect(machine.state).toMatchObject({ status: 'draft', hash: before });
  });

  it('what comes after the run was cancelled in the middle of a round', () => {
    const machine = proposed().do({ type: 'run.cancel' });
    machine.vote('a', 'agent2').giveUp('b');
    expect(machine.refusalOf('a')).toBe('too-late');
    expect(machine.attempt.retired).toEqual([]);
  });

  it('a round or an agent that never was is refused as a command: that is a program, not an agent', () => {
    const machine = proposed();
    expect(machine.say('a', { type: 'vote', proposal: 'agent2', reason: '' }, { round: 7 }).refusal).toMatchObject({
      details: { reason: 'round-unknown' },
    });
    expect(machine.say('nobody', { type: 'vote', proposal: 'agent2', reason: '' }).refusal).toMatchObject({
      code: 'agent-unknown',
    });
  });
});

describe('agents that are retired', () => {
  it('after their tries of a round, with the last reason', () => {
    const machine = proposed();
    for (let count = 0; count < 3; count += 1)
      machine.say('b', { type: 'unusable', code: 'no-tool', reason: 'no tool was called' });
    expect(machine.attempt.retired).toEqual([
      { agent: 'b', reason: 'nothing that could be used in 3 tries; the last: no tool was called' },
    ]);
    expect(heard(machine.state, { agent: 'b', attempt: 1, round: 2 })).toMatchObject({ ok: false, isOver: true });
  });

  it('at once when they give up; the others finish, and the quorum is that of those who are left', () => {
    const machine = Coordinated.of(['a', 'b', 'c', 'd']).giveUp('c').giveUp('d');
    machine.propose('a', planText('x')).propose('b', planText('y'));
    machine.vote('a', 'agent2').vote('b', 'agent1');
    expect(machine.attempt.chosen).toMatchObject({ agent: 'a', rule: 'order' });
  });

  it('leave the one that is left alone to win, and fail together', () => {
    expect(Coordinated.of(['a', 'b']).propose('a', planText('x')).giveUp('b').attempt.chosen).toMatchObject({
      agent: 'a',
      rule: 'only',
    });
    const machine = Coordinated.of(['a', 'b']).giveUp('a', '500').giveUp('b', '500');
    expect(runResult(machine.state)).toMatchObject({ state: 'failed', reason: 'no-proposal', exit: 1 });
    expect(machine.effects).toEqual([]);
  });

  it('do not carry out what they proposed, where somebody else is left', () => {
    const machine = proposed().giveUp('b');
    machine.vote('a', 'agent2').vote('c', 'agent2');
    expect(machine.attempt.chosen!.agent).toBe('b');
    expect(presenterOf(machine.state)).toBe('a');
  });

  it('because the money is spent: that is then the reason, and not that nobody proposed', () => {
    const machine = Coordinated.of(['a']).giveUp('a', 'the run has 10 tokens', 'budget-spent');
    expect(runResult(machine.state)).toMatchObject({ reason: 'budget', exit: 4 });
  });

  it('goes on where it stopped when there is money again, with its time again', () => {
    const machine = proposed({ timeoutMs: 60_000, quorum: 2 }).vote('a', 'agent2.1');
    machine.giveUp('c', 'no key').giveUp('b', 'the run has 10 tokens', 'budget-spent');
    expect(runResult(machine.state)).toMatchObject({ reason: 'budget', exit: 4 });
    const at = '2026-01-02T00:00:00.000Z';
    machine.do({ type: 'budget.set', budget: { tokens: 1000 } }, person, { at });
    expect(machine.asked).toEqual(['b']);
    expect(machine.attempt.retired).toMatchObject([{ agent: 'c' }]);
    expect(deadlineOf(machine.state)).toBe('2026-01-02T00:01:00.000Z');
    machine.vote('b', 'agent1.1');
    expect(machine.state).toMatchObject({ status: 'draft', error: null, endedAt: null });
    expect(machine.attempt.chosen).toMatchObject({ proposal: 'agent1.1', rule: 'order' });
  });

  it('stays as it ended when the budget is raised although it was not the reason', () => {
    const machine = Coordinated.of(['a']).giveUp('a');
    machine.do({ type: 'budget.set', budget: { tokens: 1000 } }, person);
    expect(runResult(machine.state)).toMatchObject({ reason: 'no-proposal', exit: 1 });
  });
});

describe('the winner', () => {
  it('of a tie has the better check, then the earlier place', () => {
    const vague = JSON.stringify({ goal: 'g', steps: [{ id: 'E1', task: 'something', agent: 'coder' }] });
    const machine = Coordinated.of(['a', 'b']).propose('a', vague).propose('b', planText('y'));
    machine.vote('a', 'agent2').vote('b', 'agent1');
    expect(machine.attempt.chosen).toMatchObject({ agent: 'b', rule: 'check' });
    expect(proposed({}, ['a', 'b']).vote('a', 'agent2').vote('b', 'agent1').attempt.chosen).toMatchObject({
      agent: 'a',
      rule: 'order',
    });
  });

  it('may be voted for by its author only where that is set', () => {
    const machine = proposed({ selfVotes: true }, ['a', 'b']).vote('a', 'agent2').vote('b', 'agent2');
    expect(machine.attempt.chosen).toMatchObject({ agent: 'b', rule: 'votes' });
  });

  it('comes with the dissent', () => {
    const machine = proposed().vote('a', 'agent2').vote('b', 'agent3', 'it is shorter').vote('c', 'agent2');
    expect(machine.attempt.chosen!.dissent).toEqual([{ agent: 'b', proposal: 'agent3.1', reason: 'it is shorter' }]);
  });

  it('is not there where a quorum was set and is not reached', () => {
    const machine = proposed({ quorum: 3 }).giveUp('c').vote('a', 'agent2').vote('b', 'agent1');
    expect(runResult(machine.state)).toMatchObject({ state: 'failed', reason: 'no-quorum', exit: 1 });
    const alone = Coordinated.of(['a', 'b'], { quorum: 2 }).propose('a', planText('x')).giveUp('b');
    expect(runResult(alone.state)).toMatchObject({ state: 'failed', reason: 'no-quorum', exit: 1 });
    expect(alone.asked).toEqual([]);
  });

  it('waits for a person where the check finds it not good enough: it is not drafted again', () => {
    const bad = JSON.stringify({ goal: 'g', steps: [{ id: 'E1', task: 'do it', agent: 'coder' }] });
    const machine = Coordinated.of(['a']);
    machine.executor = { ...machine.executor!, redrafts: true };
    machine.propose('a', bad);
    expect(machine.state).toMatchObject({ status: 'draft', checkResult: 'regenerate', revision: 1 });
    expect(machine.do({ type: 'plan.approve', policy: 'auto' }).refusal).toMatchObject({
      details: { reason: 'findings' },
    });
  });

  it('is put right before anybody votes, where that takes no invention', () => {
    const misspelt = JSON.stringify({
      goal: 'g',
      steps: [{ id: 'E1', title: 'Look', task: 'look', agent: 'serach', action: 'Test', verify: ['npm test'] }],
    });
    const machine = Coordinated.of(['a']).propose('a', misspelt);
    expect(machine.state.execution!.plan.steps[0]!.agent).toBe('search');
    expect(machine.state.hash).toBe(machine.attempt.chosen!.hash);
    expect(machine.state.notes.join()).toContain('serach');
  });
});

describe('time', () => {
  const late = { at: '2026-01-01T01:00:00.000Z' };
  const advance = (machine: Coordinated): Coordinated => machine.do({ type: 'run.advance' }, undefined, late);

  it('leaves none to offer steps to the winner, nor is the time a person took that of its author', () => {
    const machine = proposed({ timeoutMs: 60_000, graft: true });
    machine.vote('a', 'agent2', '', ['agent3.1/E1']).vote('c', 'agent2', '', ['agent3.1/E1']);
    expect(advance(machine).attempt.chosen).toMatchObject({ proposal: 'agent2.1', atTimeout: true });
    machine.do({ type: 'plan.revise', feedback: 'shorter' }, person, late);
    expect(deadlineOf(machine.state)).toBe('2026-01-01T01:01:00.000Z');
  });

  it('says when agents are no longer waited for', () => {
    expect(deadlineOf(Coordinated.of(three, { timeoutMs: 60_000 }).state)).toBe('2026-01-01T00:01:01.000Z');
    expect(deadlineOf(Coordinated.of(three).state)).toBeNull();
  });

  it('lets ballots decide that reach the quorum, and says so', () => {
    const machine = advance(proposed({ timeoutMs: 60_000 }).vote('a', 'agent2').vote('c', 'agent2'));
    expect(machine.attempt.chosen).toMatchObject({ agent: 'b', rule: 'votes', atTimeout: true });
    expect(deadlineOf(machine.state)).toBeNull();
  });

  it.each([
    ['nobody has proposed', Coordinated.of(three, { timeoutMs: 60_000 })],
    ['nobody has voted', proposed({ timeoutMs: 60_000 })],
    ['too few have voted', proposed({ timeoutMs: 60_000 }).vote('a', 'agent2')],
    [
      'the ballots are stale',
      proposed({ timeoutMs: 60_000 }).vote('a', 'agent2').vote('c', 'agent2').propose('b', planText('new')),
    ],
  ])('ends it with its own reason where %s', (_, machine) => {
    expect(runResult(advance(machine).state)).toMatchObject({ state: 'failed', reason: 'timeout', exit: 4 });
  });

  it('begins when somebody is there to ask the agents', () => {
    const machine = new Coordinated();
    machine.executor = undefined;
    machine.do({
      type: 'run.create',
      task: 't',
      settings: Coordinated.of(three).state.settings,
      coordination: Coordinated.of(three, { timeoutMs: 60_000 }).state.coordination!.settings,
    });
    expect(machine.types).toEqual(['run.created']);
    machine.executor = { id: 'exec-1', agents: [], writesAnswers: true };
    expect(advance(machine).attempt.rounds[0]!.startedAt).toBe(late.at);
  });
});

describe('grafting', () => {
  const withWants = (fields: Parameters<typeof Coordinated.of>[1] = {}): Coordinated =>
    Coordinated.of(three, { graft: true, ...fields })
      .propose('a', planText('write it'))
      .propose('b', planText('write it so', 'test it'))
      .propose('c', planText('do it otherwise'))
      .vote('b', 'agent1', 'short', ['agent2.1/E2'])
      .vote('c', 'agent1', 'short', ['agent2.1#E2', 'agent9/E1', 'nonsense'])
      .vote('a', 'agent2');

  it('offers a step that two ballots ask for to the author of the winner, once', () => {
    const machine = withWants();
    expect(machine.asked).toEqual(['a']);
    expect(order(machine, 'a')).toMatchObject({
      graft: [{ proposal: 'agent2.1', step: 'E2', title: 'test it' }],
      mayPropose: true,
      mayVote: true,
    });
    machine.propose('a', planText('write it', 'test it'));
    expect(machine.attempt.chosen).toMatchObject({ proposal: 'agent1.2', graftOf: 'agent1.1', rule: 'votes' });
    expect(machine.state.hash).toBe(machine.attempt.chosen!.hash);
  });

  it('leaves the plan as it is where the author votes for its own, gives up or never answers', () => {
    for (const end of [
      (machine: Coordinated) => machine.vote('a', 'agent1'),
      (machine: Coordinated) => machine.giveUp('a'),
      (machine: Coordinated) => machine.do({ type: 'run.advance' }, undefined, { at: '2026-01-01T01:00:00.000Z' }),
    ])
      expect(end(withWants({ timeoutMs: 60_000 })).attempt.chosen).toMatchObject({ proposal: 'agent1.1', agent: 'a' });
  });

  it('takes nothing that was not offered, and nothing away', () => {
    expect(withWants().propose('a', planText('write it', 'tweet about it')).refusalOf('a')).toBe('not-the-graft');
    expect(withWants().propose('a', planText('test it')).refusalOf('a')).toBe('not-the-graft');
  });

  it('lapses where its author cannot take it up, who stays and presents the plan as it was voted for', () => {
    const machine = withWants({ tries: 2 });
    for (const task of ['tweet about it', 'tell everybody']) machine.propose('a', planText('write it', task));
    expect(machine.attempt).toMatchObject({ chosen: { proposal: 'agent1.1', agent: 'a' }, retired: [] });
    expect(presenterOf(machine.state)).toBe('a');
  });

  it('takes no step that does something else under its old title', () => {
    const voted = planText('write it', 'test it');
    for (const changed of [
      voted.replace('"task":"write it"', '"task":"tweet about it"'),
      voted.replace('["npm test"]', '["npm publish"]'),
      voted.replace('"title":"write it"', '"title":"write it","files":[{"path":"a.ts"}]'),
    ])
      expect(withWants().propose('a', changed).refusalOf('a')).toBe('not-the-graft');
  });

  it('takes a step that has another place and label now', () => {
    const { goal, steps } = JSON.parse(planText('test it', 'write it')) as { goal: string; steps: object[] };
    const [test, write] = steps;
    const changed = JSON.stringify({ goal, steps: [test, { ...write, dependsOn: ['E1'] }] });
    expect(withWants().propose('a', changed).attempt.chosen).toMatchObject({ proposal: 'agent1.2' });
  });

  it('offers nothing that the winner has, and nothing that one ballot alone asks for', () => {
    const wanting = (...wants: readonly string[]): Coordinated =>
      proposed({ graft: true })
        .vote('b', 'agent1', '', [...wants, ...wants])
        .vote('c', 'agent1', '', ['agent1.1/E1'])
        .vote('a', 'agent2', '', ['agent1.1/E1']);
    expect(wanting('agent2.1/E1').attempt.chosen).toMatchObject({ proposal: 'agent1.1' });
    expect(wanting().attempt.chosen).toMatchObject({ proposal: 'agent1.1' });
  });
});

describe('answers instead of plans', () => {
  it('end the run with the text that won, and no plan', () => {
    const machine = Coordinated.of(['a', 'b'], { proposals: 'text' })
      .propose('a', 'Paris')
      .propose('b', 'It is Paris.');
    machine.vote('a', 'agent2').vote('b', 'agent1');
    expect(runResult(machine.state)).toMatchObject({ state: 'done', exit: 0, answer: 'Paris', report: null });
    expect(machine.effects).toEqual([]);
  });
});

describe('a person who wants another plan', () => {
  const drafted = (): Coordinated => proposed().vote('a', 'agent2').vote('b', 'agent1').vote('c', 'agent2');

  it('is answered by the author, whose new plan needs a new approval', () => {
    const machine = drafted().do({ type: 'plan.revise', feedback: 'keep the old name' });
    expect(machine.asked).toEqual(['b']);
    expect(order(machine, 'b')).toMatchObject({ feedback: 'keep the old name', mayVote: false, mayPropose: true });
    machine.propose('b', planText('work of b under the old name'));
    expect(machine.attempt.chosen).toMatchObject({ proposal: 'agent2.2', rule: 'revised' });
    expect(machine.state).toMatchObject({
      status: 'draft',
      revision: 2,
      approval: null,
      hash: machine.attempt.chosen!.hash,
    });
    machine.do({ type: 'plan.revise', feedback: 'shorter' }).propose('b', planText('short'));
    expect(machine.state).toMatchObject({ status: 'draft', revision: 3 });
  });

  it('gets a small change, however new the answers of agents must be', () => {
    const machine = proposed({ novelty: 'strict' }).vote('a', 'agent2').vote('b', 'agent1').vote('c', 'agent2');
    machine.do({ type: 'plan.revise', feedback: 'say please' }).propose('b', planText('work of b please'));
    expect(machine.attempt.chosen).toMatchObject({ proposal: 'agent2.2', rule: 'revised' });
  });

  it('keeps the plan there is where the author has no other', () => {
    const machine = drafted().do({ type: 'plan.revise', feedback: 'shorter' }).giveUp('b');
    expect(machine.state).toMatchObject({ status: 'draft', revision: 1 });
    expect(machine.state.notes.at(-1)).toContain('retired');
    expect(machine.do({ type: 'plan.revise', feedback: 'shorter' }).asked).toEqual(['a']);
  });

  it('keeps it where the author takes too long, too', () => {
    const machine = proposed({ timeoutMs: 60_000 }).vote('a', 'agent2').vote('b', 'agent1').vote('c', 'agent2');
    machine.do({ type: 'plan.revise', feedback: 'shorter' });
    machine.do({ type: 'run.advance' }, undefined, { at: '2026-01-01T01:00:00.000Z' });
    expect(machine.state).toMatchObject({ status: 'draft', revision: 1 });
    expect(machine.state.notes.at(-1)).toContain('its author took too long');
  });
});
