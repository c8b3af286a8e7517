import { describe, expect, it } from 'vitest';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { nextPlanBrief, splitPlan } from './split-plan.js';

const labels = (steps: readonly { readonly label: string }[]): readonly string[] => steps.map(({ label }) => label);

describe('a plan of more steps than one may have', () => {
  it('is split into the steps that come first and an outline of the rest', () => {
    const { plan, outline } = splitPlan(aList(60), 20);
    expect(labels(plan.steps)).toEqual(Array.from({ length: 20 }, (_, place) => `E${place + 1}`));
    expect(outline).toHaveLength(40);
    expect(outline[0]).toEqual({ label: 'E21', title: 'do E21', task: 'do E21' });
  });

  it('never leaves a step without what it needs, whatever the order it was written in', () => {
    const steps = [
      aStep('E1', { dependsOn: ['E4'] }),
      aStep('E2', { task: 'use #E3' }),
      aStep('E3', { dependsOn: ['E4'] }),
      aStep('E4'),
    ];
    const { plan, outline } = splitPlan(aPlan(steps), 2);
    expect(labels(plan.steps)).toEqual(['E1', 'E4']);
    expect(labels(outline)).toEqual(['E2', 'E3']);
  });

  it('that fits stays the same plan', () => {
    const plan = aList(20);
    expect(splitPlan(plan, 20)).toEqual({ plan, outline: [] });
    expect(splitPlan(plan, 20).plan).toBe(plan);
  });
});

describe('what the planner of the next plan is told', () => {
  it('names the plan before, how it went, and what was to follow', () => {
    const outline = [{ label: 'E21', title: 'Document it', task: 'Document the flag in README.md' }];
    expect(nextPlanBrief(outline, { plan: 'plan-abc', report: 'Report: done, 20 of 20 steps done\n' })).toBe(
      [
        'The work needs more steps than one plan has. plan-abc has carried out the first of them:',
        '',
        'Report: done, 20 of 20 steps done',
        '',
        'What was to follow, under the labels of that plan. Plan this and nothing of what is done:',
        '',
        '- E21 Document it: Document the flag in README.md',
      ].join('\n'),
    );
  });
});
