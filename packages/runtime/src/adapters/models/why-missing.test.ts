import { parseModelChain } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { whyMissing } from './why-missing.js';

const env = { GEMINI_API_KEY: 'a-secret', XAI_API_KEY: ' ', PATH: '' };

async function why(text: string): Promise<string | undefined> {
  const parsed = parseModelChain(text);
  const [name] = parsed.ok ? parsed.models : [];
  return whyMissing(name!, { env, root: process.cwd() });
}

describe('a model that cannot be asked', () => {
  it.each([
    ['anthropic:m', 'anthropic:m needs a key: set ANTHROPIC_API_KEY'],
    ['xai:m', 'xai:m needs a key: set XAI_API_KEY'],
    ['compatible:https://api.groq.com/openai/v1#m', expect.stringContaining('needs a key: set GROQ_API_KEY')],
    ['command:codex', 'command:codex: there is no program "codex" on PATH'],
  ])('is known before it is asked: %s', async (text, expected) => {
    expect(await why(text)).toEqual(expected);
  });

  it.each(['google:m', 'compatible:http://127.0.0.1:1/v1#m', 'script:a.yaml', 'offline', 'acp:agent --acp'])(
    'is not suspected where nothing speaks against it: %s',
    async (text) => {
      expect(await why(text)).toBeUndefined();
    },
  );
});
