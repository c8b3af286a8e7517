import type { LanguageModelV3Message, SharedV3ProviderOptions } from '@ai-sdk/provider';
import * as z from 'zod';
import type { ModelMessage } from '../../ports/model.js';

/** The pieces a reply was made of, in their order. */
export type ReplyPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly options?: SharedV3ProviderOptions }
  | { readonly type: 'tool-call'; readonly id: string; readonly options?: SharedV3ProviderOptions };

type AssistantMessage = Extract<ModelMessage, { readonly role: 'assistant' }>;
type AssistantContent = Extract<LanguageModelV3Message, { readonly role: 'assistant' }>['content'];

const optionsSchema = z.record(z.string(), z.record(z.string(), z.json())).optional();
const keptSchema = z.object({
  by: z.string(),
  parts: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['text', 'reasoning']), text: z.string(), options: optionsSchema }),
      z.object({ type: z.literal('tool-call'), id: z.string(), options: optionsSchema }),
    ]),
  ),
});

/**
 * What the model wants back with its next request: signatures of its reasoning, ids of its items. Undefined when the text and
 * the calls say it all.
 */
export function keepParts(by: string, parts: readonly ReplyPart[]): Readonly<Record<string, unknown>> | undefined {
  const isNeeded = parts.some(({ type, options }) => type === 'reasoning' || options !== undefined);
  return isNeeded ? { by, parts } : undefined;
}

/** A reply as the model is shown it again: as it was made when it was its own, else as text and calls. */
export function assistantContent(message: AssistantMessage, by: string): AssistantContent {
  const kept = keptSchema.safeParse(message.provider);
  if (!kept.success || kept.data.by !== by) return plainContent(message);
  // The schema says all that the type does, but for the difference between a field that is undefined and one that is not there.
  const parts = kept.data.parts as readonly ReplyPart[];
  return isWhole(parts, message) ? withOptions(parts, message) : plainContent(message);
}

/** What was shortened or hidden since it was made must not come back by this way. */
function isWhole(parts: readonly ReplyPart[], { text, toolCalls }: AssistantMessage): boolean {
  const texts = parts.map((part) => (part.type === 'text' ? part.text : ''));
  const ids = parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []));
  return texts.join('') === text && ids.join('\n') === toolCalls.map(({ id }) => id).join('\n');
}

function withOptions(parts: readonly ReplyPart[], { toolCalls }: AssistantMessage): AssistantContent {
  return parts.flatMap((part): AssistantContent => {
    const providerOptions = part.options === undefined ? {} : { providerOptions: part.options };
    // An empty text is refused by some; empty reasoning may carry a signature.
    if (part.type === 'text' && part.text === '') return [];
    if (part.type !== 'tool-call') return [{ type: part.type, text: part.text, ...providerOptions }];
    return toolCalls
      .filter(({ id }) => id === part.id)
      .map(({ id, name, args }) => ({
        type: 'tool-call',
        toolCallId: id,
        toolName: name,
        input: args,
        ...providerOptions,
      }));
  });
}

function plainContent({ text, toolCalls }: AssistantMessage): AssistantContent {
  return [
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
    ...toolCalls.map(({ id, name, args }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input: args,
    })),
  ];
}
