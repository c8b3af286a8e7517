import type { KeyedProvider, ModelName } from '@planwright/core';

/** Models that are reached over HTTP through a provider's client. */
export type ProviderModelName = Extract<ModelName, { readonly provider: KeyedProvider | 'compatible' }>;

export type Provider = ProviderModelName['provider'];

type ProviderFacts = {
  /** The first that is set counts. */
  readonly keyVariables: readonly [string, ...string[]];
  readonly baseUrlVariable: string;
  readonly baseUrl: string;
};

export const providerFacts: Readonly<Record<KeyedProvider, ProviderFacts>> = {
  anthropic: {
    keyVariables: ['ANTHROPIC_API_KEY'],
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    baseUrl: 'https://api.anthropic.com/v1',
  },
  openai: {
    keyVariables: ['OPENAI_API_KEY'],
    baseUrlVariable: 'OPENAI_BASE_URL',
    baseUrl: 'https://api.openai.com/v1',
  },
  google: {
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    baseUrlVariable: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  xai: { keyVariables: ['XAI_API_KEY'], baseUrlVariable: 'XAI_BASE_URL', baseUrl: 'https://api.x.ai/v1' },
};

/** For `compatible:` servers that have no variable of their own; most that run on one's own machine need none. */
export const compatibleKeyVariable = 'PLANWRIGHT_COMPATIBLE_API_KEY';
