import { type Notice, modelError } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createScriptedModel } from './adapters/scripted-model.js';
import type { ScriptInput } from './adapters/script-schema.js';
import type { Model } from './ports/model.js';
import { createRetryingModel } from './retrying-model.js';
import { aRequest } from './testing/a-request.js';

const signal = new AbortController().signal;
const busy = { error: { status: 503, message: 'overloaded' } };

function retrying(replies: NonNullable<ScriptInput['replies']>): { model: Model; waits: number[]; notices: Notice[] } {
  const waits: number[] = [];
  const model = createRetryingModel(createScriptedModel({ replies }, { name: 'flaky' }), {
    sleep: (ms) => Promise.resolve(void waits.push(ms)),
    random: () => 1,
  });
  return { model, waits, notices: [] };
}

describe('a retrying model', () => {
  it('asks again until there is a reply, waiting longer each time and saying so', async () => {
    const { model, waits, notices } = retrying([busy, busy, { text: 'here' }]);
    const reply = await model.reply(aRequest(), { signal, onNotice: (notice) => notices.push(notice) });
    expect(reply.text).toBe('here');
    expect(waits).toEqual([1_000, 2_000]);
    expect(notices).toEqual([
      { type: 'model-retried', model: 'flaky', failure: 'server', reason: 'overloaded', afterMs: 1_000 },
      { type: 'model-retried', model: 'flaky', failure: 'server', reason: 'overloaded', afterMs: 2_000 },
    ]);
  });

  it('gives the failure on after the last retry', async () => {
    const { model, waits } = retrying([busy, busy, busy, { text: 'too late' }]);
    await expect(model.reply(aRequest(), { signal })).rejects.toThrow('overloaded');
    expect(waits).toHaveLength(2);
  });

  it('does not ask again where that cannot help', async () => {
    const { model, waits } = retrying([{ error: { status: 401, message: 'no' } }, { text: 'never' }]);
    await expect(model.reply(aRequest(), { signal })).rejects.toThrow('no');
    expect(waits).toEqual([]);
  });

  it('passes on what is no failure of a model', async () => {
    const broken: Model = { name: 'broken', reply: () => Promise.reject(new TypeError('a bug')) };
    const model = createRetryingModel(broken, { sleep: () => Promise.resolve(), random: () => 0 });
    await expect(model.reply(aRequest(), { signal })).rejects.toThrow(TypeError);
  });

  it('stops waiting when it is aborted, even if the sleep does not listen', async () => {
    const stop = new AbortController();
    const failing: Model = {
      name: 'down',
      reply: () => Promise.reject(modelError({ kind: 'network', model: 'down', message: 'unreachable' })),
    };
    const model = createRetryingModel(failing, {
      sleep: () => {
        stop.abort(new Error('cancelled'));
        return new Promise(() => undefined);
      },
      random: () => 0,
    });
    await expect(model.reply(aRequest(), { signal: stop.signal })).rejects.toThrow('cancelled');
  });
});
