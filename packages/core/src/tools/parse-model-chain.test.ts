import { describe, expect, it } from 'vitest';
import { type ModelName, modelNameText } from './model-name.js';
import { parseModelChain } from './parse-model-chain.js';

function modelsOf(text: string): readonly ModelName[] {
  const parsed = parseModelChain(text);
  expect(parsed).toMatchObject({ ok: true });
  return parsed.ok ? parsed.models : [];
}

function problemsOf(text: string): readonly string[] {
  const parsed = parseModelChain(text);
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
}

describe('names of models', () => {
  it.each<[string, ModelName]>([
    ['anthropic:claude-sonnet-4-5', { provider: 'anthropic', model: 'claude-sonnet-4-5' }],
    ['openai:gpt-5', { provider: 'openai', model: 'gpt-5' }],
    ['openai:ft:gpt-4o:acme::x1', { provider: 'openai', model: 'ft:gpt-4o:acme::x1' }],
    ['google:gemini-2.5-pro', { provider: 'google', model: 'gemini-2.5-pro' }],
    ['xai:grok-4', { provider: 'xai', model: 'grok-4' }],
    [
      'compatible:http://127.0.0.1:11434/v1#qwen3:8b',
      { provider: 'compatible', url: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' },
    ],
    ['compatible:https://h.example/a%2Cb#m', { provider: 'compatible', url: 'https://h.example/a%2Cb', model: 'm' }],
    ['acp:gemini --acp', { provider: 'acp', command: 'gemini --acp' }],
    ['acp:agent --modes "ask,code"', { provider: 'acp', command: 'agent --modes "ask,code"' }],
    ['command:claude', { provider: 'command', program: 'claude' }],
    ['command:codex#gpt-5', { provider: 'command', program: 'codex', model: 'gpt-5' }],
    ['script:replies.yaml', { provider: 'script', file: 'replies.yaml' }],
    ["script:/home/o'brien/replies.yaml", { provider: 'script', file: "/home/o'brien/replies.yaml" }],
    ['script:"one, two.yaml"', { provider: 'script', file: 'one, two.yaml' }],
    ['offline', { provider: 'offline' }],
  ])('are read and written back: %s', (text, name) => {
    expect(modelsOf(text)).toEqual([name]);
    expect(modelNameText(name)).toBe(text);
  });

  it('make a chain when commas stand between them, with spaces around or not', () => {
    expect(modelsOf('google:gemini-2.5-pro , command:qwen,offline')).toEqual([
      { provider: 'google', model: 'gemini-2.5-pro' },
      { provider: 'command', program: 'qwen' },
      { provider: 'offline' },
    ]);
  });

  it('lose the slashes behind a url', () => {
    expect(modelsOf('compatible:http://localhost:1234/v1/#m')).toMatchObject([{ url: 'http://localhost:1234/v1' }]);
  });
});

describe('what is no model name', () => {
  it.each([
    ['antropic:claude-x', 'did you mean "anthropic:claude-x"?'],
    ['OpenAI:gpt-5', 'did you mean "openai:gpt-5"?'],
    ['ofline', 'did you mean "offline"?'],
    ['gpt-5', 'did you mean "openai:gpt-5"?'],
    ['o3', 'did you mean "openai:o3"?'],
    ['claude-sonnet-4-5', 'did you mean "anthropic:claude-sonnet-4-5"?'],
    ['gemini-2.5-pro', 'did you mean "google:gemini-2.5-pro"?'],
    ['grok-4', 'did you mean "xai:grok-4"?'],
    ['claude', 'did you mean "command:claude"?'],
    ['http://localhost:1234/v1', 'did you mean "compatible:http://localhost:1234/v1#<model>"?'],
    ['wizard', 'expected anthropic:<model>, openai:<model>'],
    ['command:clade', 'did you mean "command:claude"?'],
    ['command:vim', 'the programs are claude, gemini, qwen, codex, opencode'],
  ])('gets a suggestion: %s', (text, message) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['', 'no model is named'],
    ['  ', 'no model is named'],
    ['openai:', '"openai:" needs a model id'],
    ['anthropic: claude x', 'it has a space'],
    ['compatible:', 'is no http or https url'],
    ['compatible:ftp://h#m', 'is no http or https url'],
    ['compatible:http://h/v1', 'has no "#<model>"'],
    ['compatible:http://h/v1#', 'has no "#<model>"'],
    ['compatible:http://h/v1?key=1#m', 'has a space, a quote or a "?"'],
    ['acp:', 'needs the command line'],
    ['command:', 'needs a program'],
    ['command:claude#', 'needs a model id behind the "#"'],
    ['script:', 'needs a file'],
    ['offline:x', '"offline" takes nothing behind it'],
    ['acp:agent "a', 'a double quote is opened and not closed'],
    ['openai:gpt-5,,offline', 'nothing between two commas'],
    ['openai:gpt-5,', 'nothing between two commas'],
    ['offline,openai:gpt-5', 'name it last'],
    ['openai:gpt-5,openai:gpt-5', 'named twice'],
  ])('says what is missing or wrong: %s', (text, message) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(message)]);
  });

  it('tells every problem of a chain at once', () => {
    expect(problemsOf('gpt-5,command:vim,offline')).toHaveLength(2);
  });

  it.each(['compatible:http://me:hunter2@h/v1#m', 'http://me:hunter2@h/v1', 'openai:a,xx:http://me:hunter2@h'])(
    'never shows a password in a url: %#',
    (text) => {
      const parsed = parseModelChain(text);
      expect(parsed.ok).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain('hunter2');
    },
  );
});
