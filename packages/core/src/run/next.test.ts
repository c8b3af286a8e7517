import { describe, expect, it } from 'vitest';
import { Coordinated, planText } from '../testing/coordinated.js';
import { Machine, settings, system } from '../testing/machine.js';
import { aList } from '../testing/make-plan.js';
import { type Effect, next } from './next.js';

const due = ({ state }: Machine, executor = 'exec-1'): readonly Effect[] => next(state, executor);

describe('what a process has to do', () => {
  it('is nothing for a run that nobody created', () => {
    expect(due(new Machine())).toEqual([]);
  });

  it('is to look at the project, then to draft, by a planner unless the gate calls none', () => {
    const gate = { plan: false, reason: 'small', score: 1, mode: 'auto' as const, forced: false };
    const wish = { type: 'run.create', task: 'a task', settings } as const;
    const exploring = new Machine().do({ ...wish, planning: { explore: true, clarify: 'ask' } });
    expect(due(exploring)).toEqual([{ type: 'explore', key: 'run-test1:explore' }]);
    const draft = { type: 'draft-plan', key: 'run-test1:plan:1' };
    expect(due(new Machine().do(wish))).toEqual([{ ...draft, planner: true }]);
    expect(due(new Machine().do({ ...wish, gate }))).toEqual([{ ...draft, planner: false }]);
  });

  it('is to ask every agent that has still to speak', () => {
    const machine = Coordinated.of(['a', 'b']).propose('a', planText('x'));
    const consult = { type: 'consult', key: 'run-test1:consult:1.1.b', agent: 'b', attempt: 1, round: 1 };
    expect(due(machine)).toEqual([consult]);
  });

  it('is nothing while a draft waits', () => {
    expect(due(Machine.draft(aList(1)))).toEqual([]);
  });

  it('is to work on the steps it started, and on nobody else’s', () => {
    const machine = Machine.started(aList(3, { mode: 'parallel' }), { concurrency: 2 }).fail('retry', 'E1');
    machine.executor = { id: 'exec-2', agents: ['search'], writesAnswers: true };
    machine.done('E2');
    const work = (label: string, tried: number): Effect => {
      const step = machine.id(label);
      return { type: 'run-step', key: `run-test1:${step}:${tried}`, step, try: tried };
    };
    expect(due(machine, 'exec-1')).toEqual([work('E1', 2)]);
    expect(due(machine, 'exec-2')).toEqual([work('E3', 1)]);
    expect(due(machine, 'exec-3')).toEqual([]);
  });

  it('goes on while a pause keeps others from starting, and stops when the run is cancelled', () => {
    const machine = Machine.started(aList(2)).do({ type: 'run.pause' });
    expect(due(machine)).toMatchObject([{ type: 'run-step' }]);
    expect(due(machine.do({ type: 'run.cancel' }))).toEqual([]);
  });

  it.each([
    ['done', Machine.started(aList(1)).done()],
    ['failed', Machine.started(aList(1), { maxAttempts: 1, onFailure: 'continue' }).fail()],
  ])('is to write the answer, once, when the plan is %s', (_, machine) => {
    expect(due(machine)).toEqual([{ type: 'write-answer', key: 'run-test1:answer' }]);
    expect(due(machine.do({ type: 'run.answer', answer: 'it is so' }, system))).toEqual([]);
  });

  it('is to write another answer for another attempt', () => {
    const machine = Coordinated.of(['a'], { restarts: 1 }).propose('a', planText('x'));
    const carriedOut = (): Machine =>
      machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' }).done();
    carriedOut().do({ type: 'run.answer', answer: 'first' }, system);
    const verdict = { type: 'restart', reason: 'too little', instructions: 'more' } as const;
    machine.do({ type: 'evaluation.finish', attempt: 1, evaluator: 'a', verdict }, system);
    machine.propose('a', planText('y'));
    expect(due(carriedOut())).toEqual([{ type: 'write-answer', key: 'run-test1:answer:2' }]);
  });

  it('is nothing where planning failed', () => {
    const machine = new Machine().do({ type: 'run.create', task: 'a task', settings });
    machine.do(
      { type: 'planning.fail', error: { code: 'model-unavailable', message: 'down', retryable: true } },
      system,
    );
    expect(due(machine)).toEqual([]);
  });
});
