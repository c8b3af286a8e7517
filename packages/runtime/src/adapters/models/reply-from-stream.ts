import { costOf, modelError, parseJson, type PriceList, stated, type Usage } from '@planwright/core';
import type { ModelReply, ToolCall } from '../../ports/model.js';
import { keepParts } from './kept-parts.js';
import type { RawCall, StreamEnd } from './read-stream.js';

type Finished = Extract<StreamEnd, { readonly type: 'finished' }>;
type Ended = Extract<StreamEnd, { readonly type: 'finished' | 'cut' }>;

/** The reply a stream gave. Throws the failure it stands for when it was cut, is not whole or cannot be read. */
export function replyFromStream(end: Ended, name: string, prices?: PriceList): ModelReply {
  if (end.type === 'cut') throw cutFailure(end.begun, name);
  const text = end.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const problem = whyNotWhole(end, text);
  if (problem) throw modelError({ model: name, kind: problem.kind, message: `${name} ${problem.what}` });
  const toolCalls = end.calls.map((call) => toolCall(call, name));
  const usage = usageOf(end.usage, name, prices);
  const provider = keepParts(name, end.parts);
  return { text, toolCalls, model: name, ...(usage ? { usage } : {}), ...(provider ? { provider } : {}) };
}

function cutFailure(begun: boolean, name: string): Error {
  return begun
    ? modelError({ kind: 'network', model: name, message: `${name} stopped in the middle of its reply` })
    : modelError({ kind: 'unreadable', model: name, message: `${name} sent something that is no reply` });
}

function whyNotWhole(
  { reason, calls }: Finished,
  text: string,
): { readonly kind: 'unreadable' | 'rejected'; readonly what: string } | undefined {
  if (reason === 'length')
    return { kind: 'unreadable', what: 'reached its limit of tokens before its reply was complete' };
  if (reason === 'error') return { kind: 'unreadable', what: 'ended its reply with an error' };
  // A refusal in words is a reply.
  if (reason !== 'content-filter' || text.trim() !== '' || calls.length > 0) return undefined;
  return { kind: 'rejected', what: 'replied with nothing: its content filter stopped it' };
}

/**
 * Arguments that are no JSON object make the whole reply unreadable. To call the tool without them would be to carry out
 * something nobody asked for.
 */
function toolCall({ id, name: tool, input }: RawCall, name: string): ToolCall {
  const parsed = input.trim() === '' ? { ok: true as const, value: {} } : parseJson(input);
  if (parsed.ok && isObject(parsed.value)) return { id, name: tool, args: parsed.value };
  const found = parsed.ok ? 'other JSON' : 'no JSON';
  throw modelError({
    kind: 'unreadable',
    model: name,
    message: `${name} called ${tool} with arguments that are ${found}; expected an object`,
  });
}

function isObject(value: unknown): value is ToolCall['args'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function usageOf(
  { inputTokens: input, outputTokens: output }: Finished['usage'],
  name: string,
  prices?: PriceList,
): Usage | undefined {
  const count = {
    inputTokens: input.total,
    outputTokens: output.total,
    cacheReadTokens: input.cacheRead,
    cacheWriteTokens: input.cacheWrite,
  };
  const { inputTokens, outputTokens } = count;
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return stated({ inputTokens, outputTokens, costUsd: prices && costOf(count, name, prices) });
}
