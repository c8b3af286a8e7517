import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { checkPlan } from './check-plan.js';
import { gateOf, scoreOf } from './score.js';

const of = (critical: number, minor: number): number =>
  scoreOf([
    ...Array.from({ length: critical }, () => ({ severity: 'critical' }) as const),
    ...Array.from({ length: minor }, () => ({ severity: 'minor' }) as const),
  ]);

describe('the score of a plan', () => {
  it('is 100 without findings and never below 0', () => {
    expect(of(0, 0)).toBe(100);
    expect(of(40, 40)).toBe(0);
  });

  it.each([
    [0, 6, 'pass'],
    [0, 7, 'review'],
    [0, 1_000, 'review'],
    [1, 0, 'review'],
    [2, 0, 'fail'],
  ])('with %i critical and %i minor findings means %s', (critical, minor, gate) => {
    expect(gateOf(of(critical, minor))).toBe(gate);
  });

  it.each([
    [80, 'pass'],
    [79, 'review'],
    [60, 'review'],
    [59, 'fail'],
  ])('%i is %s', (score, gate) => {
    expect(gateOf(score)).toBe(gate);
  });

  it('is given for each of the six dimensions', () => {
    const plan = aPlan([aStep('E1', { dependsOn: ['E9'], criteria: ['Works properly'] })]);
    expect(checkPlan(plan, { source: 'drafted' }).dimensions).toEqual([
      { dimension: 'completeness', critical: 0, minor: 0, score: 100 },
      { dimension: 'dependencies', critical: 1, minor: 0, score: 75 },
      { dimension: 'constraints', critical: 0, minor: 0, score: 100 },
      { dimension: 'granularity', critical: 0, minor: 1, score: 97 },
      { dimension: 'criteria', critical: 0, minor: 1, score: 97 },
      { dimension: 'implementation', critical: 0, minor: 0, score: 100 },
    ]);
  });
});
