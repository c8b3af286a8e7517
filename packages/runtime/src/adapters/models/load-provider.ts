import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { Endpoint } from './endpoint.js';
import type { Provider } from './provider-facts.js';

/** A model of the provider's client for one call, which goes out over the given `fetch`. */
export type Connect = (endpoint: Endpoint, model: string, fetch: typeof globalThis.fetch) => LanguageModelV3;

/**
 * Loads the client of one provider; the others stay unloaded. Every setting is passed in: what is left out, the clients would
 * look up in the environment of the process themselves. Rejects when the package is not installed.
 */
export async function loadProvider(provider: Provider): Promise<Connect> {
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return ({ url, key }, model, fetch) => createAnthropic({ baseURL: url, apiKey: key ?? '', fetch })(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return ({ url, key }, model, fetch) => createOpenAI({ baseURL: url, apiKey: key ?? '', fetch }).responses(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return ({ url, key }, model, fetch) =>
        createGoogleGenerativeAI({ baseURL: url, apiKey: key ?? '', fetch })(model);
    }
    case 'xai': {
      const { createXai } = await import('@ai-sdk/xai');
      return ({ url, key }, model, fetch) => createXai({ baseURL: url, apiKey: key ?? '', fetch })(model);
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return ({ url, key }, model, fetch) =>
        createOpenAICompatible({
          name: 'compatible',
          baseURL: url,
          ...(key === undefined ? {} : { apiKey: key }),
          includeUsage: true,
          supportsStructuredOutputs: true,
          fetch,
        })(model);
    }
  }
}
