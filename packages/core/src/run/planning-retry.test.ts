import { describe, expect, it } from 'vitest';
import { errorInfo } from '../shared/errors.js';
import { aList } from '../testing/make-plan.js';
import { Machine, settings, system } from '../testing/machine.js';
import { Coordinated } from '../testing/coordinated.js';
import { hasEnded, runResult } from '../view/run-result.js';
import { next } from './next.js';

function failed(code: 'budget-spent' | 'model-unavailable'): Machine {
  const planning = { explore: false, clarify: 'ask' as const };
  return new Machine()
    .do({ type: 'run.create', task: 'a task', settings, planning })
    .do({ type: 'planning.fail', error: errorInfo(code, 'it came to nothing') }, system);
}

const effects = (machine: Machine): readonly string[] => next(machine.state, 'exec-1').map(({ type }) => type);

describe('planning that failed', () => {
  it('has ended, and is planned once more where somebody asks for it', () => {
    const machine = failed('model-unavailable');
    expect(hasEnded(machine.state)).toBe(true);
    expect(runResult(machine.state)).toMatchObject({ state: 'failed', reason: 'model-unavailable', exit: 1 });
    machine.do({ type: 'planning.retry' });
    expect(machine.state).toMatchObject({ status: 'planning', error: null, hadErrors: false, endedAt: null });
    expect(effects(machine)).toEqual(['draft-plan']);
    machine.do({ type: 'planning.retry' });
    expect(machine.refusal).toBeNull();
  });

  it('is told apart where nothing was left to spend, and goes on with more', () => {
    const machine = failed('budget-spent');
    expect(runResult(machine.state)).toMatchObject({ state: 'failed', reason: 'budget', exit: 4 });
    machine.do({ type: 'budget.set', budget: { tokens: 1000 } });
    expect(effects(machine)).toEqual(['draft-plan']);
  });

  it('for another reason is not reopened by a budget', () => {
    const machine = failed('model-unavailable').do({ type: 'budget.set', budget: { tokens: 1000 } });
    expect(machine.state.status).toBe('failed');
  });
});

describe('what is not planning that failed', () => {
  it('cannot be planned once more: a plan that is there', () => {
    const machine = new Machine().do({ type: 'planning.retry' });
    expect(machine.refusal).toMatchObject({ message: expect.stringContaining('can be tried again') as unknown });
    machine
      .do({ type: 'run.create', task: 'a task', settings })
      .do({ type: 'plan.draft', plan: aList(1), source: 'given' });
    machine.do({ type: 'planning.retry' });
    expect(machine.refusal?.message).toContain('is draft');
  });

  it('cannot be planned once more: agents that agreed on nothing', () => {
    const machine = Coordinated.of(['a']).giveUp('a', 'no key');
    expect(machine.state.status).toBe('failed');
    machine.do({ type: 'planning.retry' });
    expect(machine.refusal?.message).toContain('can be tried again');
  });
});
