import { describe, expect, it } from 'vitest';
import type { StepWork } from '../execute/step-outcome.js';
import { Machine } from '../testing/machine.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { emptyRun } from '../run/state.js';
import { changesView } from './changes.js';

const work: StepWork = {
  commit: 'c0ffee',
  changes: [
    { path: 'a.txt', change: 'added' },
    { path: 'b.txt', change: 'changed' },
  ],
  outside: ['b.txt'],
};

const aRun = (): Machine =>
  Machine.started(aPlan([aStep('E1'), aStep('E2'), aStep('E3', { dependsOn: ['E1'] })]))
    .settle({ type: 'done', answer: 'wrote', work }, 'E1')
    .done('E2');

describe('what the steps of a run changed', () => {
  it('has files, commit and what was outside, for the steps that changed anything', () => {
    expect(changesView(aRun().state)).toEqual([{ step: aStep('E1').id, label: 'E1', title: 'do E1', ...work }]);
  });

  it('leaves out a step that was undone', () => {
    const machine = aRun().done('E3');
    machine.do({ type: 'step.undo', steps: [machine.id('E1')] });
    expect(changesView(machine.state)).toEqual([]);
  });

  it('is nothing for a run without a plan', () => {
    expect(changesView(emptyRun(aRun().state.id))).toEqual([]);
  });
});
