import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { checkPlan } from './check-plan.js';
import type { BetterCriterion, CheckContext } from './finding.js';
import { applyFixes, fixPlan } from './fix-plan.js';

const vague = 'Works properly';
const measurable = '`npm test` ends with exit code 0';
const plan = aPlan([aStep('E1', { task: 'Find the limit', criteria: [vague, 'the limit is 60'] })]);
const context = (...betterCriteria: readonly BetterCriterion[]): CheckContext => ({
  source: 'drafted',
  betterCriteria,
});
const better = { step: 'E1', instead: vague, criterion: measurable };

describe('a reviewer’s criterion in place of a vague one', () => {
  it('is a fix, logged as a patch on the step it is for', () => {
    const { plan: fixed, applied } = fixPlan(plan, context(better));
    expect(fixed.steps[0]?.criteria).toEqual([measurable, 'the limit is 60']);
    expect(applied).toEqual([
      {
        rule: 'measurable-criteria',
        step: 'E1',
        reason: 'the reviewer can measure it so',
        patch: [
          { op: 'test', path: '/criteria/0', value: vague },
          { op: 'replace', path: '/criteria/0', value: measurable },
        ],
      },
    ]);
  });

  it.each([
    ['is vague itself', { ...better, criterion: 'Works as expected' }],
    ['has nothing to measure it by', { ...better, criterion: 'The button is blue' }],
    ['is for another criterion', { ...better, instead: 'the limit is 60' }],
    ['is for another step', { ...better, step: 'E2' }],
    ['is there already', { ...better, criterion: 'the limit is 60' }],
  ])('is none where it %s: the finding stays', (_, suggestion) => {
    const { plan: fixed, check } = fixPlan(plan, context(suggestion));
    expect(fixed).toEqual(plan);
    expect(check.findings.map(({ rule }) => rule)).toContain('measurable-criteria');
  });

  it('cannot be had without a reviewer', () => {
    const fixes = checkPlan(plan, context(better)).fixes;
    expect(fixes).toHaveLength(1);
    expect(applyFixes(plan, fixes, context()).refused).toMatchObject([
      { problem: 'what it puts at "/criteria/0" does not follow from the plan' },
    ]);
  });
});
