import { describe, expect, it } from 'vitest';
import { assessTask } from '../explore/assess-task.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { editPlan } from './edit-plan.js';
import { oneStepPlan } from './one-step-plan.js';
import { referencesIn } from './references.js';
import type { Plan } from './plan.js';

const current = aList(3);
const [first, second, third] = current.steps as [Plan['steps'][0], Plan['steps'][0], Plan['steps'][0]];
const edit = (plan: Plan): readonly string[] => {
  const edited = editPlan({ plan: current, frozen: new Set([first.id]), lastLabel: 5, maxSteps: 4 }, plan);
  return edited.ok ? [] : edited.problems.map((problem) => problem.message);
};

describe('an edit', () => {
  it('may change, drop, move and add steps that did not start', () => {
    expect(edit(aPlan([first, third, { ...second, task: 'otherwise' }, aStep('E6')]))).toEqual([]);
  });

  it('may move a step that ran, as long as it stays what it was', () => {
    expect(edit(aPlan([second, first]))).toEqual([]);
  });

  it('leaves at least one step', () => {
    const none = editPlan({ plan: aPlan([second]), frozen: new Set(), lastLabel: 2, maxSteps: 20 }, aPlan([]));
    expect(none).toMatchObject({ ok: false, problems: [{ code: 'steps-missing', field: 'steps' }] });
  });

  it('may not change or drop a step that ran', () => {
    expect(edit(aPlan([{ ...first, task: 'x' }]))).toEqual([
      'step E1 is in progress or finished and cannot be changed',
    ]);
    expect(edit(aPlan([second]))).toEqual(['step E1 is in progress or finished and cannot be removed']);
  });

  it('may not give a step another label, or a new step a label that was used', () => {
    expect(edit(aPlan([first, { ...second, label: 'E9' }]))).toEqual(['step E2 cannot be renamed to E9']);
    expect(edit(aPlan([first, aStep('E4')]))).toEqual([
      'label E4 was used before in this run; a new step takes E6 or higher',
    ]);
  });

  it('may not make the plan longer than a plan may be', () => {
    expect(edit(aPlan([first, aStep('E6'), aStep('E7'), aStep('E8'), aStep('E9')]))).toEqual([
      'a plan has at most 4 steps; the edited one has 5',
    ]);
  });
});

describe('the plan of a small task', () => {
  it('is one step, for the agent that fits', () => {
    expect(oneStepPlan('where is the parser?').steps).toMatchObject([{ label: 'E1', agent: 'search' }]);
    expect(oneStepPlan('fix the parser').steps).toMatchObject([{ label: 'E1', agent: 'coder' }]);
  });

  it('is as complex as its task was found to be, which approval by itself may be bounded by', () => {
    const task = 'sort the words in src/top.ts, then test it and document it in README.md';
    const { level, score } = assessTask(task);
    expect(level).toBe('medium');
    expect(oneStepPlan(task)).toMatchObject({ complexity: level, score });
  });

  it('takes a user’s #E12 for the word it is', () => {
    expect(referencesIn(oneStepPlan('what about #E12?').steps[0]!.task)).toEqual([]);
  });
});
