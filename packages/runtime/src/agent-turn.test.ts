import type { StepOutcome } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { ScriptInput } from './adapters/script-schema.js';
import { createScriptedModel } from './adapters/scripted-model.js';
import { type AgentTurn, runAgentTurn } from './agent-turn.js';
import type { Model, ModelRequest, ToolCall } from './ports/model.js';
import type { ToolResult, Tools } from './ports/tools.js';
import { anOrder } from './testing/an-order.js';

const { signal } = new AbortController();

/** Tools that note what they were called with. */
function someTools(
  call: (call: ToolCall) => ToolResult | Promise<ToolResult> = () => ({ ok: true, text: 'fine' }),
): Tools & { readonly calls: ToolCall[] } {
  const calls: ToolCall[] = [];
  return {
    calls,
    specs: [{ name: 'read', description: '', parameters: {} }],
    class: 'reads',
    call: async (made) => {
      calls.push(made);
      return call(made);
    },
  };
}

/** A scripted model that keeps the requests it was given. */
function listening(script: ScriptInput): Model & { readonly requests: ModelRequest[] } {
  const model = createScriptedModel(script);
  const requests: ModelRequest[] = [];
  return {
    name: 'listening',
    requests,
    reply: (request, options) => (requests.push(request), model.reply(request, options)),
  };
}

const failureNote = (fallbacks: readonly string[]): string =>
  `Harness: step 1/1, attempt 1/3. ${fallbacks.join()}`.trim();

const base = { order: anOrder(), system: 'be good', message: 'do it', failureNote };

function take(script: ScriptInput, changes: Partial<AgentTurn> = {}): Promise<StepOutcome> {
  return runAgentTurn({ ...base, model: createScriptedModel(script), tools: someTools(), ...changes }, signal);
}

const done = { tools: [{ name: 'step_done', args: { answer: 'the answer' } }] };
const read = { tools: [{ name: 'read', args: { path: 'a.ts' } }] };

describe('how a step is settled', () => {
  it('is done with the answer that step_done gives', async () => {
    expect(await take({ replies: [done] })).toMatchObject({ type: 'done', answer: 'the answer' });
  });

  it('is not done with words alone: the model is asked to end it in form', async () => {
    const model = listening({ replies: [{ text: 'It is so.', tools: [] }, done] });
    expect(await runAgentTurn({ ...base, model, tools: someTools() }, signal)).toMatchObject({
      type: 'done',
      answer: 'the answer',
    });
    expect(model.requests[1]?.messages.at(-1)?.text).toContain('call step_done with the answer');
  });

  it('fails as incomplete when the model never ends it in form', async () => {
    const outcome = await take({ replies: [{ text: 'All is well.', tools: [], repeat: true }] });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'step-incomplete', message: 'the model stopped without step_done or step_failed, 3 times' },
    });
  });

  it('fails with the reason and the next move that step_failed gives', async () => {
    const outcome = await take({
      replies: [{ tools: [{ name: 'step_failed', args: { reason: 'no such file', next: 'revise' } }] }],
    });
    expect(outcome).toMatchObject({
      type: 'failed',
      next: 'revise',
      error: { code: 'agent-failed', message: 'no such file' },
    });
  });

  it('fails on replies with nothing in them', async () => {
    expect(await take({ replies: [{ text: '  ', repeat: true }] })).toMatchObject({
      type: 'failed',
      error: { code: 'answer-missing' },
    });
  });

  it('fails when the turns run out, and never counts that as done', async () => {
    const outcome = await take({ replies: [{ ...read, text: 'nearly there', repeat: true }] });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'step-incomplete', message: 'the step was not settled within 25 turns' },
    });
  });

  it('fails when the model cannot be reached', async () => {
    expect(await take({ replies: [read, { error: { status: 503, message: 'down' } }] })).toMatchObject({
      type: 'failed',
      error: {
        code: 'model-unavailable',
        message: 'down',
        retryable: true,
        details: { status: 503, failure: 'server' },
      },
    });
  });

  it('does not take a fault of ours for a model that is down', async () => {
    const broken: Model = { name: 'broken', reply: () => Promise.reject(new TypeError('x is not a function')) };
    const outcome = await runAgentTurn({ ...base, model: broken, tools: someTools() }, signal);
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'agent-failed', message: 'x is not a function' } });
  });

  it('asks again when step_done comes without an answer', async () => {
    const outcome = await take({ replies: [{ tools: [{ name: 'step_done', args: { answer: ' ' } }] }, done] });
    expect(outcome).toMatchObject({ type: 'done', answer: 'the answer' });
  });

  it('leaves out what a reply asks for after it ended the step', async () => {
    const tools = someTools();
    await take({ replies: [{ tools: [...read.tools, ...done.tools, ...read.tools] }] }, { tools });
    expect(tools.calls).toHaveLength(1);
  });
});

describe('what the model is given', () => {
  it('is system, order and tools, and then every result', async () => {
    const model = listening({ replies: [read, done] });
    await runAgentTurn({ ...base, model, tools: someTools() }, signal);
    expect(model.requests).toMatchObject([
      {
        agent: 'search',
        label: 'E1',
        try: 1,
        attempt: 1,
        turn: 1,
        system: 'be good',
        messages: [{ role: 'user', text: 'do it' }],
      },
      {
        turn: 2,
        messages: [{}, { role: 'assistant' }, { role: 'tool', callId: 'call-1-1', name: 'read', text: 'fine' }],
      },
    ]);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['read', 'step_done', 'step_failed']);
  });

  it('is the error of a tool with the harness line', async () => {
    const model = listening({ replies: [read, done] });
    await runAgentTurn({ ...base, model, tools: someTools(() => ({ ok: false, text: 'there is no a.ts' })) }, signal);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      text: 'there is no a.ts\n\nHarness: step 1/1, attempt 1/3.',
    });
  });

  it('is told which tools may serve instead of one that failed', async () => {
    const model = listening({ replies: [read, done] });
    const tools = { ...someTools(() => ({ ok: false, text: 'no' })), fallbacksFor: () => ['search'] };
    await runAgentTurn({ ...base, model, tools }, signal);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ ok: false, text: expect.stringContaining('search') });
  });

  it('is what the adapter wants back from its last reply', async () => {
    const seen: ModelRequest[] = [];
    const model: Model = {
      name: 'signed',
      reply: async (request) => {
        seen.push(request);
        const [call] = request.turn === 1 ? read.tools : done.tools;
        return {
          text: '',
          toolCalls: [{ id: 'c1', name: call!.name, args: call!.args }],
          provider: { signature: 'abc' },
          session: { model: 'signed', id: 's1' },
        };
      },
    };
    const outcome = await runAgentTurn({ ...base, model, tools: someTools() }, signal);
    expect(seen[1]?.messages[1]).toMatchObject({ provider: { signature: 'abc' }, session: { id: 's1' } });
    expect(outcome).toMatchObject({ session: { model: 'signed', id: 's1' }, model: 'signed' });
  });

  it('is the error of a tool that throws', async () => {
    const model = listening({ replies: [read, done] });
    await runAgentTurn({ ...base, model, tools: someTools(() => Promise.reject(new Error('burst'))) }, signal);
    expect(model.requests[1]?.messages.at(-1)?.text).toContain('burst');
  });

  it('is the list of tools when it calls one that does not exist, and the gate is told', async () => {
    const model = listening({ replies: [{ tools: [{ name: 'write', args: {} }] }, done] });
    const tools = someTools();
    await runAgentTurn({ ...base, model, tools }, signal);
    expect(model.requests[1]?.messages.at(-1)?.text).toContain(
      'there is no tool "write"; there are read, step_done, step_failed',
    );
    expect(tools.calls).toMatchObject([{ name: 'write' }]);
  });
});

describe('an agent that goes in circles', () => {
  const failing = () => someTools(() => ({ ok: false, text: 'no' }));

  it('is stopped when it asks again for a call that failed three times', async () => {
    const tools = failing();
    const outcome = await take({ replies: [{ ...read, repeat: true }] }, { tools });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: {
        code: 'agent-failed',
        message: 'read failed three times with the same arguments and was asked for again',
      },
    });
    expect(tools.calls).toHaveLength(3);
  });

  it('is not stopped for other arguments', async () => {
    const tools = failing();
    const others = ['a', 'b', 'c', 'd'].map((path) => ({ tools: [{ name: 'read', args: { path } }] }));
    expect(await take({ replies: [...others, done] }, { tools })).toMatchObject({ type: 'done' });
  });

  it('is found out whatever the order of the arguments', async () => {
    const tools = failing();
    const one = { tools: [{ name: 'read', args: { path: 'a', from: 1 } }] };
    const other = { tools: [{ name: 'read', args: { from: 1, path: 'a' } }] };
    expect(await take({ replies: [one, other, one, other, done] }, { tools })).toMatchObject({ type: 'failed' });
  });

  it('may repeat a call that works', async () => {
    expect(await take({ replies: [{ ...read, repeat: 10 }, done] })).toMatchObject({ type: 'done' });
  });
});

describe('what is kept of the work', () => {
  it('is the transcript, apart from the answer', async () => {
    const outcome = await take({ replies: [{ ...read, text: 'Let me look.' }, done] });
    expect(outcome).toMatchObject({ answer: 'the answer' });
    expect(outcome).toHaveProperty(
      'transcript',
      ['Let me look.', '→ read {"path":"a.ts"}', '← fine', '→ step_done {"answer":"the answer"}'].join('\n'),
    );
  });

  it('is the usage of all replies together', async () => {
    const outcome = await take({
      replies: [
        { ...read, usage: { inputTokens: 10, outputTokens: 1 } },
        { ...read },
        { ...done, usage: { inputTokens: 5, costUsd: 0.5 } },
      ],
    });
    expect(outcome.usage).toEqual({ inputTokens: 15, outputTokens: 1, costUsd: 0.5 });
  });
});

describe('when it is aborted', () => {
  it('stops at once, although the model does not listen', async () => {
    const stop = new AbortController();
    const deaf: Model = { name: 'deaf', reply: () => new Promise(() => undefined) };
    const running = runAgentTurn({ ...base, model: deaf, tools: someTools() }, stop.signal);
    stop.abort('enough');
    await expect(running).rejects.toBe('enough');
  });

  it('stops at once, although the tool does not listen', async () => {
    const stop = new AbortController();
    const tools = someTools(() => {
      stop.abort('enough');
      return new Promise(() => undefined);
    });
    const running = runAgentTurn({ ...base, model: createScriptedModel({ replies: [read] }), tools }, stop.signal);
    await expect(running).rejects.toBe('enough');
  });
});
