import { describe, expect, it } from 'vitest';
import { Coordinated, planText } from '../testing/coordinated.js';
import { system } from '../testing/machine.js';
import type { RunEvent } from '../run/events.js';
import { emptyRun } from '../run/state.js';
import { coordinationView } from './coordination-view.js';
import { logLines } from './log-line.js';
import { planCard } from './plan-card.js';
import { runRow } from './run-row.js';
import { statusDocument } from './status-document.js';
import { timeline } from './timeline.js';

const voting = (): Coordinated =>
  Coordinated.of(['a', 'b', 'c'], { restarts: 1 })
    .propose('a', planText('x'))
    .propose('b', planText('y'))
    .giveUp('c', 'no key')
    .vote('a', 'agent9')
    .vote('a', 'agent2');

const stored = (machine: Coordinated): RunEvent[] =>
  machine.events.map((event, index) => ({
    ...event,
    ...{ stream: 'run-test1', seq: index + 1, position: index + 1, at: '2026-01-01T00:00:00.000Z' },
    actor: system,
    commandId: null,
  }));

describe('what people see of a coordination', () => {
  it('has a column for each agent', () => {
    const [attempt] = coordinationView(voting().state);
    expect(attempt!.agents.map(({ alias, status, lastVote }) => [alias, status, lastVote])).toEqual([
      ['agent1', 'voted', 'agent2.1'],
      ['agent2', 'voting', null],
      ['agent3', 'retired', null],
    ]);
    expect(attempt!.agents[0]).toMatchObject({
      proposals: [{ proposal: 'agent1.1', title: 'x', steps: 1 }],
      refusals: [{ round: 2, code: 'unknown-proposal' }],
    });
    expect(attempt!.agents[2]!.retiredBecause).toBe('no key');
  });

  it('shows the one agent that is asked where rounds are skipped', () => {
    const [attempt] = coordinationView(Coordinated.of(['a', 'b'], { skipRounds: true }).state);
    expect(attempt!.agents.map(({ status }) => status)).toEqual(['proposing', 'waiting']);
  });

  it('keeps every ballot and says which counted', () => {
    const machine = voting().propose('b', planText('z')).vote('a', 'agent2').vote('b', 'agent1');
    const [attempt] = coordinationView(machine.state);
    expect(attempt!.agents[0]!.ballots.map(({ proposal, counted }) => [proposal, counted])).toEqual([
      ['agent2.1', false],
      ['agent2.2', true],
    ]);
    expect(attempt).toMatchObject({ chosen: { rule: 'order' }, tally: [{ votes: 1 }, { votes: 1 }] });
  });

  it('adds up what each agent cost, also for what was refused, and the run with it', () => {
    const machine = voting();
    const said = { type: 'agent.say', agent: 'b', attempt: 1, round: 2 } as const;
    const usage = { inputTokens: 10, outputTokens: 2 };
    for (const proposal of ['agent9', 'agent1'])
      machine.do({ ...said, said: { type: 'vote', proposal, reason: '' }, usage }, system);
    const all = { inputTokens: 20, outputTokens: 4 };
    expect(coordinationView(machine.state)[0]!.agents[1]!.usage).toEqual(all);
    expect(machine.state.usage).toEqual(all);
  });

  it('is nothing for a run with one planner', () => {
    expect(coordinationView(new Coordinated().state)).toEqual([]);
  });

  it('tells every event as a sentence and as a line of the log', () => {
    const machine = voting().vote('b', 'agent1');
    const texts = timeline(stored(machine)).map(({ text }) => text.replace(/[0-9a-f]{12}/, 'HASH'));
    expect(texts.slice(1, 9)).toEqual([
      'round 1',
      'a proposes agent1.1 (1 step, HASH, check 97)',
      'b proposes agent2.1 (1 step, HASH, check 97)',
      'c is retired: no key',
      'round 2, 2 proposals to vote on',
      'a was not heard (unknown-proposal): there is no proposal "agent9"; vote for one of: agent2.1',
      'a votes for agent2.1: good',
      'b votes for agent1.1: good',
    ]);
    expect(texts[9]).toBe('agent1.1 of a is chosen (order; agent1.1 1, agent2.1 1)');
    const lines = logLines(emptyRun(machine.state.id), stored(machine)).map(({ msg }) => msg);
    expect(lines.filter((msg) => msg === 'proposal received')).toHaveLength(2);
  });
});

describe('the status document', () => {
  it('says where the run is, through all phases', () => {
    const machine = voting();
    const phase = (): string => statusDocument(machine.state).phase;
    expect(statusDocument(Coordinated.of(['a']).state)).toMatchObject({
      phase: 'propose',
      attempt: 1,
      round: 1,
      outcome: null,
    });
    expect(phase()).toBe('vote');
    machine.vote('b', 'agent1');
    expect(statusDocument(machine.state)).toMatchObject({
      phase: 'approve',
      winner: { proposal: 'agent1.1', agent: 'a', rule: 'order' },
      attempts: 2,
    });
    machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
    expect(phase()).toBe('execute');
    machine.done();
    expect(phase()).toBe('answer');
    machine.do({ type: 'run.answer', answer: 'done' }, system);
    expect(phase()).toBe('evaluate');
    machine.do(
      {
        type: 'evaluation.finish',
        attempt: 1,
        evaluator: 'b',
        verdict: { type: 'restart', reason: 'r', instructions: 'i' },
      },
      system,
    );
    expect(statusDocument(machine.state)).toMatchObject({
      phase: 'propose',
      attempt: 2,
      restart: { reason: 'r', instructions: 'i' },
      winner: null,
    });
    machine.do({ type: 'run.cancel' });
    expect(statusDocument(machine.state)).toMatchObject({ phase: 'ended', outcome: { state: 'cancelled', exit: 1 } });
  });

  it('counts calls that the gate turned down', () => {
    const notice = { type: 'call-refused', tool: 'post', class: 'external', args: '{}', reason: 'not now' } as const;
    const machine = voting().do({ type: 'notice.record', noticed: { phase: 'vote', agent: 'a', notice } });
    expect(statusDocument(machine.state).refusedCalls).toBe(1);
  });
});

it('a run that ended with a text has a card and a row', () => {
  const { state } = Coordinated.of(['a'], { proposals: 'text' }).propose('a', 'Paris');
  expect(planCard(state)).toMatchObject({ state: 'done', goal: 'a task', rows: [], wanted: null });
  expect(runRow(state)).toMatchObject({ state: 'done', stepsTotal: 0 });
});
