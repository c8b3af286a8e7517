import { describe, expect, it } from 'vitest';
import { budgetText } from './budget.js';
import { parseBudget } from './parse-budget.js';

describe('parseBudget', () => {
  it.each([
    ['50000 tokens', { tokens: 50_000 }],
    ['200k tokens', { tokens: 200_000 }],
    ['1.5M tokens', { tokens: 1_500_000 }],
    ['$2.50', { costUsd: 2.5 }],
    ['3 usd', { costUsd: 3 }],
    ['10m', { timeMs: 600_000 }],
    ['90 s', { timeMs: 90_000 }],
    ['20k tokens a step', { stepTokens: 20_000 }],
    ['5m per step', { stepTimeMs: 300_000 }],
    ['$1, 2k tokens, $0.20 per step', { costUsd: 1, tokens: 2000, stepCostUsd: 0.2 }],
    ['none', null],
  ])('reads %s', (text, budget) => {
    expect(parseBudget(text)).toEqual({ ok: true, budget });
  });

  it.each(['', 'lots', '5', '-5 tokens', '0 tokens', '10 euros', '0s a step', '$1,', '$1; $2'])(
    'refuses "%s"',
    (text) => {
      expect(parseBudget(text)).toMatchObject({
        ok: false,
        problem: expect.stringContaining('is no amount; expected'),
      });
    },
  );

  it('refuses two limits of one kind', () => {
    expect(parseBudget('$1, $2')).toMatchObject({
      ok: false,
      problem: '"$2" comes on top of another limit of its kind',
    });
  });

  it('reads what budgetText writes', () => {
    const budget = { tokens: 5000, costUsd: 2.5, timeMs: 90_000, stepTokens: 100, stepCostUsd: 0.1 };
    expect(parseBudget(budgetText(budget))).toEqual({ ok: true, budget });
  });
});
