import { describe, expect, it } from 'vitest';
import { Machine, settings, system } from '../testing/machine.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { needsReview, planningStatus, planState } from './state.js';

const created = (): Machine => new Machine().do({ type: 'run.create', task: 'a task', settings });
const broken = aPlan([aStep('E1', { dependsOn: ['E9'] })]);

describe('the state people see', () => {
  it('is planning before anything is there', () => {
    expect(planState(new Machine().state)).toBe('planning');
  });

  it('is running as long as one step is ready that nothing holds, also while nobody attends', () => {
    const plan = aPlan([aStep('E1', { agent: 'nobody' }), aStep('E2')], { mode: 'parallel' });
    const machine = Machine.started(plan);
    machine.executor = undefined;
    machine.do({ type: 'step.interrupt', step: machine.id('E2'), try: 1, reason: 'gone' }, system);
    expect(machine.working).toEqual([]);
    expect(planState(machine.state)).toBe('running');
  });

  it('is paused once all that could start is held', () => {
    const plan = aPlan([aStep('E1', { agent: 'nobody' }), aStep('E2')], { mode: 'parallel' });
    expect(planState(Machine.started(plan).done('E2').state)).toBe('paused');
  });
});

describe('what planning came to', () => {
  it.each<[string | null, Machine]>([
    [null, created()],
    ['success', Machine.draft(aList(1))],
    ['degraded', created().do({ type: 'plan.draft', plan: aList(1), source: 'given', degraded: 'no model' })],
    ['degraded', created().do({ type: 'plan.draft', plan: broken, source: 'given', degraded: 'no model' })],
    ['needs_review', Machine.draft(broken)],
  ])('%s', (status, machine) => {
    expect(planningStatus(machine.state)).toBe(status);
  });

  it('is for a person to look at where the check says so, until somebody has approved and started it', () => {
    const machine = Machine.draft(broken);
    expect(needsReview(machine.state)).toBe('the check finds it not good enough to run');
    machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
    expect(needsReview(machine.state)).toBeNull();
  });
});
