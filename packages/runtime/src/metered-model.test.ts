import { type CostEstimate, PlanwrightError, type Usage } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createScriptedModel } from './adapters/scripted-model.js';
import { createMeteredModel, roughEstimate } from './metered-model.js';
import type { Meter } from './ports/meter.js';
import type { Model } from './ports/model.js';
import { aRequest } from './testing/a-request.js';

const { signal } = new AbortController();

function aMeter(): Meter & { readonly kept: (CostEstimate | Usage | 'unknown')[] } {
  const kept: (CostEstimate | Usage | 'unknown')[] = [];
  return {
    kept,
    reserve: async (estimate) => {
      kept.push(estimate);
      return { settle: async (usage) => void kept.push(usage ?? 'unknown') };
    },
  };
}

describe('a metered model', () => {
  it('makes room before the call and says what it took after it', async () => {
    const meter = aMeter();
    const model = createScriptedModel({ replies: [{ text: 'x', usage: { inputTokens: 3 } }] });
    await createMeteredModel(model, meter).reply(aRequest(), { signal });
    expect(meter.kept).toEqual([roughEstimate(aRequest()), { inputTokens: 3 }]);
  });

  it('tells a model to take no more than was reserved, where there is a budget and only there', async () => {
    const asked: (number | undefined)[] = [];
    const model: Model = {
      name: 'm',
      reply: async ({ maxTokens }) => (asked.push(maxTokens), { text: '', toolCalls: [] }),
    };
    const unlimited = aMeter();
    const limited: Meter = { reserve: async (estimate) => ({ ...(await unlimited.reserve(estimate)), isAll: true }) };
    const request = aRequest({ effort: 'high' });
    for (const meter of [unlimited, limited]) await createMeteredModel(model, meter).reply(request, { signal });
    expect(asked).toEqual([undefined, 8192 + 16_384]);
    expect(roughEstimate(request).tokens).toBeGreaterThan(8192 + 16_384);
  });

  it('asks the model itself what a reply may cost', async () => {
    const meter = aMeter();
    const model = {
      ...createScriptedModel({ otherwise: { text: 'x' } }),
      estimate: () => ({ tokens: 9, costUsd: 0.1 }),
    };
    await createMeteredModel(model, meter).reply(aRequest(), { signal });
    expect(meter.kept[0]).toEqual({ tokens: 9, costUsd: 0.1 });
  });

  it('is not asked when there is no room', async () => {
    let asked = 0;
    const model = { name: 'm', reply: async () => ((asked += 1), { text: '', toolCalls: [] }) };
    const meter: Meter = { reserve: () => Promise.reject(new PlanwrightError('budget-spent', 'no room')) };
    await expect(createMeteredModel(model, meter).reply(aRequest(), { signal })).rejects.toMatchObject({
      code: 'budget-spent',
    });
    expect(asked).toBe(0);
  });

  it('gives up the room of a call that failed as spent', async () => {
    const meter = aMeter();
    const model = createScriptedModel({ replies: [{ error: { status: 500, message: 'down' } }] });
    await createMeteredModel(model, meter)
      .reply(aRequest(), { signal })
      .catch(() => undefined);
    expect(meter.kept.at(-1)).toBe('unknown');
  });
});
