import { describe, expect, it } from 'vitest';
import { workOrder } from '../execute/work-order.js';
import { errorInfo } from '../shared/errors.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine, system } from '../testing/machine.js';
import { runResult } from '../view/run-result.js';
import { pauseOf, planState } from './state.js';

const spent = { type: 'failed', error: errorInfo('budget-spent', 'no room') } as const;

describe('a run with a budget', () => {
  it('makes room for calls until there is none', () => {
    const machine = Machine.started(aList(1)).do({ type: 'budget.set', budget: { tokens: 100 } });
    machine.do({ type: 'call.reserve', call: 'a', tokens: 60, costUsd: null }, system);
    expect(machine.refusal).toBeNull();
    machine.do({ type: 'call.reserve', call: 'b', tokens: 60, costUsd: null }, system);
    expect(machine.refusal).toMatchObject({ code: 'budget-spent' });
    machine.do({ type: 'call.settle', call: 'a', usage: { inputTokens: 10 } }, system);
    machine.do({ type: 'call.reserve', call: 'b', tokens: 60, costUsd: null }, system);
    expect(machine.refusal).toBeNull();
  });

  it('waits when a step runs out of it, which costs the step no attempt', () => {
    const machine = Machine.started(aList(2)).settle(spent);
    expect(planState(machine.state)).toBe('paused');
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'budget', note: 'no room' });
    expect(machine.step('E1')).toMatchObject({ status: 'in_progress', work: 'between-tries', attempts: 0 });
    expect(runResult(machine.state).exit).toBe(4);
  });

  it('starts nothing beside the step that ran out, and lets those under way end', () => {
    const machine = Machine.started(aPlan([aStep('E1'), aStep('E2'), aStep('E3', { dependsOn: ['E2'] })])).settle(
      spent,
      'E1',
    );
    machine.done('E2');
    expect(machine.working).toEqual([]);
    expect(machine.step('E2').status).toBe('done');
  });

  it('is not resumed past it, but goes on with a new one', () => {
    const machine = Machine.started(aList(1)).settle(spent).do({ type: 'run.resume' });
    expect(machine.refusal).toMatchObject({ code: 'budget-spent' });
    machine.do({ type: 'budget.set', budget: { tokens: 1000 } });
    expect(machine.working).toEqual(['E1']);
  });

  it('is changed by persons only', () => {
    const machine = Machine.started(aList(1)).do({ type: 'budget.set', budget: null }, system);
    expect(machine.refusal).toMatchObject({ message: 'only a person may change what a run may spend' });
  });

  it('waits when its time is up', () => {
    const machine = Machine.started(aList(2)).do({ type: 'budget.set', budget: { timeMs: 1 } });
    machine.done('E1');
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'budget' });
    expect(machine.working).toEqual([]);
  });
});

describe('a step that nobody here can do after all', () => {
  it('waits with its work order and has cost no attempt', () => {
    const machine = Machine.started(aList(1)).settle({
      type: 'handed-over',
      reason: 'the models are down',
      usage: { inputTokens: 5 },
    });
    expect(machine.step('E1')).toMatchObject({ status: 'pending', attempts: 0, tries: 1, usage: { inputTokens: 5 } });
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'handoff', note: 'the models are down' });
    expect(machine.state.usage).toEqual({ inputTokens: 5 });
  });

  it('is settled by hand like any other', () => {
    const machine = Machine.started(aList(1)).settle({ type: 'handed-over', reason: 'no model' });
    machine.do({ type: 'step.done', step: machine.id('E1'), answer: 'by hand' });
    expect(machine.step('E1')).toMatchObject({ status: 'done', answer: 'by hand' });
  });
});

describe('steps side by side that have used their attempts', () => {
  const bothWait = (): Machine =>
    Machine.started(aPlan([aStep('E1'), aStep('E2')], { mode: 'parallel' }), { maxAttempts: 1, onFailure: 'pause' })
      .fail('retry', 'E1')
      .fail('retry', 'E2');

  it('all go on when the plan is resumed', () => {
    const machine = bothWait().do({ type: 'run.resume' });
    expect(machine.working).toEqual(['E1', 'E2']);
  });

  it('hold the plan each for itself: with one of them settled it waits for the other', () => {
    const machine = bothWait();
    machine.do({ type: 'step.skip', step: machine.id('E2') });
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'retry_cap', about: machine.id('E1') });
    machine.do({ type: 'step.retry', step: machine.id('E1') });
    expect(planState(machine.state)).toBe('running');
    expect(machine.working).toEqual(['E1']);
  });
});

it('a notice is recorded and changes nothing else', () => {
  const machine = Machine.started(aList(1));
  const before = machine.state;
  machine.do(
    {
      type: 'notice.record',
      noticed: {
        phase: 'execute',
        agent: 'coder',
        step: machine.id('E1'),
        try: 1,
        notice: { type: 'model-replaced', from: 'a', to: 'b', failure: 'server', reason: 'a is down' },
      },
    },
    system,
  );
  expect(machine.events.at(-1)).toMatchObject({ type: 'notice.recorded', data: { notice: { to: 'b' } } });
  expect({ ...machine.state, seq: 0, updatedAt: '' }).toEqual({ ...before, seq: 0, updatedAt: '' });
});

describe('a step that wants more than was approved', () => {
  const asked = { tool: 'shell', commands: ['npm publish'], files: [], reason: 'it wants to run `npm publish`' };
  const asking = (): Machine => Machine.started(aList(2)).settle({ type: 'asks', asked });

  it('waits for a person, and has cost no attempt', () => {
    const machine = asking();
    expect(machine.step('E1')).toMatchObject({ status: 'in_progress', work: 'between-tries', attempts: 0, asked });
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'approval', note: asked.reason });
    expect(machine.do({ type: 'run.resume' }).refusal).toMatchObject({ code: 'approval-missing' });
  });

  it('may do exactly that once it is approved', () => {
    const machine = asking();
    machine.do({ type: 'plan.approve', policy: 'person', step: machine.id('E1') });
    expect(machine.working).toEqual(['E1']);
    const order = workOrder(machine.state.id, machine.state.execution!, machine.id('E1'));
    expect(order?.approvedCommands).toEqual(['npm publish']);
  });

  it('is not allowed it by a retry, nor by anybody but a person', () => {
    const machine = asking();
    machine.do({ type: 'plan.approve', policy: 'auto', step: machine.id('E1') }, system);
    expect(machine.refusal).toMatchObject({ code: 'approval-missing' });
    machine.do({ type: 'step.retry', step: machine.id('E1') });
    const order = workOrder(machine.state.id, machine.state.execution!, machine.id('E1'));
    expect(order?.approvedCommands).toEqual([]);
  });
});
