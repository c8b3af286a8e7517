import { describe, expect, it } from 'vitest';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine, person, settings } from '../testing/machine.js';
import type { RunCommand } from './commands.js';
import { pauseOf, planState } from './state.js';

const start = (count = 3): Machine => Machine.started(aList(count));

describe('the edges between plan states', () => {
  it('P01 a written plan is a draft with every step pending and no attempt used', () => {
    const machine = Machine.draft(aList(2));
    expect(planState(machine.state)).toBe('draft');
    expect(machine.state.execution?.steps).toMatchObject([
      { status: 'pending', attempts: 0 },
      { status: 'pending', attempts: 0 },
    ]);
  });

  it('P02 a draft is edited freely, and each edit is a revision', () => {
    const machine = Machine.draft(aList(2)).do({ type: 'plan.edit', plan: aList(3, { goal: 'another' }) });
    expect(planState(machine.state)).toBe('draft');
    expect(machine.state).toMatchObject({ revision: 2, execution: { plan: { goal: 'another' } } });
  });

  it('P03 an approved draft runs, and its first step starts', () => {
    expect(planState(start().state)).toBe('running');
    expect(start().working).toEqual(['E1']);
  });

  it('P04 a supervisor pauses a running plan, and the reason is kept', () => {
    const machine = start().do({ type: 'run.pause', note: 'lunch' });
    expect(planState(machine.state)).toBe('paused');
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'supervisor', note: 'lunch' });
  });

  it('P05 a step that has used its attempts pauses the plan, when failing means pausing', () => {
    const machine = start().fail('retry').fail('retry').fail('retry');
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'retry_cap', about: machine.id('E1') });
  });

  it('P06 a step that asks for a revision pauses the plan', () => {
    expect(pauseOf(start().fail('revise').state)?.reason).toBe('revise');
  });

  it('P07 the throttle pauses a plan that went on by itself for too long', () => {
    const machine = start(9);
    for (let index = 0; index < 8; index += 1) machine.done();
    expect(pauseOf(machine.state)?.reason).toBe('auto_throttle');
    expect(machine.working).toEqual([]);
  });

  it('P08 resume lets a paused plan run and counts automatic steps from zero', () => {
    const machine = start(3).done().do({ type: 'run.pause' }).do({ type: 'run.resume' });
    expect(planState(machine.state)).toBe('running');
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(0);
  });

  it('P09 all steps terminal and none failed is done', () => {
    expect(planState(start(2).done().done().state)).toBe('done');
  });

  it('P10 all steps terminal and one failed is failed', () => {
    const machine = Machine.started(aList(2), { onFailure: 'continue' }).fail().fail().fail().done();
    expect(machine.statuses).toEqual(['failed', 'done']);
    expect(planState(machine.state)).toBe('failed');
  });

  it.each([
    ['P11', 'running', start()],
    ['P12', 'paused', start().do({ type: 'run.pause' })],
    ['P13', 'draft', Machine.draft(aList(3))],
  ])('%s a plan that is %s can be cancelled, with the reason kept', (_edge, from, machine) => {
    expect(planState(machine.state)).toBe(from);
    machine.do({ type: 'run.cancel', reason: 'scope changed' });
    expect(machine.state).toMatchObject({ status: 'cancelled', cancelReason: 'scope changed' });
    expect(new Set(machine.statuses)).toEqual(new Set(['skipped']));
  });

  it.each([
    ['draft', Machine.draft(aList(3))],
    ['running', start()],
    ['paused', start().do({ type: 'run.pause' })],
  ])('P14 closing the room cancels a plan that is %s', (_from, machine) => {
    expect(planState(machine.do({ type: 'run.cancel', reason: 'the room was closed' }).state)).toBe('cancelled');
  });

  it.each([
    ['done', start(1).done()],
    ['failed', start(1).fail('abort')],
    ['cancelled', start(1).do({ type: 'run.cancel' })],
  ])('P15 cancelling a plan that is %s changes nothing', (from, machine) => {
    const before = machine.events.length;
    machine.do({ type: 'run.cancel' });
    expect(machine.refusal).toBeNull();
    expect(machine.events).toHaveLength(before);
    expect(planState(machine.state)).toBe(from);
  });

  it('P16 a message from a person counts automatic steps from zero', () => {
    const machine = start(5).done().done();
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(2);
    machine.do({ type: 'message.note' });
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(0);
    expect(planState(machine.state)).toBe('running');
  });

  it('P17 a message wakes a plan that the throttle paused', () => {
    const machine = start(9);
    for (let index = 0; index < 8; index += 1) machine.done();
    machine.do({ type: 'message.note' });
    expect(planState(machine.state)).toBe('running');
    expect(machine.working).toEqual(['E9']);
  });

  it.each([
    ['supervisor', start().do({ type: 'run.pause' })],
    ['retry_cap', start().fail().fail().fail()],
    ['revise', start().fail('revise')],
    ['manual_gate', Machine.started(aList(2, { advance: 'manual' }))],
  ])('P18 a message does not wake a plan paused for %s', (reason, machine) => {
    machine.do({ type: 'message.note' });
    expect(pauseOf(machine.state)?.reason).toBe(reason);
  });

  it('P19 abort fails the current step, skips the later ones and fails the plan', () => {
    const machine = start(3).done().fail('abort');
    expect(machine.statuses).toEqual(['done', 'failed', 'skipped']);
    expect(planState(machine.state)).toBe('failed');
  });

  it('P20 a manual plan waits before each step, the first included', () => {
    const machine = Machine.started(aList(2, { advance: 'manual' }));
    expect(pauseOf(machine.state)?.reason).toBe('manual_gate');
    expect(machine.statuses).toEqual(['pending', 'pending']);
    machine.do({ type: 'run.resume' });
    expect(machine.working).toEqual(['E1']);
    machine.done();
    expect(pauseOf(machine.state)?.reason).toBe('manual_gate');
    expect(machine.current).toEqual(['E2']);
  });

  it('P21 a plan under revision keeps its finished steps, takes new pending ones, and goes on when approved and resumed', () => {
    const machine = start(3).done().fail('revise');
    const { steps } = machine.state.execution!.plan;
    machine.do({ type: 'plan.edit', plan: aPlan([steps[0]!, aStep('E4', { task: 'another way' })]) });
    expect(pauseOf(machine.state)?.reason).toBe('revise');
    expect(machine.statuses).toEqual(['done', 'pending']);
    machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.resume' });
    expect(machine.working).toEqual(['E4']);
  });

  it('P22 archiving the room pauses a plan under way and leaves a draft a draft', () => {
    expect(pauseOf(start().do({ type: 'run.archive' }).state)?.reason).toBe('room_archived');
    expect(planState(Machine.draft(aList(1)).do({ type: 'run.archive' }).state)).toBe('draft');
  });
});

describe('what a plan refuses', () => {
  it('R01 pausing what is not running is refused, except that pausing twice changes nothing', () => {
    expect(Machine.draft(aList(1)).do({ type: 'run.pause' }).refusal?.details).toEqual({ reason: 'plan-not-pausable' });
    const paused = start().do({ type: 'run.pause' });
    const before = paused.events.length;
    expect(paused.do({ type: 'run.pause' }).refusal).toBeNull();
    expect(paused.events).toHaveLength(before);
  });

  it('R02 a result that comes while paused is kept, and nothing new starts', () => {
    const machine = start().do({ type: 'run.pause' }).done('E1');
    expect(machine.refusal).toBeNull();
    expect(machine.statuses).toEqual(['done', 'pending', 'pending']);
    expect(machine.working).toEqual([]);
  });

  it('R03 a command to a run that was never created is refused', () => {
    expect(new Machine().do({ type: 'run.cancel' }).refusal?.code).toBe('run-not-found');
    expect(new Machine().do({ type: 'run.pause' }).refusal?.code).toBe('command-refused');
  });

  it('R04 starting or resuming from a state that cannot run is refused', () => {
    expect(start(1).done().do({ type: 'run.start' }).refusal?.details).toEqual({ reason: 'plan-not-runnable' });
    expect(Machine.draft(aList(1)).do({ type: 'run.resume' }).refusal?.details).toEqual({
      reason: 'plan-not-runnable',
    });
  });

  it('R05 a second plan is refused while one is under way; a draft nobody started may be replaced', () => {
    expect(start().do({ type: 'plan.draft', plan: aList(1), source: 'given' }).refusal?.details).toEqual({
      reason: 'plan-active',
    });
    const draft = Machine.draft(aList(1)).do({ type: 'plan.draft', plan: aList(2), source: 'given' });
    expect(draft.state).toMatchObject({ revision: 2, status: 'draft' });
  });

  it('R06 more than 20 steps are refused', () => {
    const machine = new Machine().do({
      type: 'run.create',
      task: '',
      settings: { supervised: true, autoSteps: 8, concurrency: 4, maxAttempts: 3, maxSteps: 20, onFailure: 'pause' },
    });
    expect(machine.do({ type: 'plan.draft', plan: aList(21), source: 'given' }).refusal?.code).toBe('plan-invalid');
    expect(machine.do({ type: 'plan.draft', plan: aList(20), source: 'given' }).refusal).toBeNull();
  });

  it('is created once, and gets no plan, edit or answer out of its time', () => {
    const reasonOf = (machine: Machine, command: RunCommand): unknown => machine.do(command).refusal?.details?.reason;
    const draft = { type: 'plan.draft', plan: aList(1), source: 'given' } as const;
    const edit = { type: 'plan.edit', plan: aList(2) } as const;
    const create = { type: 'run.create', task: 'again', settings } as const;
    expect(reasonOf(new Machine(), draft)).toBe('run-not-created');
    expect(reasonOf(new Machine(), edit)).toBe('plan-not-editable');
    expect(reasonOf(start(), create)).toBe('run-exists');
    expect(reasonOf(start(), { type: 'run.answer', answer: 'x' })).toBe('not-finished');
    expect(reasonOf(start(), { type: 'planning.retry' })).toBe('not-unplanned');
    for (const ended of [start(1).done(), start(1).fail('abort'), start(1).do({ type: 'run.cancel' })]) {
      expect(reasonOf(ended, edit)).toBe('plan-not-editable');
      expect(reasonOf(ended, draft)).toBe('plan-active');
    }
  });

  it('is started once', () => {
    const machine = start();
    const before = machine.events.length;
    expect(machine.do({ type: 'run.start' }).refusal).toBeNull();
    expect(machine.events).toHaveLength(before);
  });

  it('keeps its first answer', () => {
    const machine = start(1).done().do({ type: 'run.answer', answer: 'first' });
    machine.do({ type: 'run.answer', answer: 'second' });
    expect(machine.refusal).toBeNull();
    expect(machine.state.answer).toEqual({ text: 'first', source: 'model' });
  });

  it('is not changed by an edit that changes nothing', () => {
    const machine = start();
    const before = machine.events.length;
    machine.do({ type: 'plan.edit', plan: machine.state.execution!.plan });
    expect(machine.events).toHaveLength(before);
    expect(planState(machine.state)).toBe('running');
  });

  it('only a person may approve by hand, and only the plan as it stands', () => {
    const machine = Machine.draft(aList(1));
    expect(machine.do({ type: 'plan.approve', policy: 'person' }, { kind: 'agent', name: 'coder' }).refusal?.code).toBe(
      'approval-missing',
    );
    expect(machine.do({ type: 'plan.approve', policy: 'person', hash: 'other' }, person).refusal?.details).toEqual({
      reason: 'plan-changed',
    });
  });
});
