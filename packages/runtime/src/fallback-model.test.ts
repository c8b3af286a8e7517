import { type Notice, PlanwrightError } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createScriptedModel } from './adapters/scripted-model.js';
import { createFallbackModel } from './fallback-model.js';
import type { Model } from './ports/model.js';
import { aRequest } from './testing/a-request.js';

const signal = new AbortController().signal;

/** Fails with these statuses one after another, then replies with its name. */
function aModel(name: string, ...statuses: number[]): Model & { readonly asked: () => number } {
  const errors = statuses.map((status) => ({ error: { status, message: `${name} said ${status}` } }));
  const scripted = createScriptedModel({ replies: errors, otherwise: { text: name } }, { name });
  let asked = 0;
  return {
    name,
    asked: () => asked,
    reply: (request, options) => {
      asked += 1;
      return scripted.reply(request, options);
    },
  };
}

describe('a chain of models', () => {
  it.each([401, 404, 429, 500, 408])('goes on to the next on %d, with the reason', async (status) => {
    const notices: Notice[] = [];
    const chain = createFallbackModel([aModel('first', status), aModel('second')]);
    const reply = await chain.reply(aRequest(), { signal, onNotice: (notice) => notices.push(notice) });
    expect(reply).toMatchObject({ text: 'second', model: 'second' });
    expect(notices).toMatchObject([
      { type: 'model-replaced', from: 'first', to: 'second', reason: `first said ${status}` },
    ]);
  });

  it('says who replied when the first did', async () => {
    const chain = createFallbackModel([aModel('first'), aModel('second')]);
    expect(await chain.reply(aRequest(), { signal })).toMatchObject({ model: 'first' });
    expect(chain.name).toBe('first,second');
  });

  it('leaves a model alone that was down, and asks it again after a while', async () => {
    const first = aModel('first', 503);
    let time = 0;
    const chain = createFallbackModel([first, aModel('second')], () => time);
    expect(await chain.reply(aRequest(), { signal })).toMatchObject({ model: 'second' });
    expect(await chain.reply(aRequest(), { signal })).toMatchObject({ model: 'second' });
    expect(first.asked()).toBe(1);
    time = 60_000;
    expect(await chain.reply(aRequest(), { signal })).toMatchObject({ model: 'first' });
  });

  it('asks models that were down when there is no other', async () => {
    const only = aModel('only', 503);
    const chain = createFallbackModel([only], () => 0);
    await expect(chain.reply(aRequest(), { signal })).rejects.toThrow();
    expect(await chain.reply(aRequest(), { signal })).toMatchObject({ model: 'only' });
  });

  it('does not ask a model again that refused us or is not known', async () => {
    const first = aModel('first', 401);
    const notices: Notice[] = [];
    const chain = createFallbackModel([first, aModel('second')]);
    for (let request = 0; request < 3; request += 1) {
      const reply = await chain.reply(aRequest(), { signal, onNotice: (notice) => notices.push(notice) });
      expect(reply.model).toBe('second');
    }
    expect(first.asked()).toBe(1);
    expect(notices).toHaveLength(1);
  });

  it('does not pass on a request that is wrong in itself', async () => {
    const second = aModel('second');
    const chain = createFallbackModel([aModel('first', 400), second]);
    await expect(chain.reply(aRequest(), { signal })).rejects.toThrow('first said 400');
    expect(second.asked()).toBe(0);
  });

  it('names every model and its reason when none replies, also those left out before', async () => {
    const chain = createFallbackModel([aModel('first', 401), aModel('second', 503, 503)]);
    const message = 'no model replied: first said 401; second said 503';
    await expect(chain.reply(aRequest(), { signal })).rejects.toThrow(message);
    await expect(chain.reply(aRequest(), { signal })).rejects.toThrow(message);
  });

  it('gives the error of a single model on as it is', async () => {
    const error = await createFallbackModel([aModel('only', 429)])
      .reply(aRequest(), { signal })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'model-unavailable', message: 'only said 429', details: { status: 429 } });
    expect(PlanwrightError.is(error)).toBe(true);
  });

  it('without any model has none to ask', async () => {
    await expect(createFallbackModel([]).reply(aRequest(), { signal })).rejects.toThrow('names no model');
  });

  it('never falls back once it is aborted', async () => {
    const stop = new AbortController();
    const second = aModel('second');
    const first: Model = {
      name: 'first',
      reply: async (request, options) => {
        stop.abort(new Error('cancelled'));
        return aModel('inner', 503).reply(request, { ...options, signal });
      },
    };
    const chain = createFallbackModel([first, second]);
    await expect(chain.reply(aRequest(), { signal: stop.signal })).rejects.toThrow('cancelled');
    expect(second.asked()).toBe(0);
  });

  it('closes all its models', async () => {
    const closed: string[] = [];
    const closing = (name: string): Model => ({
      ...aModel(name),
      close: () => Promise.resolve(void closed.push(name)),
    });
    await createFallbackModel([closing('first'), aModel('plain'), closing('last')]).close?.();
    expect(closed).toEqual(['first', 'last']);
  });
});

describe('what a reply of a chain may cost', () => {
  const costing = (tokens: number, costUsd: number | null): Model => ({
    name: 'm',
    reply: () => Promise.reject(new Error('not asked')),
    estimate: () => ({ tokens, costUsd }),
  });

  it('is what the dearest of them may cost', () => {
    const chain = createFallbackModel([costing(10, 0.1), costing(30, 0.05)]);
    expect(chain.estimate?.(aRequest())).toEqual({ tokens: 30, costUsd: 0.1 });
  });

  it('is not known when one of them does not know it', () => {
    expect(createFallbackModel([costing(10, 0.1), costing(5, null)]).estimate?.(aRequest())).toEqual({
      tokens: 10,
      costUsd: null,
    });
  });
});
