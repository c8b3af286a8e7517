import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import type { CostSample } from './cost-samples.js';
import { forecastPlan, type ForecastOptions } from './forecast.js';

const model = 'anthropic:model';
const prices = { asOf: '2026-01-01', prices: [{ model: 'anthropic:*', input: 1, output: 11 }] };

function taking(tokens: number, rest: Partial<CostSample> = {}): CostSample {
  return { agent: 'search', inputTokens: tokens, outputTokens: 0, costUsd: undefined, model, ...rest };
}

function forecastOf(options: Partial<ForecastOptions>, ...steps: readonly ReturnType<typeof aStep>[]) {
  const plan = aPlan(steps.length === 0 ? [aStep('E1')] : steps);
  return forecastPlan(plan, { samples: [], prices, modelFor: () => model, ...options });
}

describe('a step of an agent that worked before', () => {
  it('takes the mean of what it took, within how far that went', () => {
    const samples = [1000, 2000, 3000, 2000].map((tokens) => taking(tokens));
    expect(forecastOf({ samples }).steps).toEqual([
      {
        label: 'E1',
        tokens: { likely: 2000, low: 670, high: 4500 },
        costUsd: { likely: 0.002, low: 0.00067, high: 0.0045 },
        basis: 'earlier runs',
        samples: 4,
      },
    ]);
  });

  it('has a wide range when that was once, and a narrower one the more often it was', () => {
    const highOf = (count: number) =>
      forecastOf({ samples: Array.from({ length: count }, () => taking(1000)) }).tokens.high;
    expect([1, 2, 10, 100].map(highOf)).toEqual([3000, 2000, 1200, 1000]);
  });

  it('does not rest on what other agents took', () => {
    const samples = [taking(1000, { agent: 'coder' })];
    expect(forecastOf({ samples }).steps).toMatchObject([{ basis: 'context size', samples: 0 }]);
  });

  it('costs what it cost with that model, whatever the list says', () => {
    const samples = [taking(1000, { costUsd: 5 }), taking(1000, { costUsd: 1, model: 'other' }), taking(1000)];
    expect(forecastOf({ samples }).costUsd).toMatchObject({ likely: 5 });
  });

  it('costs what the list says for its share of output when no cost is known', () => {
    expect(forecastOf({ samples: [taking(900, { outputTokens: 100 })] }).costUsd).toMatchObject({ likely: 0.002 });
  });
});

describe('a step of an agent that never worked', () => {
  it('is forecast from what it has to read, in a wide range', () => {
    const { tokens, basis } = forecastOf({}).steps[0]!;
    expect(basis).toBe('context size');
    expect(tokens.low).toBeGreaterThan(0);
    expect(tokens.high).toBeGreaterThan(5 * tokens.likely);
  });

  it.each([
    ['its task', aStep('E1', { task: 'x'.repeat(40_000) })],
    ['its criteria', aStep('E1', { criteria: ['x'.repeat(40_000)] })],
    ['its files', aStep('E1', { files: [{ path: 'big.ts' }] })],
    ['the answers it is given', aStep('E1', { task: 'use #E2 and #E3 and #E2' })],
  ])('takes more the longer %s', (_, step) => {
    const sizeOf = (path: string) => (path === 'big.ts' ? 40_000 : undefined);
    expect(forecastOf({ sizeOf }, step).tokens.likely).toBeGreaterThan(forecastOf({ sizeOf }).tokens.likely);
  });
});

describe('a plan', () => {
  it('takes what its steps take', () => {
    const { steps, tokens, costUsd } = forecastOf({ samples: [taking(1000)] }, aStep('E1'), aStep('E2'));
    expect(steps).toHaveLength(2);
    expect(tokens).toEqual({ likely: 2000, low: 660, high: 6000 });
    expect(costUsd).toEqual({ likely: 0.002, low: 0.00066, high: 0.006 });
  });

  it('costs nothing where no model is asked, and says so', () => {
    expect(forecastOf({ modelFor: () => 'offline', samples: [taking(1000)] })).toMatchObject({
      steps: [{ basis: 'offline', samples: 0 }],
      tokens: { likely: 0, low: 0, high: 0 },
      costUsd: { likely: 0, low: 0, high: 0 },
    });
  });

  it.each([
    ['the price', () => 'openai:model'],
    ['the model', () => undefined],
  ])('has a cost that is unknown, never zero, when %s of one step is', (_, modelFor) => {
    const steps = [aStep('E1'), aStep('E2', { agent: 'coder' })];
    const forecast = forecastOf({ modelFor: (agent) => (agent === 'coder' ? modelFor() : model) }, ...steps);
    expect(forecast.costUsd).toBeNull();
    expect(forecast.steps.map(({ costUsd }) => costUsd === null)).toEqual([false, true]);
    expect(forecast.tokens.likely).toBeGreaterThan(0);
  });

  it('says how far earlier forecasts were off', () => {
    expect(forecastOf({ samples: [taking(100), taking(200)] }).error).toEqual({ share: 0.5, steps: 1 });
    expect(forecastOf({}).error).toBeNull();
  });

  it('without steps takes nothing', () => {
    const plan = aPlan([]);
    expect(forecastPlan(plan, { samples: [], prices, modelFor: () => model }).tokens.high).toBe(0);
  });
});
