import { describe, expect, it } from 'vitest';
import { errorInfo } from '../shared/errors.js';
import { Machine } from '../testing/machine.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { stepTask } from './step-input.js';

const plan = aPlan([
  aStep('E1'),
  aStep('E2', { agent: 'coder', task: 'use #E1' }),
  aStep('E3', { task: 'sum up #E2' }),
]);
const headless = { maxAttempts: 1, onFailure: 'continue' } as const;

const taskOf = ({ state }: Machine, label: string, delimited?: boolean): string =>
  stepTask(state.execution!, Number(label.slice(1)) - 1, delimited);

describe('the task of a step', () => {
  it('has the answers that are there, and the placeholders of those that are not', () => {
    const machine = Machine.started(plan);
    expect(taskOf(machine, 'E1')).toBe('do E1');
    expect(taskOf(machine, 'E2')).toBe('use #E1');
    expect(taskOf(machine.done('E1', 'a.ts'), 'E2')).toBe('use a.ts');
    expect(taskOf(machine, 'E3')).toBe('sum up #E2');
  });

  it('has the answers marked as data where a worker reads it', () => {
    const task = taskOf(Machine.started(plan).done('E1', 'a.ts'), 'E2', true);
    expect(task).toMatch(/^use \S*<.+>[^]*a\.ts[^]*<\/.+>$/);
  });

  it('has the error of what failed, and of what was skipped because of that', () => {
    const error = errorInfo('agent-failed', 'no network');
    const machine = Machine.started(plan, headless).settle({ type: 'failed', error }, 'E1');
    expect(taskOf(machine, 'E2')).toBe('use <error: no network>');
    expect(taskOf(machine, 'E3')).toBe('sum up <error: skipped: it may write, and E1 gave it an error to work on>');
  });

  it('says of what a person left out that it was left out, which is no error', () => {
    const machine = Machine.started(plan);
    machine.do({ type: 'step.skip', step: machine.id('E1'), reason: 'known already' });
    expect(taskOf(machine, 'E2')).toBe('use <skipped: known already>');
    expect(machine.working).toEqual(['E2']);
  });

  it('is as it was written where it names no other step', () => {
    const machine = Machine.started(aPlan([aStep('E1', { task: 'close issue #12, not \\#E1' })]));
    expect(taskOf(machine, 'E1')).toBe('close issue #12, not #E1');
  });
});
