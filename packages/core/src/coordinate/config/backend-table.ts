import type { AgentProgramName, KeyedProvider } from '../../tools/model-name.js';

/** What a backend type of a configuration stands for. */
export type BackendFacts = {
  readonly model:
    | { readonly by: 'key'; readonly provider: KeyedProvider; readonly usual: string }
    | { readonly by: 'program'; readonly program: AgentProgramName }
    /** OpenAI's chat protocol. `url` is where it is asked unless `base_url` says otherwise; undefined: it must say so. */
    | { readonly by: 'url'; readonly url?: string }
    | { readonly by: 'azure' | 'script' | 'offline' }
    | { readonly by: 'nothing'; readonly why: string };
  /** Tools the provider has of its own, by the keys that switch them on. */
  readonly builtIn: readonly string[];
};

const search = 'enable_web_search';
const code = ['enable_code_execution', 'enable_code_interpreter'] as const;

const keyed = (provider: KeyedProvider, usual: string, ...builtIn: readonly string[]): BackendFacts => ({
  ...{ model: { by: 'key', provider, usual }, builtIn },
});
const program = (name: AgentProgramName): BackendFacts => ({ model: { by: 'program', program: name }, builtIn: [] });
const served = (url?: string): BackendFacts => ({
  ...{ model: { by: 'url', ...(url === undefined ? {} : { url }) }, builtIn: [] },
});

/** Every backend type by its name: MassGen's, and ours behind them. */
export const backendTable: Readonly<Record<string, BackendFacts>> = {
  openai: keyed('openai', 'gpt-4o', search, ...code),
  claude: keyed('anthropic', 'claude-sonnet-4-5-20250929', search, ...code),
  gemini: keyed('google', 'gemini-2.5-flash', search, ...code),
  grok: keyed('xai', 'grok-4', search),
  claude_code: program('claude'),
  azure_openai: { model: { by: 'azure' }, builtIn: [search, ...code] },
  chatcompletion: served('https://api.openai.com/v1'),
  lmstudio: served('http://127.0.0.1:1234/v1'),
  vllm: served('http://127.0.0.1:8000/v1'),
  sglang: served('http://127.0.0.1:30000/v1'),
  inference: served(),
  cerebras: served('https://api.cerebras.ai/v1'),
  together: served('https://api.together.xyz/v1'),
  fireworks: served('https://api.fireworks.ai/inference/v1'),
  groq: served('https://api.groq.com/openai/v1'),
  openrouter: served('https://openrouter.ai/api/v1'),
  moonshot: served('https://api.moonshot.cn/v1'),
  nebius: served('https://api.studio.nebius.ai/v1'),
  poe: served('https://api.poe.com/v1'),
  qwen: served('https://dashscope-intl.aliyuncs.com/compatible-mode/v1'),
  zai: served('https://api.z.ai/api/paas/v4'),
  ag2: {
    model: { by: 'nothing', why: 'it is a team of agents of another framework, not a model' },
    builtIn: code,
  },
  codex: program('codex'),
  gemini_cli: program('gemini'),
  qwen_code: program('qwen'),
  opencode: program('opencode'),
  script: { model: { by: 'script' }, builtIn: [] },
  offline: { model: { by: 'offline' }, builtIn: [] },
};
