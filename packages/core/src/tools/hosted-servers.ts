/** Hosts that serve models over OpenAI's chat protocol, and the variable that the key of each is usually in. */
const keyVariables: Readonly<Record<string, string>> = {
  'api.openai.com': 'OPENAI_API_KEY',
  'api.cerebras.ai': 'CEREBRAS_API_KEY',
  'api.together.xyz': 'TOGETHER_API_KEY',
  'api.fireworks.ai': 'FIREWORKS_API_KEY',
  'api.groq.com': 'GROQ_API_KEY',
  'openrouter.ai': 'OPENROUTER_API_KEY',
  'api.moonshot.cn': 'MOONSHOT_API_KEY',
  'api.studio.nebius.ai': 'NEBIUS_API_KEY',
  'api.poe.com': 'POE_API_KEY',
  'dashscope-intl.aliyuncs.com': 'QWEN_API_KEY',
  'api.z.ai': 'ZAI_API_KEY',
};

/** The variable of a server's own key. Only where the connection is secret and the host is its own: a key goes to nobody else. */
export function ownKeyVariable(url: string): string | undefined {
  const host = /^https:\/\/([a-z0-9.-]+)(?::443)?(?:[/?#]|$)/i.exec(url.trim())?.[1]?.toLowerCase();
  if (host === undefined) return undefined;
  if (host.endsWith('.openai.azure.com')) return 'AZURE_OPENAI_API_KEY';
  return Object.hasOwn(keyVariables, host) ? keyVariables[host] : undefined;
}
