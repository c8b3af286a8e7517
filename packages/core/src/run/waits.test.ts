import { describe, expect, it } from 'vitest';
import { workOrder } from '../execute/work-order.js';
import { errorInfo } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine, settings, system } from '../testing/machine.js';
import { runResult } from '../view/run-result.js';
import type { RunCommand } from './commands.js';
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

  it('that is set on the way counts what steps took before', () => {
    const machine = Machine.started(aList(1));
    const error = errorInfo('agent-failed', 'it broke');
    machine.settle({ type: 'failed', error, next: 'retry', usage: { inputTokens: 60 } });
    machine.do({ type: 'budget.set', budget: { stepTokens: 100 } });
    machine.do({ type: 'call.reserve', call: 'a', step: machine.id('E1'), tokens: 60, costUsd: null }, system);
    expect(machine.refusal).toMatchObject({ code: 'budget-spent' });
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

describe('several steps that have used their attempts', () => {
  const both = (): Machine =>
    Machine.started(aList(2, { mode: 'parallel' }), { maxAttempts: 1 })
      .fail('retry', 'E1')
      .fail('retry', 'E2');

  it('all go on with a resume', () => {
    expect(both().do({ type: 'run.resume' }).working).toEqual(['E1', 'E2']);
  });

  it.each([
    ['tried again', (step: StepId): RunCommand => ({ type: 'step.retry', step })],
    ['done by hand', (step: StepId): RunCommand => ({ type: 'step.done', step, answer: 'by hand' })],
    ['skipped', (step: StepId): RunCommand => ({ type: 'step.skip', step })],
  ])('wait for a word each: one that is %s does not release the other', (_, command) => {
    const machine = both();
    machine.do(command(machine.id('E2')));
    expect(machine.state.execution?.holds).toMatchObject([{ reason: 'retry_cap', about: machine.id('E1') }]);
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

describe('a room that is archived', () => {
  it('holds its plan once, until somebody resumes it', () => {
    const machine = Machine.started(aList(1)).do({ type: 'run.archive' }).do({ type: 'run.archive' });
    expect(machine.types.filter((type) => type === 'hold.placed')).toHaveLength(1);
    machine.do({ type: 'run.resume' });
    expect(planState(machine.state)).toBe('running');
  });

  it.each([
    ['not created', new Machine()],
    ['a draft', Machine.draft(aList(1))],
    ['ended', Machine.started(aList(1)).done()],
  ])('changes nothing about a run that is %s', (_, machine) => {
    const before = machine.types.length;
    expect(machine.do({ type: 'run.archive' }).refusal).toBeNull();
    expect(machine.types).toHaveLength(before);
  });
});

describe('a resume', () => {
  it('says what the plan waits for where it cannot release it, and why', () => {
    const machine = Machine.started(aList(1)).settle(spent).do({ type: 'run.resume' });
    expect(machine.refusal).toMatchObject({
      message: 'the plan waits for budget: no room; resume cannot clear that',
      details: { reason: 'needs-budget' },
    });
  });

  it('that names a hold releases that one alone, and changes nothing where there is none', () => {
    const machine = Machine.started(aList(1)).do({ type: 'run.archive' }).do({ type: 'run.pause' });
    machine.do({ type: 'run.resume', hold: 'retry_cap' });
    expect(machine.refusal).toBeNull();
    machine.do({ type: 'run.resume', hold: 'supervisor' });
    expect(machine.state.execution?.holds).toMatchObject([{ reason: 'room_archived' }]);
  });
});

describe('what cannot be asked of a run', () => {
  const created = (): Machine => new Machine().do({ type: 'run.create', task: 'a task', settings });

  it.each<[string, Machine, RunCommand]>([
    ['run run-test1 exists already', created(), { type: 'run.create', task: 'another', settings }],
    ['run run-test1 is done; only a draft can be started', Machine.started(aList(1)).done(), { type: 'run.start' }],
    ['revision 1 of the plan is not approved', Machine.draft(aList(1)), { type: 'run.start' }],
    ['run run-test1 is draft; only a running plan can be paused', Machine.draft(aList(1)), { type: 'run.pause' }],
    ['run run-test1 is draft; only a paused plan can be resumed', Machine.draft(aList(1)), { type: 'run.resume' }],
    ['run run-test1 does not exist', new Machine(), { type: 'run.cancel' }],
    [
      'run run-test1 is failed; only planning that failed can be tried again',
      ...([Machine.started(aList(1)).fail('abort'), { type: 'planning.retry' }] as const),
    ],
    [
      'run run-test1 is draft; its answer is written when the plan has ended',
      ...([Machine.draft(aList(1)), { type: 'run.answer', answer: 'early' }] as const),
    ],
  ])('%s', (message, machine, command) => {
    expect(machine.do(command).refusal?.message).toBe(message);
  });
});

it('what was not finished when a run is cancelled says so', () => {
  const machine = Machine.started(aList(1)).do({ type: 'run.cancel' });
  expect(machine.step('E1')).toMatchObject({ status: 'skipped', reason: 'the run was cancelled' });
});

it('what nobody here can do, and what the throttle stops, says why it waits', () => {
  const handedOver = Machine.started(aPlan([aStep('E1', { agent: 'nobody' })]));
  expect(pauseOf(handedOver.state)?.note).toBe('no worker here can do this step');
  const throttled = Machine.started(aList(3), { autoSteps: 2 }).done().done();
  expect(pauseOf(throttled.state)?.note).toBe('2 steps went by without a word from you');
});

it('a message changes nothing where nothing runs', () => {
  for (const machine of [Machine.draft(aList(1)), Machine.started(aList(1)).done()]) {
    const before = machine.types.length;
    expect(machine.do({ type: 'message.note' }).types).toHaveLength(before);
  }
});

it('an answer is kept with what it took, or with why there is none', () => {
  const ended = (): Machine => Machine.started(aList(1)).done();
  const written = ended().do({ type: 'run.answer', answer: 'it is so', usage: { inputTokens: 5 } }, system);
  expect(written.events.at(-1)).toMatchObject({ type: 'run.answered', data: { source: 'model', answer: 'it is so' } });
  expect(written.state.usage).toEqual({ inputTokens: 5 });
  const none = ended().do({ type: 'run.answer', note: 'no model could be asked' }, system);
  expect(none.events.at(-1)?.data).toEqual({ source: 'report', note: 'no model could be asked' });
});

it('where nobody writes answers the report is the answer at once', () => {
  for (const outcome of ['done', 'failed']) {
    const machine = Machine.started(aList(1), { maxAttempts: 1, onFailure: 'continue' });
    machine.executor = { ...machine.executor!, writesAnswers: false };
    if (outcome === 'done') machine.done();
    else machine.fail();
    expect(machine.state).toMatchObject({ status: outcome, answer: { text: null, source: 'report' } });
    expect(machine.do({ type: 'run.advance' }).types.filter((type) => type === 'run.answered')).toHaveLength(1);
  }
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
