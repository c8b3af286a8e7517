import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { planDiff } from './plan-diff.js';

const three = aPlan([
  aStep('E1', { title: 'Find it' }),
  aStep('E2', { title: 'Change it', task: 'Change what #E1 says', dependsOn: ['E1'] }),
  aStep('E3', { title: 'Test it', dependsOn: ['E2'] }),
]);
const [first, second, third] = three.steps;

describe('planDiff', () => {
  it('finds nothing between equal plans', () => {
    const nothing = { plan: [], added: [], removed: [], changed: [], moved: [] };
    expect(planDiff(three, structuredClone(three))).toEqual(nothing);
    expect(planDiff(aPlan([]), aPlan([]))).toEqual(nothing);
  });

  it('tells steps added and removed', () => {
    const added = aStep('E4', { title: 'Document it' });
    const diff = planDiff(three, { ...three, steps: [first!, third!, added] });
    expect(diff.added).toEqual([added]);
    expect(diff.removed).toEqual([second]);
    expect(diff.moved).toEqual([]);
  });

  it('tells what changed, field by field, with what it was', () => {
    const changed = { ...second!, agent: 'coder', criteria: ['Prints 3 lines'] };
    const diff = planDiff(three, { ...three, goal: 'another', steps: [first!, changed, third!] });
    expect(diff.plan).toEqual([{ field: 'goal', before: 'a goal', after: 'another' }]);
    expect(diff.changed).toEqual([
      {
        label: 'E2',
        title: 'Change it',
        fields: [
          { field: 'agent', before: 'search', after: 'coder' },
          { field: 'criteria', before: undefined, after: ['Prints 3 lines'] },
        ],
      },
    ]);
  });

  it('knows a step by its id when all else changed', () => {
    const rewritten = { ...second!, title: 'Rewrite it', task: 'Rewrite all' };
    expect(planDiff(three, { ...three, steps: [first!, rewritten, third!] })).toMatchObject({
      added: [],
      removed: [],
      changed: [{ label: 'E2', fields: [{ field: 'title' }, { field: 'task' }] }],
    });
  });

  it('tells the fewest steps that moved', () => {
    const turned = planDiff(three, { ...three, steps: [third!, first!, second!] });
    expect(turned.moved).toEqual([{ label: 'E3', title: 'Test it', from: 3, to: 1 }]);
    expect(turned.changed).toEqual([]);
  });

  it('does not call all steps changed when a redraft puts a new one in front and counts anew', () => {
    const redrafted = aPlan([
      aStep('E1', { title: 'Ask first', task: 'Ask' }),
      aStep('E2', { title: 'Find it', task: 'do E1' }),
      aStep('E3', { title: 'Change it', task: 'Change what #E2 says', dependsOn: ['E2'] }),
      aStep('E4', { title: 'Test it', task: 'do E3', dependsOn: ['E3'] }),
    ]);
    const diff = planDiff(three, redrafted);
    expect(diff.added.map(({ label }) => label)).toEqual(['E1']);
    expect({ ...diff, added: [] }).toEqual({ plan: [], added: [], removed: [], changed: [], moved: [] });
  });

  it('does not take two steps with the same words for one', () => {
    const twice = aPlan([aStep('E1', { title: 'Look', task: 'Look' }), aStep('E2', { title: 'Look', task: 'Look' })]);
    expect(planDiff(twice, { ...twice, steps: [twice.steps[1]!] })).toMatchObject({
      added: [],
      changed: [],
      moved: [],
    });
    expect(planDiff(twice, { ...twice, steps: [twice.steps[1]!] }).removed).toEqual([twice.steps[0]]);
  });
});
