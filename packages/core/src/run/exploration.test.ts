import { describe, expect, it } from 'vitest';
import type { ExplorationRecord } from '../explore/exploration-record.js';
import { mergeExplorations } from '../explore/merge-explorations.js';
import type { ClarificationQuestion } from '../explore/merge-questions.js';
import type { PlanningWish } from '../explore/planning-wish.js';
import { Coordinated, coordination, planText } from '../testing/coordinated.js';
import { Machine, settings, system } from '../testing/machine.js';
import { isResting, runResult } from '../view/run-result.js';
import { next } from './next.js';

const question = (number: number): ClarificationQuestion => ({
  id: `Q${number}`,
  question: `Which way ${number}?`,
  context: '',
  options: ['left', 'right'],
  recommended: 'left',
  angles: ['architecture'],
});

const found = (questions: number): ExplorationRecord => ({
  level: 'medium',
  reasons: ['it is 300 characters long'],
  angles: [{ angle: 'architecture', source: 'new' }],
  failed: [],
  merged: {
    ...mergeExplorations([]),
    questions: Array.from({ length: questions }, (_, place) => question(place + 1)),
  },
  notes: [],
});

function exploring(wish: Partial<PlanningWish> = {}): Machine {
  const planning = { explore: true, clarify: 'ask' as const, ...wish };
  return new Machine().do({ type: 'run.create', task: 'a task', settings, planning });
}

const effects = (machine: Machine): readonly string[] => next(machine.state, 'exec-1').map(({ type }) => type);

describe('exploring before planning', () => {
  it('comes before the draft, and the draft follows it', () => {
    const machine = exploring();
    expect(effects(machine)).toEqual(['explore']);
    machine.do({ type: 'exploration.finish', found: found(0) }, system);
    expect(effects(machine)).toEqual(['draft-plan']);
    expect(machine.state.exploration?.level).toBe('medium');
  });

  it('is left out where nobody wants it, and where the gate calls no planner', () => {
    expect(effects(exploring({ explore: false }))).toEqual(['draft-plan']);
    const gate = { plan: false, reason: 'small', score: 1, mode: 'auto' as const, forced: false };
    const small = new Machine().do({
      ...{ type: 'run.create', task: 'a task', settings, gate },
      planning: { explore: true, clarify: 'ask' },
    });
    expect(effects(small)).toEqual(['draft-plan']);
  });

  it('told twice counts once', () => {
    const machine = exploring();
    machine.do({ type: 'exploration.finish', found: found(0) }, system);
    machine.do({ type: 'exploration.finish', found: found(2) }, system);
    expect(machine.types).toEqual(['run.created', 'exploration.finished']);
  });
});

describe('questions that exploring left open', () => {
  it('hold planning however few they are, and are of no account once the run is cancelled', () => {
    const machine = exploring().do({ type: 'exploration.finish', found: found(1) }, system);
    expect(isResting(machine.state)).toBe(true);
    expect(runResult(machine.state).reason).toBe('questions');
    expect(runResult(machine.do({ type: 'run.cancel' }).state).reason).toBe('cancelled');
  });

  it('hold planning until a person answered them, at most four at a time', () => {
    const machine = exploring().do({ type: 'exploration.finish', found: found(5) }, system);
    expect(machine.state.asked.map(({ id }) => id)).toEqual(['Q1', 'Q2', 'Q3', 'Q4']);
    expect(effects(machine)).toEqual([]);
    expect(isResting(machine.state)).toBe(true);
    expect(runResult(machine.state)).toMatchObject({ state: 'planning', reason: 'questions', exit: 3 });
    machine.do({ type: 'questions.answer', given: [{ id: 'q1', answer: '2' }], recommended: true });
    expect(machine.state.asked.map(({ id }) => id)).toEqual(['Q5']);
    machine.do({ type: 'questions.answer', given: [{ id: 'Q5', answer: 'neither of them' }] });
    expect(effects(machine)).toEqual(['draft-plan']);
    expect(machine.state.answers.map(({ answer, by }) => [answer, by])).toEqual([
      ['right', 'person'],
      ['left', 'recommendation'],
      ['left', 'recommendation'],
      ['left', 'recommendation'],
      ['neither of them', 'person'],
    ]);
  });

  it('keep the ones that got no answer open', () => {
    const machine = exploring().do({ type: 'exploration.finish', found: found(2) }, system);
    machine.do({ type: 'questions.answer', given: [{ id: 'Q2', answer: 'right' }] });
    expect(machine.state.asked.map(({ id }) => id)).toEqual(['Q1']);
    expect(effects(machine)).toEqual([]);
  });

  it('are all taken as recommended where that was wished for', () => {
    const machine = exploring({ clarify: 'recommended' }).do({ type: 'exploration.finish', found: found(6) }, system);
    expect(machine.types).not.toContain('questions.asked');
    expect(machine.state.answers.filter(({ by }) => by === 'recommendation')).toHaveLength(6);
    expect(effects(machine)).toEqual(['draft-plan']);
  });

  it('are answered by persons only, by their names only, and not with nothing', () => {
    const machine = exploring().do({ type: 'exploration.finish', found: found(1) }, system);
    machine.do({ type: 'questions.answer', given: [{ id: 'Q1', answer: 'left' }] }, system);
    expect(machine.refusal?.details).toMatchObject({ reason: 'not-a-person' });
    machine.do({ type: 'questions.answer', given: [{ id: 'Q9', answer: 'left' }] });
    expect(machine.refusal?.message).toBe('there is no open question Q9; open: Q1');
    machine.do({ type: 'questions.answer', given: [{ id: 'Q1', answer: ' ' }] });
    expect(machine.refusal?.message).toBe('Q1 got no answer');
    machine.do({ type: 'questions.answer' });
    expect(machine.refusal?.message).toBe('say what to answer to Q1');
  });
});

describe('several agents', () => {
  const rounds = (machine: Machine): number => machine.types.filter((type) => type === 'round.started').length;
  const wish = { type: 'run.create', task: 'a task', settings, coordination: coordination(['a', 'b']) } as const;

  it('are asked once the project was looked at and nothing is open', () => {
    const machine = new Machine().do({ ...wish, planning: { explore: true, clarify: 'ask' } });
    expect(effects(machine)).toEqual(['explore']);
    machine.do({ type: 'exploration.finish', found: found(1) }, system);
    expect(rounds(machine)).toBe(0);
    machine.do({ type: 'questions.answer', recommended: true });
    expect(rounds(machine)).toBe(1);
    expect(effects(machine)).toEqual(['consult', 'consult']);
  });

  it('are first asked when there is somebody who asks them; later rounds follow from what was said', () => {
    const machine = new Machine();
    const { executor } = machine;
    machine.executor = undefined;
    expect(rounds(machine.do(wish))).toBe(0);
    machine.executor = executor;
    expect(rounds(machine.do({ type: 'run.advance' }, system))).toBe(1);
    machine.executor = undefined;
    for (const agent of ['a', 'b'])
      machine.do(
        { type: 'agent.say', agent, attempt: 1, round: 1, said: { type: 'new_answer', content: planText(agent) } },
        system,
      );
    expect(rounds(machine)).toBe(2);
  });

  it('leave a plan that says whose proposal it is', () => {
    const { events } = Coordinated.of(['a']).propose('a', planText('x'));
    const drafted = events.find(({ type }) => type === 'plan.drafted');
    expect(drafted?.data).toMatchObject({ source: 'planner', proposal: 'agent1.1' });
  });
});
