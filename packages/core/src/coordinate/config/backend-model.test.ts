import { describe, expect, it } from 'vitest';
import { parseModelChain } from '../../tools/parse-model-chain.js';
import { type Backend, backendModel } from './backend-model.js';
import { backendTable } from './backend-table.js';
import type { ConfigReading } from './config-reading.js';

function read(backend: Backend, environment = {}): ConfigReading & { readonly model: string | undefined } {
  const reading: ConfigReading = { environment, problems: [], warnings: [], places: [] };
  return { ...reading, model: backendModel(backend, ['agent', 'backend'], reading) };
}

describe('the model of a backend', () => {
  it.each<[Backend, string]>([
    [{ type: 'openai', model: 'gpt-x' }, 'openai:gpt-x'],
    [{ type: 'openai' }, 'openai:gpt-4o'],
    [{ type: 'openai', model: 'm', base_url: 'http://127.0.0.1:9/v1' }, 'compatible:http://127.0.0.1:9/v1#m'],
    [{ type: 'claude' }, 'anthropic:claude-sonnet-4-5-20250929'],
    [{ type: 'gemini' }, 'google:gemini-2.5-flash'],
    [{ type: 'grok' }, 'xai:grok-4'],
    [{ type: 'claude_code' }, 'command:claude'],
    [{ type: 'claude_code', model: 'claude-x' }, 'command:claude#claude-x'],
    [{ type: 'codex' }, 'command:codex'],
    [{ type: 'lmstudio', model: 'qwen3' }, 'compatible:http://127.0.0.1:1234/v1#qwen3'],
    [{ type: 'sglang', model: 'Qwen/Qwen3-4B' }, 'compatible:http://127.0.0.1:30000/v1#Qwen/Qwen3-4B'],
    [{ type: 'groq', model: 'm' }, 'compatible:https://api.groq.com/openai/v1#m'],
    [{ type: 'inference', model: 'm', base_url: 'http://localhost:1/v1' }, 'compatible:http://localhost:1/v1#m'],
    [{ type: 'script', file: 'replies.yaml' }, 'script:replies.yaml'],
    [{ type: 'offline' }, 'offline'],
  ])('%j is %s', (backend, model) => {
    expect(read(backend)).toMatchObject({ model, problems: [] });
  });

  it('of Azure is served below its endpoint', () => {
    const backend = { type: 'azure_openai', model: 'gpt-4.1' };
    expect(read(backend, { AZURE_OPENAI_ENDPOINT: 'https://x.openai.azure.com/' }).model).toBe(
      'compatible:https://x.openai.azure.com/openai/v1#gpt-4.1',
    );
    expect(read(backend).problems).toMatchObject([{ code: 'unset-variable' }]);
  });

  it.each<[string, Backend, string]>([
    ['a type nobody knows', { type: 'skynet' }, 'unknown-backend'],
    ['a type like a built-in name', { type: 'constructor' }, 'unknown-backend'],
    ['a framework of agents', { type: 'ag2' }, 'backend-unusable'],
    ['another address where there is none', { type: 'gemini', base_url: 'http://127.0.0.1:1' }, 'backend-unusable'],
    ['a file that is no script', { type: 'openai', file: 'x.yaml' }, 'backend-unusable'],
    ['a server without a model', { type: 'vllm' }, 'missing-field'],
    ['a server without an address', { type: 'inference', model: 'm' }, 'missing-field'],
    ['a script without a file', { type: 'script' }, 'missing-field'],
    ['a model with a space', { type: 'openai', model: 'gpt 4' }, 'model-name'],
    ['several models', { type: 'openai', model: 'a,offline' }, 'model-name'],
    ['an address that is none', { type: 'vllm', model: 'm', base_url: 'localhost' }, 'model-name'],
    ['an address with a password', { type: 'vllm', model: 'm', base_url: 'http://u:p@h/v1' }, 'model-name'],
  ])('refuses %s', (_name, backend, code) => {
    const { model, problems } = read(backend);
    expect([model, problems]).toEqual([undefined, [expect.objectContaining({ code })]]);
  });

  it('says where the key of a server elsewhere comes from', () => {
    expect(read({ type: 'vllm', model: 'm', base_url: 'https://models.example/v1' }).warnings).toMatchObject([
      { code: 'shared-key', message: expect.stringContaining('PLANWRIGHT_COMPATIBLE_API_KEY') as unknown },
    ]);
    expect(read({ type: 'groq', model: 'm' }).warnings).toEqual([]);
    expect(read({ type: 'lmstudio', model: 'm' }).warnings).toEqual([]);
  });
});

it('every address of the table makes a model name', () => {
  for (const { model } of Object.values(backendTable))
    if (model.by === 'url' && model.url !== undefined)
      expect(parseModelChain(`compatible:${model.url}#m`)).toMatchObject({ ok: true });
});
