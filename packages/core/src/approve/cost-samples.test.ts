import { describe, expect, it } from 'vitest';
import { type CostSample, type EarlierRun, errorSoFar, samplesFrom } from './cost-samples.js';

type Steps = NonNullable<EarlierRun['execution']>['steps'];

function aRun(createdAt: string, agents: readonly string[], steps: Steps): EarlierRun {
  return { createdAt, execution: { plan: { steps: agents.map((agent) => ({ agent })) }, steps } };
}

function taking(tokens: number, agent = 'coder'): CostSample {
  return { agent, inputTokens: tokens, outputTokens: 0, costUsd: undefined, model: undefined };
}

describe('samples of earlier runs', () => {
  it('are what the steps that were done took, the oldest first', () => {
    const usage = { inputTokens: 10, outputTokens: 2, costUsd: 0.1 };
    const runs = [
      aRun('2026-02-02', [' Coder '], [{ status: 'done', usage, model: 'a:b' }]),
      aRun(
        '2026-01-01',
        ['search', 'coder'],
        [
          { status: 'done', usage },
          { status: 'failed', usage },
        ],
      ),
    ];
    expect(samplesFrom(runs)).toEqual([
      { agent: 'search', ...usage, model: undefined },
      { agent: 'coder', ...usage, model: 'a:b' },
    ]);
  });

  it('do not hold steps of which nobody knows what they took, nor runs without a plan', () => {
    const steps: Steps = [{ status: 'done' }, { status: 'done', usage: { inputTokens: 3 } }];
    expect(samplesFrom([aRun('2026-01-01', ['a', 'b'], steps), { createdAt: '', execution: null }])).toEqual([]);
  });
});

describe('the error so far', () => {
  it('holds each step against the mean of those of its agent before it', () => {
    // 100 against 200, then 150 (the mean of both) against 100.
    expect(errorSoFar([taking(100), taking(7, 'search'), taking(200), taking(100)])).toEqual({ share: 0.5, steps: 2 });
  });

  it('is not known before an agent worked twice', () => {
    expect(errorSoFar([taking(100), taking(100, 'search')])).toBeNull();
    expect(errorSoFar([])).toBeNull();
  });
});
