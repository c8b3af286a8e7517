/** Providers that are asked with a key and a model id. */
export const keyedProviders = ['anthropic', 'openai', 'google', 'xai'] as const;
export type KeyedProvider = (typeof keyedProviders)[number];

/** Agent programs that can be asked in print mode. */
export const agentProgramNames = ['claude', 'gemini', 'qwen', 'codex', 'opencode'] as const;
export type AgentProgramName = (typeof agentProgramNames)[number];

export type ModelName =
  | { readonly provider: KeyedProvider; readonly model: string }
  /** A server that speaks OpenAI's chat protocol. */
  | { readonly provider: 'compatible'; readonly url: string; readonly model: string }
  | { readonly provider: 'acp'; readonly command: string }
  | { readonly provider: 'command'; readonly program: AgentProgramName; readonly model?: string }
  | { readonly provider: 'script'; readonly file: string }
  | { readonly provider: 'offline' };

/** Everything a name can begin with. */
export const modelProviders = [...keyedProviders, 'compatible', 'acp', 'command', 'script', 'offline'] as const;

/** The name as it is written in settings and shown to people; `parseModelChain` reads it back. */
export function modelNameText(name: ModelName): string {
  switch (name.provider) {
    case 'compatible':
      return `compatible:${name.url}#${name.model}`;
    case 'acp':
      return `acp:${name.command}`;
    case 'command':
      return name.model === undefined ? `command:${name.program}` : `command:${name.program}#${name.model}`;
    case 'script':
      return `script:${name.file.includes(',') ? `"${name.file}"` : name.file}`;
    case 'offline':
      return 'offline';
    case 'anthropic':
    case 'openai':
    case 'google':
    case 'xai':
      return `${name.provider}:${name.model}`;
  }
}
