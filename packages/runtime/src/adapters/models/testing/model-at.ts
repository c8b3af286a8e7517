import { type ModelName, parseModelChain } from '@planwright/core';
import type { Model } from '../../../ports/model.js';
import type { ProviderModelName } from '../provider-facts.js';
import { createProviderModel, type ProviderModelOptions } from '../provider-model.js';

/** A key that must not turn up anywhere. */
export const secretKey = 'sk-test-0123456789abcdef';

const models: Readonly<Record<ProviderModelName['provider'], string>> = {
  anthropic: 'anthropic:claude-sonnet-4-5',
  openai: 'openai:gpt-5',
  google: 'google:gemini-2.5-pro',
  xai: 'xai:grok-4.5',
  compatible: 'compatible:<url>#local',
};

export const everyProvider = Object.keys(models) as readonly ProviderModelName['provider'][];

/** A model of this provider that is asked at a server of our own. */
export function modelAt(
  provider: ProviderModelName['provider'],
  url: string,
  options: Partial<ProviderModelOptions> & { readonly name?: string } = {},
): Model {
  const { name = models[provider].replace('<url>', url), ...rest } = options;
  const env = {
    ANTHROPIC_API_KEY: secretKey,
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: secretKey,
    OPENAI_BASE_URL: url,
    GEMINI_API_KEY: secretKey,
    GOOGLE_GENERATIVE_AI_BASE_URL: url,
    XAI_API_KEY: secretKey,
    XAI_BASE_URL: url,
  };
  return createProviderModel(providerName(name), { env, ...rest });
}

/** The one name in a text that is reached through a provider's client. */
export function providerName(text: string): ProviderModelName {
  const parsed = parseModelChain(text);
  const [name] = parsed.ok ? parsed.models : [];
  if (name === undefined || !isProviderName(name)) throw new Error(`"${text}" is no name of a provider's model`);
  return name;
}

function isProviderName(name: ModelName): name is ProviderModelName {
  return everyProvider.some((provider) => provider === name.provider);
}
