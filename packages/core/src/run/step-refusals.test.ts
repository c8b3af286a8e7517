import { describe, expect, it } from 'vitest';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine } from '../testing/machine.js';

const start = (count = 2): Machine => Machine.started(aList(count));

describe('what a step refuses', () => {
  const failed = (): Machine => Machine.started(aList(3), { onFailure: 'continue', maxAttempts: 1 }).fail();
  const reasonOf = (machine: Machine, label: string, type: 'step.retry' | 'step.skip' | 'step.done'): unknown =>
    machine.do({ type, step: machine.id(label), answer: 'x' }).refusal?.details?.reason;

  it('is tried again when it failed or waits, not when it works, is done or was skipped for its own sake', () => {
    expect(reasonOf(failed(), 'E1', 'step.retry')).toBeUndefined();
    expect(reasonOf(start(), 'E2', 'step.retry')).toBeUndefined();
    expect(reasonOf(start(), 'E1', 'step.retry')).toBe('step-working');
    expect(reasonOf(start().done(), 'E1', 'step.retry')).toBe('step-done');
    expect(reasonOf(start().fail('skip'), 'E1', 'step.retry')).toBe('step-skipped');
  });

  it('takes along, when it is tried again, what was skipped because of it, and nothing else', () => {
    const machine = Machine.started(
      aPlan(
        [
          aStep('E1', { onFailure: 'skip-dependents' }),
          aStep('E2', { dependsOn: ['E1'] }),
          aStep('E3', { dependsOn: ['E2'] }),
          aStep('E4', { dependsOn: ['E1'] }),
          aStep('E5'),
        ],
        { mode: 'parallel' },
      ),
      { maxAttempts: 1, concurrency: 1 },
    );
    machine
      .do({ type: 'step.skip', step: machine.id('E4') })
      .do({ type: 'run.pause' })
      .fail(undefined, 'E1');
    expect(machine.statuses).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'pending']);
    expect(reasonOf(machine, 'E1', 'step.retry')).toBeUndefined();
    expect(machine.statuses).toEqual(['pending', 'pending', 'pending', 'skipped', 'pending']);
  });

  it('is skipped once, and not after it has ended otherwise', () => {
    const machine = start();
    expect(reasonOf(machine, 'E2', 'step.skip')).toBeUndefined();
    const before = machine.events.length;
    expect(reasonOf(machine, 'E2', 'step.skip')).toBeUndefined();
    expect(machine.events).toHaveLength(before);
    expect(reasonOf(start().done(), 'E1', 'step.skip')).toBe('step-ended');
  });

  it.each(['step.retry', 'step.skip', 'step.done'] as const)('%s needs a plan under way and a step it has', (type) => {
    expect(reasonOf(Machine.draft(aList(1)), 'E1', type)).toBe('plan-not-running');
    expect(reasonOf(start(1).done(), 'E1', type)).toBe('plan-not-running');
    const machine = start();
    expect(machine.do({ type, step: aStep('E99').id, answer: 'x' }).refusal?.code).toBe('step-not-found');
  });

  it('a retry in a run that has ended names the way to go on', () => {
    const machine = Machine.started(aList(1), { onFailure: 'continue', maxAttempts: 1 }).fail();
    expect(machine.state.status).toBe('failed');
    const { refusal, state } = machine.do({ type: 'step.retry', step: aStep('E1').id });
    expect(refusal?.message).toBe(
      `run ${state.id} has ended (failed); \`planwright undo ${state.id} E1\` takes E1 back, and \`planwright resume ${state.id}\` then runs it again`,
    );
  });
});
