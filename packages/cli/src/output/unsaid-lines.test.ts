import { type Plan, twoLayerFiles } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../../../core/src/testing/make-plan.js';
import { unsaidLines } from './unsaid-lines.js';

function unsaidIn(plan: Plan): readonly string[] {
  const written = twoLayerFiles(plan, { session: 'plan', at: '2026-01-01T00:00:00.000Z' });
  return written.ok ? [] : unsaidLines(written.problems);
}

describe('what a two-layer folder asks for and a plan does not say', () => {
  it('is told once in the words of the plan, with the steps it concerns', () => {
    const step = { title: 'Do it', implementation: ['one', 'two'] };
    const plan = aPlan([aStep('E1', step), aStep('E2', { ...step, criteria: ['it works'] }), aStep('E3', step)], {
      ...{ approach: 'as ever', kind: 'fix' },
    });
    expect(unsaidIn(plan)).toEqual([
      '  plan: "fix.rootCause" is missing: it must be a text',
      '  plan: "fix.strategy" is missing: it must be one of immediate_patch, comprehensive_fix, refactor',
      '  plan: "fix.severity" is missing: it must be one of Low, Medium, High, Critical',
      '  plan: "fix.risk" is missing: it must be one of low, medium, high',
      '  E1, E3: "criteria" must have at least 1 item, found a list of 0',
    ]);
  });
});
