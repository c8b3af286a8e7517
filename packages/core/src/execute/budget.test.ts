import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepIdFor } from '../plan/step-id.js';
import { noSpending, reserve, settleCall, type Spending, whyNotAffordable, whyOutOfTime, withUsage } from './budget.js';

const step = stepIdFor('E1', new Set());
const asked = (tokens: number, costUsd: number | null = 0) => ({ tokens, costUsd });

describe('whether a call may be made', () => {
  it('counts what is spent, what is in flight and the call itself', () => {
    const inFlight = reserve(noSpending, { call: 'a', tokens: 60, costUsd: 0 });
    expect(whyNotAffordable({ tokens: 100 }, inFlight, asked(40))).toBeUndefined();
    expect(whyNotAffordable({ tokens: 100 }, inFlight, asked(41))).toBe(
      'the run has 100 tokens; 60 are spent or in use, and the next call may take 41',
    );
  });

  it('gives back what a call did not take', () => {
    const settled = settleCall(reserve(noSpending, { call: 'a', tokens: 60, costUsd: 0 }), 'a', {
      inputTokens: 5,
      outputTokens: 5,
    });
    expect(whyNotAffordable({ tokens: 100 }, settled, asked(90))).toBeUndefined();
  });

  it('takes the reservation for what was spent where nobody knows better', () => {
    const settled = settleCall(reserve(noSpending, { call: 'a', tokens: 60, costUsd: 0.5 }), 'a', undefined);
    expect(settled.total).toEqual({ tokens: 60, costUsd: 0.5 });
  });

  it('does not take an unknown price for nothing', () => {
    expect(whyNotAffordable({ costUsd: 1 }, noSpending, asked(1, null))).toContain(
      'the price of this model is not known',
    );
    expect(whyNotAffordable({ tokens: 10 }, noSpending, asked(1, null))).toBeUndefined();
  });

  it('counts what was used before there was a budget, and no call twice', () => {
    const used = { inputTokens: 50, outputTokens: 10 };
    const set = withUsage(noSpending, used, { [step]: used });
    expect(whyNotAffordable({ tokens: 100 }, set, asked(41))).toContain('60 are spent or in use');
    expect(whyNotAffordable({ stepTokens: 100 }, set, { ...asked(41), step })).toContain('60 are spent or in use');
    expect(withUsage(set, { inputTokens: 20 }, {})).toEqual(set);
  });

  it('limits one step by itself', () => {
    const spent = settleCall(reserve(noSpending, { call: 'a', step, tokens: 30, costUsd: 0 }), 'a', undefined);
    expect(whyNotAffordable({ stepTokens: 50 }, spent, { ...asked(21), step })).toContain('the step has 50 tokens');
    expect(whyNotAffordable({ stepTokens: 50 }, spent, { ...asked(21), step: 'other' })).toBeUndefined();
  });

  it('is never in doubt without a budget', () => {
    expect(whyNotAffordable(null, noSpending, asked(1e9, null))).toBeUndefined();
  });
});

it('a budget is never exceeded by more than calls took beyond their reservation, in whatever order they run', () => {
  const call = fc.record({ reserved: fc.nat(50), taken: fc.nat(50), settleFirst: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.array(call, { maxLength: 60 }), (tokens, calls) => {
      let spending: Spending = noSpending;
      let beyond = 0;
      calls.forEach(({ reserved, taken, settleFirst }, index) => {
        const oldest = spending.reserved[0];
        if (settleFirst && oldest) spending = settleCall(spending, oldest.call, { inputTokens: taken });
        if (settleFirst && oldest) beyond += Math.max(0, taken - oldest.tokens);
        if (whyNotAffordable({ tokens }, spending, asked(reserved)) === undefined)
          spending = reserve(spending, { call: String(index), tokens: reserved, costUsd: 0 });
      });
      const inFlight = spending.reserved.reduce((sum, each) => sum + each.tokens, 0);
      expect(spending.total.tokens + inFlight).toBeLessThanOrEqual(tokens + beyond);
    }),
    { numRuns: 1000 },
  );
});

describe('the time a run may take', () => {
  it('counts from its start', () => {
    const start = '2026-01-01T00:00:00.000Z';
    expect(whyOutOfTime({ timeMs: 1000 }, start, '2026-01-01T00:00:00.999Z')).toBeUndefined();
    expect(whyOutOfTime({ timeMs: 1000 }, start, '2026-01-01T00:00:01.000Z')).toContain('1.0 s have passed');
    expect(whyOutOfTime({ timeMs: 1000 }, null, start)).toBeUndefined();
  });
});
