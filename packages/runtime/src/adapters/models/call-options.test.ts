import { describe, expect, it } from 'vitest';
import { aRequest } from '../../testing/a-request.js';
import { type AskedModel, callOptions } from './call-options.js';

const claude: AskedModel = { name: 'anthropic:claude-x', provider: 'anthropic', model: 'claude-x' };
const gpt: AskedModel = { name: 'openai:gpt-5', provider: 'openai', model: 'gpt-5' };
const tool = { name: 'read', description: 'reads', parameters: { type: 'object' } };
const marked = { anthropic: { cacheControl: { type: 'ephemeral' } } };

describe('messages', () => {
  it('of one turn of tools go together', () => {
    const { prompt } = callOptions(
      aRequest({
        messages: [
          { role: 'user', text: 'go' },
          { role: 'assistant', text: '', toolCalls: [{ id: '1', name: 'read', args: { path: 'a' } }] },
          { role: 'tool', callId: '1', name: 'read', text: 'apples', ok: true },
          { role: 'tool', callId: '2', name: 'read', text: 'no such file', ok: false },
        ],
      }),
      gpt,
    );
    expect(prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(prompt[1]).toMatchObject({ content: [{ type: 'tool-call', toolCallId: '1', input: { path: 'a' } }] });
    expect(prompt[2]).toMatchObject({
      content: [
        { toolCallId: '1', output: { type: 'text', value: 'apples' } },
        { toolCallId: '2', output: { type: 'error-text', value: 'no such file' } },
      ],
    });
  });

  it('without anything in them are left out', () => {
    const messages = [{ role: 'assistant', text: ' ', toolCalls: [] }] as const;
    expect(callOptions(aRequest({ messages, system: ' ' }), gpt).prompt).toEqual([]);
  });
});

describe('the cache of Anthropic', () => {
  it('is told to keep the system prompt and all messages, as another turn will follow', () => {
    const request = aRequest({ system: 'You are kind.', tools: [tool] });
    const { prompt } = callOptions(request, claude);
    expect(prompt.map(({ providerOptions }) => providerOptions)).toEqual([marked, marked]);
  });

  it('is told to keep the system prompt alone where no other turn will follow', () => {
    const { prompt } = callOptions(aRequest({ system: 'You are kind.' }), claude);
    expect(prompt.map(({ providerOptions }) => providerOptions)).toEqual([marked, undefined]);
  });
});

describe('a schema for the reply', () => {
  const closed = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  it.each([
    ['closed and complete', closed, true],
    ['open', { ...closed, additionalProperties: true }, false],
    ['with an optional field', { ...closed, required: [] }, false],
    ['open further down', { ...closed, properties: { a: { anyOf: [{ type: 'object', properties: {} }] } } }, false],
  ])('that is %s is enforced by OpenAI only if it can be', (_, schema, strictJsonSchema) => {
    const { providerOptions, responseFormat } = callOptions(aRequest({ output: { name: 'n', schema } }), gpt);
    expect(providerOptions).toEqual({ openai: { store: false, strictJsonSchema } });
    expect(responseFormat).toEqual({ type: 'json', name: 'n', schema });
  });
});

describe('the most a reply may take', () => {
  it('is said where a budget has reserved it', () => {
    expect(callOptions(aRequest(), gpt)).not.toHaveProperty('maxOutputTokens');
    expect(callOptions(aRequest({ maxTokens: 9000, effort: 'high' }), gpt).maxOutputTokens).toBe(9000);
  });

  it('leaves out what the client adds for thinking', () => {
    const sonnet = { name: 'anthropic:claude-sonnet-4-5', provider: 'anthropic', model: 'claude-sonnet-4-5' } as const;
    expect(callOptions(aRequest({ maxTokens: 24_576, effort: 'high' }), sonnet).maxOutputTokens).toBe(8192);
    expect(callOptions(aRequest({ maxTokens: 24_576 }), sonnet).maxOutputTokens).toBe(24_576);
  });
});
