import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { checkPlan } from './check-plan.js';
import { mergeReview, type PlanReview } from './merge-review.js';

const plan = aPlan([aStep('E1', { task: 'Find the limit of retries', criteria: ['Works properly'] })]);
const check = checkPlan(plan, { source: 'drafted' });
const review = (...findings: readonly Partial<PlanReview['findings'][number]>[]): PlanReview => ({
  findings: findings.map((given) => ({
    dimension: 'completeness',
    severity: 'critical',
    step: 'E1',
    message: 'it forgets the cache',
    ...given,
  })),
});

describe('what a reviewer found', () => {
  it('is added, and decides with the rest', () => {
    const merged = mergeReview(check, review({}), plan);
    expect(merged).toMatchObject({ result: 'regenerate', critical: 1, score: check.score - 25 });
    expect(merged.findings.at(-1)).toEqual({
      rule: 'review',
      dimension: 'completeness',
      severity: 'critical',
      step: 'E1',
      message: 'it forgets the cache',
    });
  });

  it('takes nothing away', () => {
    expect(mergeReview(check, review(), plan)).toBe(check);
    expect(mergeReview(check, review({}), plan).findings).toEqual(expect.arrayContaining([...check.findings]));
  });

  it('counts once, counts for steps that exist, and says something', () => {
    const merged = mergeReview(
      check,
      review({}, { message: ' It forgets the CACHE' }, { step: 'E9' }, { message: ' ' }),
      plan,
    );
    expect(merged.critical).toBe(1);
  });

  it('is cut where it has no end', () => {
    const endless = review(...Array.from({ length: 500 }, (_, index) => ({ message: `problem ${index}` })));
    expect(mergeReview(check, endless, plan).critical).toBe(50);
  });
});
