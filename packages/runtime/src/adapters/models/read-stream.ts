import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { ReplyPart } from './kept-parts.js';

export type RawCall = { readonly id: string; readonly name: string; readonly input: string };

/** How a stream ended, before anybody judges it. */
export type StreamEnd =
  | {
      readonly type: 'finished';
      readonly reason: LanguageModelV3FinishReason['unified'];
      readonly parts: readonly ReplyPart[];
      readonly calls: readonly RawCall[];
      readonly usage: LanguageModelV3Usage;
    }
  /** Without a word that it is finished; `begun` when something of a reply had come. */
  | { readonly type: 'cut'; readonly begun: boolean }
  | { readonly type: 'error'; readonly error: unknown };

type OpenPart = { readonly type: 'text' | 'reasoning'; text: string; options?: SharedV3ProviderOptions };
type Reading = {
  readonly parts: ReplyPart[];
  readonly calls: RawCall[];
  readonly open: Map<string, OpenPart>;
  begun: boolean;
};

/** Reads a stream to its end, or to the first error in it. Rejects when the connection breaks. */
export async function readStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  onText: (piece: string) => void,
): Promise<StreamEnd> {
  const reading: Reading = { parts: [], calls: [], open: new Map(), begun: false };
  for await (const part of stream) {
    if (part.type === 'error') return isEarlyEnd(part.error) ? { type: 'cut', begun: reading.begun } : part;
    if (part.type === 'finish') return finish(reading, part);
    take(reading, part);
    if (part.type === 'text-delta' && part.delta !== '') onText(part.delta);
  }
  return { type: 'cut', begun: reading.begun };
}

/** The client for compatible servers reports a stream without a finish reason as invalid data that is not there. */
function isEarlyEnd(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'AI_InvalidResponseDataError' &&
    'data' in error &&
    error.data === undefined
  );
}

/** The other clients make up a finish reason, but have none of the provider's own. */
function finish(
  { parts, calls, begun }: Reading,
  { finishReason, usage }: Extract<LanguageModelV3StreamPart, { readonly type: 'finish' }>,
): StreamEnd {
  const { unified: reason, raw } = finishReason;
  if (reason === 'other' && raw === undefined) return { type: 'cut', begun };
  return { type: 'finished', reason, parts, calls, usage };
}

function take(reading: Reading, part: LanguageModelV3StreamPart): void {
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start': {
      const opened: OpenPart = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' };
      reading.open.set(`${opened.type} ${part.id}`, opened);
      reading.parts.push(opened);
      goOn(opened, part.providerMetadata, reading);
      return;
    }
    case 'text-delta':
    case 'text-end':
    case 'reasoning-delta':
    case 'reasoning-end': {
      const opened = reading.open.get(`${part.type.split('-')[0] ?? ''} ${part.id}`);
      if (opened === undefined) return;
      if ('delta' in part) opened.text += part.delta;
      goOn(opened, part.providerMetadata, reading);
      return;
    }
    case 'tool-call': {
      const { toolCallId: id, toolName: name, input, providerMetadata: options } = part;
      reading.begun = true;
      reading.calls.push({ id, name, input });
      reading.parts.push({ type: 'tool-call', id, ...(options === undefined ? {} : { options }) });
      return;
    }
    case 'tool-input-start':
    case 'response-metadata':
      reading.begun = true;
      return;
    // Parts that repeat others, or that only come when tools of the provider's own are switched on.
    case 'stream-start':
    case 'tool-input-delta':
    case 'tool-input-end':
    case 'tool-approval-request':
    case 'tool-result':
    case 'file':
    case 'source':
    case 'raw':
    case 'finish':
    case 'error':
  }
}

/** What the provider says about a part may come with its beginning or with its end; the latest counts. */
function goOn(opened: OpenPart, metadata: SharedV3ProviderOptions | undefined, reading: Reading): void {
  reading.begun = true;
  if (metadata !== undefined) opened.options = metadata;
}
