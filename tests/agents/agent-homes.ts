import type { AgentProgramName } from '@planwright/core';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What makes one program talk to a server of ours: files in its home, variables, and the model to ask for. */
type AgentHome = {
  readonly model: string;
  readonly files: (url: string) => Readonly<Record<string, string>>;
  readonly variables: (url: string) => Readonly<Record<string, string>>;
};

const key = 'a-key-that-opens-nothing';

const homes: Readonly<Record<AgentProgramName, AgentHome>> = {
  claude: {
    model: 'claude-sonnet-4-5',
    files: () => ({}),
    variables: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }),
  },
  codex: {
    model: 'gpt-5',
    files: (url) => ({
      '.codex/config.toml': [
        'model_provider = "local"',
        '[model_providers.local]',
        'name = "local"',
        `base_url = "${url}/v1"`,
        'env_key = "OPENAI_API_KEY"',
        'wire_api = "responses"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
      ].join('\n'),
    }),
    variables: () => ({ OPENAI_API_KEY: key }),
  },
  gemini: {
    model: 'gemini-2.5-flash',
    files: () => ({ '.gemini/settings.json': '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }' }),
    variables: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key }),
  },
  qwen: {
    model: 'qwen3-coder',
    files: () => ({}),
    // Without the model's name it does not see that it has a key.
    variables: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: 'qwen3-coder' }),
  },
  opencode: {
    model: 'local/m1',
    files: (url) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: key },
            models: { m1: { name: 'm1' } },
          },
        },
      }),
    }),
    variables: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  },
};

/** An environment in which nothing of the user's is read or touched, and every request goes to the server. */
export async function agentHome(
  name: AgentProgramName,
  { home, url, binaries }: { readonly home: string; readonly url: string; readonly binaries: string },
): Promise<{ readonly env: Readonly<Record<string, string>>; readonly model: string }> {
  const { model, files, variables } = homes[name];
  for (const [path, content] of Object.entries(files(url))) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  }
  return { model, env: { PATH: `${binaries}:${process.env['PATH'] ?? ''}`, HOME: home, ...variables(url) } };
}
