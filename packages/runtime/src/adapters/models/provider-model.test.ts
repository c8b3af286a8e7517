import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Model, ModelMessage, ModelReply, ModelRequest, ToolSpec } from '../../ports/model.js';
import { aRequest } from '../../testing/a-request.js';
import { createProviderModel } from './provider-model.js';
import { aFaultServer, chatChunk, events, startStream } from './testing/fault-server.js';
import { everyProvider, modelAt, providerName } from './testing/model-at.js';

const signal = new AbortController().signal;
const server = new LLMock({ port: 0, chunkSize: 4 });

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.clearFixtures());

const readTool: ToolSpec = {
  name: 'read',
  description: 'reads a file',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

/** The next turn after a reply whose calls all gave this. */
function answered(messages: readonly ModelMessage[], reply: ModelReply, result: string): ModelMessage[] {
  const { text, toolCalls, provider } = reply;
  return [
    ...messages,
    { role: 'assistant', text, toolCalls, ...(provider ? { provider } : {}) },
    ...toolCalls.map(({ id, name }) => ({ role: 'tool' as const, callId: id, name, text: result, ok: true })),
  ];
}

/** A request with a tool, and the turn after it. */
async function askTwice(model: Model): Promise<readonly [ModelReply, ModelReply]> {
  const messages: ModelMessage[] = [{ role: 'user', text: 'read it' }];
  const first = await model.reply(aRequest({ messages, tools: [readTool] }), { signal });
  const next = aRequest({ messages: answered(messages, first, 'apples'), tools: [readTool] });
  return [first, await model.reply(next, { signal })];
}

/** A fetch over the real one that keeps what was sent. */
function keepingFetch(): { readonly fetch: typeof fetch; readonly sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    fetch: (input, init) => {
      sent.push(typeof init?.body === 'string' ? init.body : '');
      return fetch(input, init);
    },
  };
}

describe.each(everyProvider)('a model of %s', (provider) => {
  const ask = (
    request: Partial<ModelRequest> & { says?: string },
    onText?: (piece: string) => void,
  ): Promise<ModelReply> =>
    modelAt(provider, server.url).reply(aRequest(request), { signal, ...(onText ? { onText } : {}) });

  it('is told the most it may take, where a budget says so and only there', async () => {
    server.onMessage('hello', { content: 'Good morning' });
    const { fetch, sent } = keepingFetch();
    const model = modelAt(provider, server.url, { fetch });
    for (const limit of [{}, { maxTokens: 777 }]) await model.reply(aRequest({ says: 'hello', ...limit }), { signal });
    expect(sent.map((body) => body.includes('777'))).toEqual([false, true]);
  });

  it('replies with text, and streams it as it comes', async () => {
    server.onMessage('hello', { content: 'Good morning to you' });
    const pieces: string[] = [];
    const reply = await ask({ says: 'hello' }, (piece) => pieces.push(piece));
    expect(reply).toMatchObject({ text: 'Good morning to you', toolCalls: [] });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(reply.text);
  });

  it('says how many tokens it took, and what they cost where the price is known', async () => {
    server.onMessage('count', { content: 'three', usage: usageOf(12, 5) });
    expect((await ask({ says: 'count' })).usage).toEqual({ inputTokens: 12, outputTokens: 5 });
    const prices = { asOf: '2026-01-01', prices: [{ model: '*', input: 1_000_000, output: 2_000_000 }] };
    const { usage } = await modelAt(provider, server.url, { prices }).reply(aRequest({ says: 'count' }), { signal });
    expect(usage?.costUsd).toBe(22);
  });

  // Grok sends a call in one piece and its client reads nothing else, which the mock server cannot do; see below.
  it.skipIf(provider === 'xai')('calls tools, takes their results and goes on', async () => {
    const calls = ['a.txt', 'b.txt'].map((path, place) => ({
      name: 'read',
      arguments: JSON.stringify({ path }),
      id: `call_${place}`,
    }));
    server.on({ hasToolResult: true }, { content: 'They say: apples' });
    server.onMessage('read both', { toolCalls: calls });
    const messages: ModelMessage[] = [{ role: 'user', text: 'read both' }];
    const first = await ask({ messages, tools: [readTool] });
    expect(first.toolCalls).toMatchObject([
      { name: 'read', args: { path: 'a.txt' } },
      { name: 'read', args: { path: 'b.txt' } },
    ]);
    const second = await ask({ tools: [readTool], messages: answered(messages, first, 'apples') });
    expect(second.text).toBe('They say: apples');
  });

  it('sends the system prompt, the tools and the schema of the reply', async () => {
    server.onMessage('as json', { content: '{"done":true}' });
    const { fetch, sent } = keepingFetch();
    const properties = { isDone: { type: 'boolean' } };
    const schema = { type: 'object', properties, required: ['isDone'], additionalProperties: false };
    const request = aRequest({ says: 'as json', system: 'You are kind.', output: { name: 'answer', schema } });
    const reply = await modelAt(provider, server.url, { fetch }).reply(request, { signal });
    expect(reply.text).toBe('{"done":true}');
    expect(sent[0]).toContain('You are kind.');
    expect(sent[0]).toContain('isDone');
  });

  it('is loaded and asked only for a reply', () => {
    const never = (): Promise<Response> => Promise.reject(new Error('asked'));
    expect(modelAt(provider, server.url, { fetch: never }).name).toContain(`${provider}:`);
  });
});

it('a model of xai calls a tool, takes its result and goes on', async () => {
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } };
  const delta = { role: 'assistant', tool_calls: [call] };
  const called = { id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: 'tool_calls' }] };
  const { url, bodies } = await aFaultServer((response) => {
    startStream(response, events(bodies.length === 1 ? called : chatChunk('It says: apples', 'stop')));
    response.end('data: [DONE]\n\n');
  });
  const [first, second] = await askTwice(modelAt('xai', url));
  expect(first.toolCalls).toEqual([{ id: 'c1', name: 'read', args: { path: 'a.txt' } }]);
  expect(second.text).toBe('It says: apples');
  expect(bodies[1]).toContain('"tool_call_id":"c1"');
});

describe('what a provider wants back', () => {
  it('goes back to Anthropic as its signed thinking', async () => {
    const thought = { reasoning: 'I should read it first.', reasoningSignature: 'signature-1' };
    server.on({ hasToolResult: true }, { content: 'done' });
    server.onMessage('read it', {
      ...thought,
      toolCalls: [{ name: 'read', arguments: '{"path":"a"}', id: 'toolu_1' }],
    });
    const { fetch, sent } = keepingFetch();
    await askTwice(modelAt('anthropic', server.url, { fetch }));
    expect(sent[1]).toContain('"type":"thinking","thinking":"I should read it first.","signature":"signature-1"');
  });

  it('goes back to OpenAI as its encrypted reasoning, since nothing is kept there', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'encrypted-1' };
    const call = {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'c1',
      name: 'read',
      arguments: '{"path":"a"}',
      status: 'completed',
    };
    const response = { id: 'r', created_at: 1, model: 'gpt-5', usage: { input_tokens: 1, output_tokens: 1 } };
    const { url, bodies } = await aFaultServer((answer) => {
      const items = [reasoning, call].flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        { type: 'response.output_item.done', output_index, item },
      ]);
      startStream(
        answer,
        events({ type: 'response.created', response }, ...items, { type: 'response.completed', response }),
      );
      answer.end();
    });
    await askTwice(modelAt('openai', url));
    expect(JSON.parse(bodies[0]!)).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
    expect(bodies[1]).toContain('"type":"reasoning","id":"rs_1","encrypted_content":"encrypted-1"');
  });

  it('goes back to Google as the signature of its thought', async () => {
    const parts = [{ functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: 'signature-2' }];
    const candidate = { content: { role: 'model', parts }, finishReason: 'STOP', index: 0 };
    const { url, bodies } = await aFaultServer((answer) => {
      startStream(answer, events({ candidates: [candidate] }));
      answer.end();
    });
    await askTwice(modelAt('google', url));
    expect(bodies[1]).toContain('"thoughtSignature":"signature-2"');
  });

  it('is not shown to another model, which gets the text and the calls', async () => {
    server.onMessage('think', { reasoning: 'Hm.', reasoningSignature: 'signature-1', content: 'Yes.' });
    const messages: ModelMessage[] = [{ role: 'user', text: 'think' }];
    const first = await modelAt('anthropic', server.url).reply(aRequest({ messages }), { signal });
    const { fetch, sent } = keepingFetch();
    const again = [...answered(messages, first, ''), { role: 'user' as const, text: 'think again' }];
    await modelAt('compatible', server.url, { fetch }).reply(aRequest({ messages: again }), { signal });
    expect(sent[0]).toContain('Yes.');
    expect(sent[0]).not.toContain('signature-1');
    expect(sent[0]).not.toContain('Hm.');
  });
});

describe('a model without its key', () => {
  it.each([
    ['anthropic:claude-x', 'ANTHROPIC_API_KEY'],
    ['openai:gpt-5', 'OPENAI_API_KEY'],
    ['google:gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY'],
    ['xai:grok-4', 'XAI_API_KEY'],
  ])('%s is made, and fails when it is asked, with the variable that is missing', async (text, variable) => {
    const model = createProviderModel(providerName(text), { env: { OPENAI_API_KEY: ' ' } });
    await expect(model.reply(aRequest(), { signal })).rejects.toMatchObject({
      code: 'model-unavailable',
      message: `${text} needs a key: set ${variable}`,
      details: { failure: 'missing' },
    });
  });

  it('is asked all the same where none is needed', async () => {
    server.onMessage('hello', { content: 'hi' });
    const model = createProviderModel(providerName(`compatible:${server.url}/v1#local`), { env: {} });
    expect((await model.reply(aRequest({ says: 'hello' }), { signal })).text).toBe('hi');
  });
});

it('a base url that is none is told by its variable', async () => {
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'localhost:8080' };
  const model = createProviderModel(providerName('openai:gpt-5'), { env });
  await expect(model.reply(aRequest(), { signal })).rejects.toThrow('OPENAI_BASE_URL is no http or https url');
});

function usageOf(input: number, output: number): Record<string, number> {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    input_tokens: input,
    output_tokens: output,
    promptTokenCount: input,
    candidatesTokenCount: output,
  };
}
