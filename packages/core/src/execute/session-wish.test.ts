import { describe, expect, it } from 'vitest';
import type { Step } from '../plan/step.js';
import { Machine } from '../testing/machine.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { planOverview } from './plan-overview.js';
import { sessionWish } from './session-wish.js';

/** E1 and E2 are done, E1 with a conversation of its own; E3 is the step in question. */
function third(fields: Partial<Step>): Machine {
  const steps = [aStep('E1', { alias: 'TASK-001' }), aStep('E2'), aStep('E3', { dependsOn: ['E1', 'E2'], ...fields })];
  const machine = Machine.started(aPlan(steps, { mode: 'parallel' }));
  machine.settle({ type: 'done', answer: 'one', session: { model: 'command:claude', id: 'abc' } }, 'E1');
  return machine.done('E2', 'two');
}

const wishOf = (machine: Machine): unknown => sessionWish(machine.state.execution!, 2);

describe('the conversation a step goes on with', () => {
  it('is a new one unless its plan says otherwise', () => {
    expect(wishOf(third({}))).toBeUndefined();
    expect(wishOf(third({ execution: { id: 's-E3', strategy: 'new', from: [] } }))).toBeUndefined();
  });

  it('is that of the steps it names, by label or by the name another system gave them', () => {
    expect(wishOf(third({ execution: { id: 's-E3', strategy: 'resume', from: ['TASK-001'] } }))).toEqual({
      strategy: 'resume',
      from: [{ label: 'E1', answer: 'one', session: { model: 'command:claude', id: 'abc' } }],
    });
  });

  it('is that of all it needs where it names none; who had no conversation still has an answer', () => {
    expect(wishOf(third({ execution: { id: 's-E3', strategy: 'merge_fork', from: [] } }))).toMatchObject({
      strategy: 'merge_fork',
      from: [{ label: 'E1' }, { label: 'E2', answer: 'two' }],
    });
  });

  it('leaves out steps that came to nothing', () => {
    const steps = [
      aStep('E1', { onFailure: 'continue' }),
      aStep('E2', { dependsOn: ['E1'], execution: { id: 's-E2', strategy: 'fork', from: ['E1', 'E9'] } }),
    ];
    const machine = Machine.started(aPlan(steps, { mode: 'parallel' }), { supervised: false });
    expect(sessionWish(machine.state.execution!, 1)).toEqual({ strategy: 'fork', from: [] });
  });
});

describe('the plan around a step', () => {
  it('is told in the order of execution, with how far each step is', () => {
    const machine = third({});
    expect(planOverview(machine.state.execution!, 2).map(({ label, status }) => `${label} ${status}`)).toEqual([
      'E1 done',
      'E2 done',
      'E3 in_progress',
    ]);
  });

  it('reaches twenty steps to each side, however long the plan', () => {
    const steps = Array.from({ length: 60 }, (_, index) => aStep(`E${index + 1}`));
    const machine = Machine.draft(aPlan(steps), { maxSteps: 100 });
    const labels = planOverview(machine.state.execution!, 30).map(({ label }) => label);
    expect([labels.length, labels[0], labels.at(-1)]).toEqual([41, 'E11', 'E51']);
  });
});
