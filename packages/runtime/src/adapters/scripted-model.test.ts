import { PlanwrightError } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Model } from '../ports/model.js';
import { aRequest } from '../testing/a-request.js';
import type { ScriptInput } from './script-schema.js';
import { createScriptedModel } from './scripted-model.js';

const { signal } = new AbortController();

function asking(script: ScriptInput): (changes?: Parameters<typeof aRequest>[0]) => Promise<string> {
  const model: Model = createScriptedModel(script);
  return async (changes) => (await model.reply(aRequest(changes), { signal })).text;
}

describe('which reply is given', () => {
  it('is the first that fits and is not used up', async () => {
    const ask = asking({ replies: [{ text: 'one' }, { text: 'two' }] });
    expect([await ask(), await ask()]).toEqual(['one', 'two']);
  });

  it('fits agent, label, attempt and a part of the last user message', async () => {
    const ask = asking({
      replies: [
        { when: { agent: 'coder' }, text: 'coder' },
        { when: { label: 'E2' }, text: 'second' },
        { when: { attempt: 2 }, text: 'again' },
        { when: { contains: 'hash' }, text: 'hash' },
        { when: { agent: 'search', label: 'E1', attempt: 1, contains: 'nothing' }, text: 'all' },
      ],
    });
    expect(await ask({ agent: 'coder' })).toBe('coder');
    expect(await ask({ label: 'E2' })).toBe('second');
    expect(await ask({ attempt: 2 })).toBe('again');
    expect(await ask({ says: 'the hash of it' })).toBe('hash');
    expect(await ask({ says: 'nothing' })).toBe('all');
  });

  it('looks at the last user message, not at what tools said after it', async () => {
    const ask = asking({
      replies: [
        { when: { contains: 'tool' }, text: 'wrong' },
        { when: { contains: 'last' }, text: 'right' },
      ],
    });
    const text = await ask({
      messages: [
        { role: 'user', text: 'first tool' },
        { role: 'user', text: 'last' },
        { role: 'tool', callId: '1', name: 'read', text: 'tool', ok: true },
      ],
    });
    expect(text).toBe('right');
  });

  it('may be given again as often as "repeat" says', async () => {
    const ask = asking({
      replies: [
        { text: 'twice', repeat: 2 },
        { text: 'always', repeat: true },
      ],
    });
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual(['twice', 'twice', 'always', 'always']);
  });

  it('is "otherwise" when none fits, any number of times', async () => {
    const ask = asking({ replies: [{ text: 'once' }], otherwise: { text: 'else' } });
    expect([await ask(), await ask(), await ask()]).toEqual(['once', 'else', 'else']);
  });

  it('does not depend on the order in which steps side by side ask', async () => {
    const script: ScriptInput = {
      replies: [{ text: 'one' }, { text: 'two' }, { when: { label: 'E2' }, text: 'three' }],
    };
    const asks = [{ label: 'E1' }, { label: 'E1' }, { label: 'E2' }, { label: 'E2' }, { label: 'E2' }];
    const inTurn = asking(script);
    const backwards = asking(script);
    const first = [];
    for (const ask of asks) first.push(await inTurn(ask));
    const second = [];
    for (const ask of asks.toReversed()) second.push(await backwards(ask));
    expect(first).toEqual(['one', 'two', 'one', 'two', 'three']);
    expect(second).toEqual(['one', 'two', 'three', 'one', 'two']);
  });

  it('starts from the first again with every try, so that a step redone after a crash goes the same way', async () => {
    const ask = asking({ replies: [{ text: 'one' }, { text: 'two' }] });
    expect([await ask({ try: 1 }), await ask({ try: 2 }), await ask({ try: 2 })]).toEqual(['one', 'one', 'two']);
  });

  it('is kept apart by agent where there is no step', async () => {
    const ask = asking({ replies: [{ text: 'one' }, { text: 'two' }] });
    expect([await ask({ agent: 'planner', label: null }), await ask({ agent: 'orchestrator', label: null })]).toEqual([
      'one',
      'one',
    ]);
  });
});

describe('what a reply holds', () => {
  it('is text, calls with ids of their own, and usage', async () => {
    const model = createScriptedModel({
      replies: [
        { text: 'hm', tools: [{ name: 'read', args: { path: 'a' } }, { name: 'list' }], usage: { inputTokens: 3 } },
      ],
    });
    expect(await model.reply(aRequest({ turn: 2 }), { signal })).toEqual({
      text: 'hm',
      toolCalls: [
        { id: 'call-2-1', name: 'read', args: { path: 'a' } },
        { id: 'call-2-2', name: 'list', args: {} },
      ],
      usage: { inputTokens: 3 },
    });
  });

  it('is an error with its status', async () => {
    const model = createScriptedModel({ replies: [{ error: { status: 429, message: 'slow down' } }] });
    await expect(model.reply(aRequest(), { signal })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: 'slow down',
      details: { status: 429 },
    });
  });

  it('says what was asked when nothing fits', async () => {
    const model = createScriptedModel({ replies: [] }, { name: 'script:a.yaml' });
    const asked = model.reply(aRequest({ agent: 'coder', label: 'E3', attempt: 2, says: 'x'.repeat(500) }), { signal });
    await expect(asked).rejects.toThrow(
      `script:a.yaml has no reply left for agent "coder", label E3, attempt 2, asked: ${'x'.repeat(120)}`,
    );
    await expect(asked).rejects.toSatisfy(
      (error) => PlanwrightError.is(error) && error.code === 'model-reply-unreadable',
    );
  });

  it('waits as long as it is told, unless it is aborted', async () => {
    const model = createScriptedModel({
      replies: [
        { text: 'late', delayMs: 60_000 },
        { text: 'soon', delayMs: 5 },
      ],
    });
    const stop = new AbortController();
    const waiting = model.reply(aRequest(), { signal: stop.signal });
    stop.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(await model.reply(aRequest(), { signal })).toMatchObject({ text: 'soon' });
  });
});

describe('a reply of words alone', () => {
  const stepDone = { name: 'step_done', description: '', parameters: {} };

  it('is the answer of its step', async () => {
    const model = createScriptedModel({ replies: [{ text: ' It is so.\n' }] });
    const reply = await model.reply(aRequest({ tools: [stepDone] }), { signal });
    expect(reply.toolCalls).toEqual([{ id: 'call-1-1', name: 'step_done', args: { answer: 'It is so.' } }]);
  });

  it('is only words where there is no step to end, or where the script says so', async () => {
    const model = createScriptedModel({ replies: [{ text: 'a plan' }, { text: 'thinking', tools: [] }] });
    expect((await model.reply(aRequest(), { signal })).toolCalls).toEqual([]);
    expect((await model.reply(aRequest({ tools: [stepDone] }), { signal })).toolCalls).toEqual([]);
  });
});
