import type { PriceList } from '@planwright/core';

/**
 * Estimates: what the providers' public lists said at the date below, not checked since. They are here so that a forecast says
 * something; who needs exact figures gives a list of their own. Models whose price we were not sure of are left out on
 * purpose: their cost is unknown, not zero. Prices that rise with the length of the request are those for short ones.
 */
export const defaultPrices: PriceList = {
  asOf: '2025-12-01',
  prices: [
    { model: 'anthropic:claude-opus-4-5*', input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
    { model: 'anthropic:claude-opus-4-1*', input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75 },
    { model: 'anthropic:claude-sonnet-4-5*', input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    { model: 'anthropic:claude-haiku-4-5*', input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
    { model: 'openai:gpt-5', input: 1.25, output: 10, cacheRead: 0.125 },
    { model: 'openai:gpt-5.1', input: 1.25, output: 10, cacheRead: 0.125 },
    { model: 'openai:gpt-5-mini*', input: 0.25, output: 2, cacheRead: 0.025 },
    { model: 'openai:gpt-5-nano*', input: 0.05, output: 0.4, cacheRead: 0.005 },
    { model: 'openai:gpt-4.1', input: 2, output: 8, cacheRead: 0.5 },
    { model: 'openai:gpt-4o', input: 2.5, output: 10, cacheRead: 1.25 },
    { model: 'google:gemini-2.5-pro', input: 1.25, output: 10, cacheRead: 0.125 },
    { model: 'google:gemini-2.5-flash', input: 0.3, output: 2.5, cacheRead: 0.03 },
    { model: 'google:gemini-2.5-flash-lite', input: 0.1, output: 0.4, cacheRead: 0.01 },
  ],
};
