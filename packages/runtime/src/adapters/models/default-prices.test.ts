import { costOf, priceListSchema } from '@planwright/core';
import { expect, it } from 'vitest';
import { defaultPrices } from './default-prices.js';

const count = { inputTokens: 1_000_000, outputTokens: 0 };

it('the prices we ship are a price list', () => {
  expect(priceListSchema.parse(defaultPrices)).toEqual(defaultPrices);
});

it('a small model is not counted at the price of its big namesake', () => {
  expect(costOf(count, 'google:gemini-2.5-flash-lite', defaultPrices)).toBe(0.1);
  expect(costOf(count, 'openai:gpt-5-mini', defaultPrices)).toBe(0.25);
  expect(costOf(count, 'openai:gpt-5-pro', defaultPrices)).toBeUndefined();
});
