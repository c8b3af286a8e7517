import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { costOf, modelError, modelNameText, type PriceList } from '@planwright/core';
import { roughTokens } from '../../metered-model.js';
import type { Model, ModelReply, ModelRequest, ReplyOptions } from '../../ports/model.js';
import { callFailure } from './call-failure.js';
import { callOptions } from './call-options.js';
import { type Endpoint, endpointOf, type EndpointSettings } from './endpoint.js';
import { type Connect, loadProvider } from './load-provider.js';
import type { ProviderModelName } from './provider-facts.js';
import { readStream, type StreamEnd } from './read-stream.js';
import { replyFromStream } from './reply-from-stream.js';
import { type CallTimeouts, defaultTimeouts, watchCall, type WatchedCall } from './watched-call.js';

export type ProviderModelOptions = EndpointSettings & {
  readonly fetch?: typeof globalThis.fetch;
  readonly timeouts?: Partial<CallTimeouts>;
  /** Without them replies say how many tokens they took and not what they cost. */
  readonly prices?: PriceList;
};

type Call = ProviderModelOptions & {
  readonly name: ProviderModelName;
  readonly endpoint: Endpoint;
  readonly connect: Connect;
};

/**
 * A model that is reached over HTTP. Nothing is loaded or asked before the first reply; a missing key or package is a
 * `missing` failure of that reply, so that a chain can go on.
 */
export function createProviderModel(name: ProviderModelName, options: ProviderModelOptions): Model {
  let connect: Promise<Connect> | undefined;
  return {
    name: modelNameText(name),
    estimate: (request) => {
      const { input: inputTokens, output: outputTokens } = roughTokens(request);
      const { prices } = options;
      const costUsd = prices && costOf({ inputTokens, outputTokens }, modelNameText(name), prices);
      return { tokens: inputTokens + outputTokens, costUsd: costUsd ?? null };
    },
    reply: async (request, replyOptions) => {
      replyOptions.signal.throwIfAborted();
      const endpoint = endpointOf(name, options);
      connect ??= load(name);
      return callModel({ ...options, name, endpoint, connect: await connect }, request, replyOptions);
    },
  };
}

async function load(name: ProviderModelName): Promise<Connect> {
  try {
    return await loadProvider(name.provider);
  } catch (cause) {
    const model = modelNameText(name);
    const message = `the client for "${name.provider}:" models cannot be loaded; is its @ai-sdk package installed?`;
    throw modelError({ kind: 'missing', model, message }, cause);
  }
}

async function callModel(call: Call, request: ModelRequest, { signal, onText }: ReplyOptions): Promise<ModelReply> {
  const { provider, model } = call.name;
  const asked = { name: modelNameText(call.name), provider, model };
  const options = callOptions(request, asked);
  const { fetch = globalThis.fetch, timeouts, endpoint, prices } = call;
  const watched = watchCall({ name: asked.name, signal, fetch, timeouts: { ...defaultTimeouts, ...timeouts } });
  const end = await streamReply(call, { ...options, abortSignal: watched.signal }, { watched, onText });
  watched.end();
  if (end.type !== 'error') return replyFromStream(end, asked.name, prices);
  signal.throwIfAborted();
  throw watched.failure() ?? callFailure(end.error, { name: asked.name, endpoint });
}

async function streamReply(
  { connect, endpoint, name }: Call,
  options: LanguageModelV3CallOptions,
  { watched, onText }: { readonly watched: WatchedCall; readonly onText: ReplyOptions['onText'] },
): Promise<StreamEnd> {
  try {
    const { stream } = await connect(endpoint, name.model, watched.fetch).doStream(options);
    return await readStream(stream, (piece) => onText?.(piece));
  } catch (error) {
    return { type: 'error', error };
  }
}
