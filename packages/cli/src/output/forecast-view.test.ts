import { describe, expect, it } from 'vitest';
import type { StepForecast } from '@planwright/core';
import type { RunForecast } from '../forecast-run.js';
import { forecastView } from './forecast-view.js';
import { withoutStyles } from './style.js';

const tokens = { likely: 20_000, low: 12_000, high: 40_000 };
const costUsd = { likely: 0.1, low: 0.05, high: 0.2 };

function aStep(label: string, rest: Partial<StepForecast> = {}): StepForecast {
  return { label, tokens, costUsd, basis: 'earlier runs', samples: 3, ...rest };
}

function shown(rest: Partial<RunForecast> = {}, budget: Parameters<typeof forecastView>[1] = null): readonly string[] {
  const forecast: RunForecast = { steps: [aStep('E1')], tokens, costUsd, error: null, uncapped: [], ...rest };
  return withoutStyles(forecastView(forecast, budget)).split('\n');
}

describe('a forecast', () => {
  it('says what the plan will take, beside the budget', () => {
    expect(shown({}, { costUsd: 2 })[0]).toBe('Forecast: 12k–40k tokens, $0.05–$0.2; budget $2');
    expect(shown()[0]).toBe('Forecast: 12k–40k tokens, $0.05–$0.2; no budget');
  });

  it('says what each step will take and what that rests on, and how far forecasts were off', () => {
    const steps = [
      aStep('E1'),
      aStep('E2', { basis: 'context size', costUsd: null }),
      aStep('E3', { basis: 'offline' }),
      aStep('E4', { samples: 1 }),
    ];
    expect(shown({ steps, error: { share: 0.346, steps: 12 } }).slice(1)).toEqual([
      '  E1  12k–40k tokens, $0.05–$0.2, as 3 earlier steps of this agent',
      '  E2  12k–40k tokens, price unknown, by the size of its context, a rough guess',
      '  E3  nothing: no model is asked',
      '  E4  12k–40k tokens, $0.05–$0.2, as one earlier step of this agent',
      '  So far forecasts were off by 35 % on average (12 steps).',
    ]);
  });

  it('says of an agent program without a cap that the budget does not hold it', () => {
    const uncapped = ['command:claude'];
    const warning = expect.stringMatching(/^command:claude works by itself, and no call of it has a cap/) as string;
    expect(shown({ uncapped }, { costUsd: 2 })).toContainEqual(warning);
    expect(shown({ uncapped })).not.toContainEqual(warning);
  });

  it('of very many steps lists the first and counts the others', () => {
    const steps = Array.from({ length: 25 }, (_, index) => aStep(`E${index + 1}`));
    expect(shown({ steps })).toHaveLength(22);
    expect(shown({ steps }).at(-1)).toBe('  … and 5 more steps');
  });

  it('without a model says that it costs nothing', () => {
    expect(shown({ steps: [aStep('E1', { basis: 'offline' })] })).toEqual([
      'Forecast: it costs nothing; no step asks a model.',
    ]);
  });

  it('calls a cost that is not known not known', () => {
    const [line] = shown({ steps: [aStep('E1'), aStep('E2', { costUsd: null })], costUsd: null }, { costUsd: 0.01 });
    expect(line).toContain('at a cost that is not known (no price for the model of E2)');
    expect(line).not.toContain('$0–');
  });

  it('writes amounts of every size with two digits', () => {
    const range = { low: 812, likely: 90_000, high: 1_234_567 };
    expect(shown({ tokens: range, costUsd: { low: 0.00001, likely: 1, high: 123 } })[0]).toContain(
      '810–1.2M tokens, under $0.0001–$120;',
    );
  });
});

describe('a forecast above the budget', () => {
  it.each([
    [{ costUsd: 0.08 }, 'The plan will probably take $0.1, more than the budget of $0.08: it would pause there.'],
    [
      { tokens: 30_000 },
      'The plan may take up to 40k tokens, more than the budget of 30k tokens: it would pause there.',
    ],
    [
      { stepTokens: 15_000 },
      'E1 will probably take 20k tokens, more than the budget of 15k tokens: it would pause there.',
    ],
    [{ stepCostUsd: 0.15 }, 'E1 may take up to $0.2, more than the budget of $0.15: it would pause there.'],
  ])('%j is warned of', (budget, warning) => {
    expect(shown({}, budget).slice(2)).toEqual([warning]);
  });

  it('is not warned of within it, nor where the cost is not known', () => {
    expect(shown({}, { costUsd: 0.2, tokens: 40_000 })).toHaveLength(2);
    expect(shown({ costUsd: null }, { costUsd: 0.01 })).toHaveLength(2);
  });
});
