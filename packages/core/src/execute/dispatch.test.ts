import { describe, expect, it } from 'vitest';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine, system } from '../testing/machine.js';
import { pauseOf, planState } from '../run/state.js';
import { isResting } from '../view/run-result.js';

const asked = { tool: 'shell', commands: ['npm publish'], files: [], reason: 'it wants to publish' };
const allow = (machine: Machine, label: string): Machine =>
  machine.do({ type: 'plan.approve', policy: 'person', step: machine.id(label) });

describe('another try of a step', () => {
  it('does not count towards the throttle', () => {
    const machine = Machine.started(aList(3)).done('E1');
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(1);
    expect(machine.fail('retry', 'E2').working).toEqual(['E2']);
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(1);
  });

  it('waits for a place when others took its own meanwhile', () => {
    const machine = Machine.started(aList(4, { mode: 'parallel' }), { concurrency: 2 });
    machine.settle({ type: 'asks', asked }, 'E1');
    expect(machine.working).toEqual(['E2', 'E3']);
    expect(allow(machine, 'E1').working).toEqual(['E2', 'E3']);
    expect(planState(machine.state)).toBe('running');
    expect(machine.done('E2').working).toEqual(['E1', 'E3']);
  });

  it('starts together with others that are due, as far as there are places', () => {
    const machine = Machine.started(aList(4, { mode: 'parallel' }), { concurrency: 3 }).do({ type: 'run.pause' });
    for (const label of ['E1', 'E2', 'E3']) machine.fail('retry', label);
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E1', 'E2', 'E3']);
  });

  it('does not use up the word that lets the next step of a manual plan start', () => {
    const steps = [aStep('E1'), aStep('E2', { agent: 'reviewer' })];
    const machine = Machine.started(aPlan(steps, { mode: 'parallel', advance: 'manual' })).do({ type: 'run.resume' });
    machine.executor = { id: 'exec-1', agents: ['search'], writesAnswers: true };
    machine.settle({ type: 'asks', asked }, 'E1').do({ type: 'run.resume' });
    expect(pauseOf(machine.state)?.reason).toBe('approval');
    expect(allow(machine, 'E1').working).toEqual(['E1']);
    machine.executor = { id: 'exec-1', agents: ['search', 'reviewer'], writesAnswers: true };
    expect(machine.do({ type: 'run.resume', hold: 'handoff' }).working).toEqual(['E1', 'E2']);
  });

  it('that a person allowed is no fresh round: it counts as it would have', () => {
    const machine = Machine.started(aList(1)).fail('retry').settle({ type: 'asks', asked });
    expect(allow(machine, 'E1').step('E1')).toMatchObject({ work: 'working', tries: 3, attempts: 2 });
  });

  it('waits for a step that took its files meanwhile', () => {
    const writer = (label: string) => aStep(label, { agent: 'coder', files: [{ path: 'a.ts' }] });
    const machine = Machine.started(aPlan([writer('E1'), writer('E2')], { mode: 'parallel' }));
    machine.settle({ type: 'asks', asked }, 'E1');
    expect(machine.working).toEqual(['E2']);
    expect(allow(machine, 'E1').working).toEqual(['E2']);
    expect(machine.done('E2').working).toEqual(['E1']);
  });

  describe('that was cut off and is taken up where nobody can do it', () => {
    const takenUp = (): Machine => {
      const machine = Machine.started(aPlan([aStep('E1', { agent: 'reviewer' })]));
      machine.executor = { id: 'exec-2', agents: ['search'], writesAnswers: true };
      return machine.do({ type: 'run.advance' }, system, { deadExecutors: ['exec-1'] });
    };

    it('is handed over, once, and the plan waits for it', () => {
      const machine = takenUp().do({ type: 'run.advance' }, system);
      expect(machine.working).toEqual([]);
      expect(machine.events.find(({ type }) => type === 'step.interrupted')?.data).toMatchObject({
        reason: 'the process that worked on it is gone',
      });
      expect(machine.events.filter(({ type }) => type === 'hold.placed')).toEqual([
        expect.objectContaining({ data: expect.objectContaining({ on: machine.id('E1'), reason: 'handoff' }) }),
      ]);
      expect(planState(machine.state)).toBe('paused');
      expect(isResting(machine.state)).toBe(true);
    });

    it('leaves a manual plan waiting at its gate', () => {
      const steps = [aStep('E1', { agent: 'reviewer' }), aStep('E2')];
      const machine = Machine.started(aPlan(steps, { mode: 'parallel', advance: 'manual' }));
      machine.do({ type: 'run.resume' });
      machine.executor = { id: 'exec-2', agents: ['search'], writesAnswers: true };
      machine.do({ type: 'run.advance' }, system, { deadExecutors: ['exec-1'] });
      expect(pauseOf(machine.state)?.reason).toBe('manual_gate');
      expect(isResting(machine.state)).toBe(true);
    });

    it('may be settled by hand', () => {
      const machine = takenUp();
      machine.do({ type: 'step.done', step: machine.id('E1'), answer: 'reviewed' });
      expect(machine.step('E1')).toMatchObject({ status: 'done', answer: 'reviewed' });
      expect(planState(machine.state)).toBe('done');
    });

    it('goes on, at no cost of an attempt, with a process that can', () => {
      const machine = takenUp();
      machine.executor = { id: 'exec-3', agents: ['reviewer'], writesAnswers: true };
      machine.do({ type: 'run.resume' });
      expect(machine.step('E1')).toMatchObject({ work: 'working', executor: 'exec-3', tries: 2, attempts: 1 });
    });
  });
});
