import { describe, expect, it } from 'vitest';
import type { Plan } from '../plan/plan.js';
import { Machine, person, system } from '../testing/machine.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { timeline } from '../view/timeline.js';
import { pauseOf, planState } from './state.js';

const id = (label: string) => aStep(label).id;

/** E1, then E2 and E3 side by side, then E4 which needs E2. */
const fourSteps = (): Plan =>
  aPlan([
    aStep('E1'),
    aStep('E2', { dependsOn: ['E1'] }),
    aStep('E3', { dependsOn: ['E1'] }),
    aStep('E4', { dependsOn: ['E2'] }),
  ]);

const finished = (): Machine =>
  Machine.started(fourSteps(), { autoSteps: null }).done('E1').done('E2').done('E3').done('E4');
const answered = (): Machine => finished().do({ type: 'run.answer', answer: 'all is well' }, system);
const undo = (machine: Machine, ...labels: string[]): Machine => {
  machine.events = [];
  return machine.do({ type: 'step.undo', steps: labels.map((label) => machine.id(label)) });
};

describe('undoing a step', () => {
  it('takes it back with its dependents, leaves the independent ones done, and waits until somebody resumes', () => {
    const machine = undo(answered(), 'E2');
    expect(machine.refusal).toBeNull();
    expect(machine.statuses).toEqual(['done', 'pending', 'done', 'pending']);
    expect(machine.types).toEqual(['steps.undone', 'hold.placed']);
    expect(planState(machine.state)).toBe('paused');
    expect(pauseOf(machine.state)).toMatchObject({
      on: 'plan',
      reason: 'supervisor',
      note: 'E2, E4 were undone; resume runs them again',
    });
  });

  it('takes up a run that had ended: no end, no answer and no errors any more', () => {
    const machine = undo(answered(), 'E4');
    expect(machine.state).toMatchObject({ status: 'running', endedAt: null, answer: null, hadErrors: false });
    expect(pauseOf(machine.state)?.note).toBe('E4 was undone; resume runs it again');
  });

  it('lets the same steps run again after a resume, and the run ends anew with an answer of its own', () => {
    const machine = undo(answered(), 'E2').do({ type: 'run.resume' });
    expect(machine.working).toEqual(['E2']);
    machine.done('E2').done('E4');
    expect(machine.state).toMatchObject({ status: 'done', answer: null });
    machine.do({ type: 'run.answer', answer: 'once more' }, system);
    expect(machine.state.answer?.text).toBe('once more');
  });

  it('keeps what was tried, what failed and what it cost; the next round has all its attempts', () => {
    const machine = Machine.started(fourSteps()).fail('retry', 'E1');
    machine.settle({ type: 'done', answer: 'found', usage: { inputTokens: 5 } }, 'E1').do({ type: 'run.pause' });
    machine.done('E2').done('E3');
    undo(machine, 'E1');
    expect(machine.step('E1')).toMatchObject({ status: 'pending', tries: 2, attempts: 0, usage: { inputTokens: 5 } });
    expect(machine.step('E1').failures).toHaveLength(1);
    expect(machine.step('E1')).not.toHaveProperty('answer');
    machine.do({ type: 'run.resume' });
    expect(machine.step('E1')).toMatchObject({ tries: 3, attempts: 1 });
  });

  it('leaves the approval as it is: the plan has not changed', () => {
    const before = answered();
    const { approval, hash, revision } = before.state;
    expect(undo(before, 'E2').state).toMatchObject({ approval, hash, revision });
  });

  it('takes back dependents that failed or were skipped because of that, too', () => {
    const machine = Machine.started(fourSteps(), { onFailure: 'skip-dependents', maxAttempts: 1 })
      .done('E1')
      .fail(undefined, 'E2')
      .done('E3');
    expect(machine.statuses).toEqual(['done', 'failed', 'done', 'skipped']);
    expect(machine.state.status).toBe('failed');
    undo(machine, 'E1');
    expect(machine.statuses).toEqual(['pending', 'pending', 'pending', 'pending']);
    expect(machine.state).toMatchObject({ status: 'running', hadErrors: false });
  });

  it('takes back a step that failed, once the run has ended: nothing else runs it again', () => {
    const machine = Machine.started(fourSteps(), { onFailure: 'skip-dependents', maxAttempts: 1 })
      .done('E1')
      .fail(undefined, 'E2')
      .done('E3');
    expect(machine.state.status).toBe('failed');
    undo(machine, 'E2');
    expect(machine.statuses).toEqual(['done', 'pending', 'done', 'pending']);
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E2']);
    expect(machine.done('E2').done('E4').state).toMatchObject({ status: 'done', hadErrors: false });
  });

  it('takes back with a failure all that was given up because of it', () => {
    const machine = Machine.started(fourSteps(), { onFailure: 'abort', maxAttempts: 1, concurrency: 1 })
      .done('E1')
      .fail(undefined, 'E2');
    expect(machine.statuses).toEqual(['done', 'failed', 'skipped', 'skipped']);
    expect(undo(machine, 'E2').statuses).toEqual(['done', 'pending', 'pending', 'pending']);
  });

  it('leaves out what a person left out', () => {
    const machine = Machine.started(fourSteps()).done('E1').done('E2');
    machine.do({ type: 'run.pause' }).done('E3');
    machine.do({ type: 'step.skip', step: machine.id('E4') });
    undo(machine, 'E2');
    expect(machine.statuses).toEqual(['done', 'pending', 'done', 'skipped']);
  });

  it('ends what a dependent waited for', () => {
    const machine = Machine.started(fourSteps(), { maxAttempts: 1 }).done('E1').fail(undefined, 'E2').done('E3');
    expect(pauseOf(machine.state)?.reason).toBe('retry_cap');
    undo(machine, 'E1');
    expect(machine.state.execution?.holds.map(({ reason }) => reason)).toEqual(['supervisor']);
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E1']);
  });

  it('takes several steps back at once, each once', () => {
    const machine = undo(answered(), 'E4', 'E2', 'E3');
    expect(machine.events[0]).toMatchObject({ data: { steps: [id('E2'), id('E3'), id('E4')] } });
  });

  it('is told on the timeline by labels', () => {
    const machine = answered().do({ type: 'step.undo', steps: [id('E2')] });
    const events = machine.events.map((event, index) => ({
      ...event,
      ...{ stream: machine.state.id, seq: index + 1, position: 0, at: '', actor: person, commandId: null },
    }));
    expect(timeline(events).map(({ text }) => text)).toContain('undone: E2, E4');
  });
});

describe('an undo is refused', () => {
  const refusal = (machine: Machine): unknown => machine.refusal?.details?.['reason'];

  it('while a step that would be undone is being worked on', () => {
    const machine = undo(Machine.started(fourSteps()).done('E1').done('E2'), 'E2');
    expect(machine.working).toContain('E4');
    expect(refusal(machine)).toBe('step-working');
    expect(machine.refusal?.message).toContain('somebody works on what would be undone (E4)');
  });

  it('when nothing of it is done', () => {
    const machine = Machine.started(fourSteps()).done('E1').do({ type: 'run.pause' }).done('E3');
    expect(refusal(undo(machine.do({ type: 'step.undo', steps: [machine.id('E3')] }), 'E3'))).toBe('not-done');
  });

  it('when what failed can be tried again as it is', () => {
    const machine = Machine.started(fourSteps(), { maxAttempts: 1 }).done('E1').fail(undefined, 'E2').done('E3');
    expect(pauseOf(machine.state)?.reason).toBe('retry_cap');
    expect(refusal(undo(machine, 'E2'))).toBe('not-done');
  });

  it('when nothing of it has run, in a run that has ended', () => {
    const machine = Machine.started(fourSteps(), { maxAttempts: 1 }).done('E1').done('E2').done('E3');
    machine.do({ type: 'step.skip', step: machine.id('E4') });
    expect(refusal(undo(machine, 'E4'))).toBe('not-done');
  });

  it('before the plan has started', () => {
    expect(refusal(undo(Machine.draft(fourSteps()), 'E2'))).toBe('not-started');
  });

  it('to anybody but a person', () => {
    const machine = answered();
    machine.do({ type: 'step.undo', steps: [machine.id('E2')] }, { kind: 'agent', name: 'coder' });
    expect(refusal(machine)).toBe('not-a-person');
  });

  it('for a run that was cancelled, with what to do instead', () => {
    const machine = Machine.started(fourSteps()).done('E1').do({ type: 'run.cancel' });
    undo(machine, 'E1');
    expect(refusal(machine)).toBe('run-cancelled');
    expect(machine.refusal?.message).toContain('planwright run run-test1');
  });

  it('for a step that the plan does not have', () => {
    const machine = answered().do({ type: 'step.undo', steps: [id('E9')] });
    expect(machine.refusal?.code).toBe('step-not-found');
  });
});
