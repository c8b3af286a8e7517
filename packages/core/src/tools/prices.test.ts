import { describe, expect, it } from 'vitest';
import { costOf, type PriceList, priceListSchema } from './prices.js';

const list: PriceList = {
  asOf: '2026-01-01',
  prices: [
    { model: 'openai:small', input: 1, output: 2 },
    { model: 'anthropic:claude-*', input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    { model: 'anthropic:claude-late', input: 100, output: 100 },
  ],
};

const million = 1_000_000;

describe('the cost of a call', () => {
  it('is the tokens at the price for a million', () => {
    expect(costOf({ inputTokens: 2 * million, outputTokens: million }, 'openai:small', list)).toBe(4);
  });

  it('takes cached tokens out of the input and counts them at their own price', () => {
    const count = {
      inputTokens: 3 * million,
      outputTokens: 0,
      cacheReadTokens: million,
      cacheWriteTokens: million,
    };
    expect(costOf(count, 'anthropic:claude-x', list)).toBeCloseTo(3 + 0.3 + 3.75);
  });

  it('counts cached tokens as ordinary input where they have no price', () => {
    expect(costOf({ inputTokens: million, outputTokens: 0, cacheReadTokens: million }, 'openai:small', list)).toBe(1);
  });

  it('goes by the first entry that fits', () => {
    expect(costOf({ inputTokens: million, outputTokens: 0 }, 'anthropic:claude-late', list)).toBe(3);
  });

  it.each([
    ['a model without a price', { inputTokens: 1, outputTokens: 1 }, 'openai:smaller'],
    ['a name in which a pattern only occurs', { inputTokens: 1, outputTokens: 1 }, 'x-openai:small'],
    ['an unknown number of input tokens', { outputTokens: 1 }, 'openai:small'],
    ['an unknown number of output tokens', { inputTokens: 1 }, 'openai:small'],
  ])('is unknown, not zero, for %s', (_, count, model) => {
    expect(costOf(count, model, list)).toBeUndefined();
  });
});

describe('a price list', () => {
  it('takes `*` for any letters and everything else to the letter', () => {
    const prices = [{ model: 'a.b*', input: 1, output: 1 }];
    expect(costOf({ inputTokens: million, outputTokens: 0 }, 'a.b-2', { ...list, prices })).toBe(1);
    expect(costOf({ inputTokens: million, outputTokens: 0 }, 'axb', { ...list, prices })).toBeUndefined();
  });

  it.each([
    ['a negative price', { asOf: '2026-01-01', prices: [{ model: 'm', input: -1, output: 1 }] }],
    ['a misspelt field', { asOf: '2026-01-01', prices: [{ model: 'm', input: 1, output: 1, cached: 1 }] }],
    ['no date', { prices: [] }],
  ])('is refused with %s', (_, data) => {
    expect(priceListSchema.safeParse(data).success).toBe(false);
  });
});
