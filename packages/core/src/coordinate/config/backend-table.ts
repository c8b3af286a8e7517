import type { AgentProgramName, KeyedProvider } from '../../tools/model-name.js';

/** What a backend type of a configuration stands for. */
export type BackendFacts = {
  readonly model:
    | { readonly by: 'key'; readonly provider: KeyedProvider; readonly usual: string }
    | { readonly by: 'program'; readonly program: AgentProgramName }
    /** OpenAI's chat protocol. `url` is where it is asked unless `base_url` says otherwise; undefined: it must say so. */
    | { readonly by: 'url'; readonly url?: string; readonly keyVariable?: string }
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
const local = (url?: string): BackendFacts => ({
  ...{ model: { by: 'url', ...(url === undefined ? {} : { url }) }, builtIn: [] },
});
const hosted = (url: string, keyVariable: string): BackendFacts => ({
  ...{ model: { by: 'url', url, keyVariable }, builtIn: [] },
});

/** Every backend type by its name: MassGen's, and ours behind them. */
export const backendTable: Readonly<Record<string, BackendFacts>> = {
  openai: keyed('openai', 'gpt-4o', search, ...code),
  claude: keyed('anthropic', 'claude-sonnet-4-5-20250929', search, ...code),
  gemini: keyed('google', 'gemini-2.5-flash', search, ...code),
  grok: keyed('xai', 'grok-4', search),
  claude_code: program('claude'),
  azure_openai: { model: { by: 'azure' }, builtIn: [search, ...code] },
  chatcompletion: hosted('https://api.openai.com/v1', 'OPENAI_API_KEY'),
  lmstudio: local('http://127.0.0.1:1234/v1'),
  vllm: local('http://127.0.0.1:8000/v1'),
  sglang: local('http://127.0.0.1:30000/v1'),
  inference: local(),
  cerebras: hosted('https://api.cerebras.ai/v1', 'CEREBRAS_API_KEY'),
  together: hosted('https://api.together.xyz/v1', 'TOGETHER_API_KEY'),
  fireworks: hosted('https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY'),
  groq: hosted('https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  openrouter: hosted('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  moonshot: hosted('https://api.moonshot.cn/v1', 'MOONSHOT_API_KEY'),
  nebius: hosted('https://api.studio.nebius.ai/v1', 'NEBIUS_API_KEY'),
  poe: hosted('https://api.poe.com/v1', 'POE_API_KEY'),
  qwen: hosted('https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'QWEN_API_KEY'),
  zai: hosted('https://api.z.ai/api/paas/v4', 'ZAI_API_KEY'),
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
