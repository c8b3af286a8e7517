import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest, ToolSpec } from '../../ports/model.js';
import { effortOptions } from './effort-options.js';
import { assistantContent } from './kept-parts.js';
import type { Provider } from './provider-facts.js';

export type AskedModel = { readonly name: string; readonly provider: Provider; readonly model: string };

/** Our request in the terms of the provider clients. */
export function callOptions(request: ModelRequest, asked: AskedModel): LanguageModelV3CallOptions {
  const { tools, output, maxTokens } = request;
  const effort = effortOptions(asked.provider, asked.model, request.effort);
  return {
    prompt:
      asked.provider === 'anthropic' ? withCacheMarks(promptOf(request, asked), request) : promptOf(request, asked),
    ...(tools.length === 0 ? {} : { tools: tools.map(functionTool) }),
    ...(output ? { responseFormat: { type: 'json', name: output.name, schema: output.schema } } : {}),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens - thoughtBeside(effort) }),
    providerOptions: { [asked.provider]: { ...settingsOf(request, asked), ...effort } },
  };
}

/** Anthropic's client adds what a model is given to think with to the rest; elsewhere it is part of it. */
function thoughtBeside({ thinking }: ReturnType<typeof effortOptions>): number {
  const budget = typeof thinking === 'object' ? thinking['budgetTokens'] : undefined;
  return typeof budget === 'number' ? budget : 0;
}

function functionTool({ name, description, parameters }: ToolSpec): LanguageModelV3FunctionTool {
  // Strict, OpenAI would make the model state every optional argument, as null.
  return { type: 'function', name, description, inputSchema: parameters, strict: false };
}

function settingsOf({ output }: ModelRequest, { provider }: AskedModel): SharedV3ProviderOptions[string] {
  const strictness = output ? { strictJsonSchema: isStrict(output.schema) } : {};
  switch (provider) {
    // Arguments that are streamed eagerly may be no JSON in the end, and we do not use them before that.
    case 'anthropic':
      return { toolStreaming: false };
    // Nothing shall be kept at the provider; its reasoning comes to us encrypted and goes back with the next request.
    case 'openai':
      return { store: false, ...strictness };
    case 'compatible':
      return strictness;
    case 'google':
    case 'xai':
      return {};
  }
}

/** Whether a schema can be enforced: every object is closed and states all its fields. Others only guide the model. */
function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  const { type, properties, required, additionalProperties } = schema as Readonly<Record<string, unknown>>;
  const names = Object.keys(properties ?? {});
  const isClosed =
    type !== 'object' ||
    (additionalProperties === false && Array.isArray(required) && names.every((name) => required.includes(name)));
  return isClosed && Object.values(schema).every(isStrict);
}

function promptOf({ system, messages }: ModelRequest, asked: AskedModel): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Message[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  for (const message of messages) {
    const last = prompt.at(-1);
    const next = messageOf(message, asked);
    // All results of one turn belong together; some providers refuse them one by one.
    if (next.role === 'tool' && last?.role === 'tool') last.content.push(...next.content);
    else if (next.content.length > 0) prompt.push(next);
  }
  return prompt;
}

function messageOf(message: ModelMessage, { name }: AskedModel): LanguageModelV3Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return { role: 'assistant', content: assistantContent(message, name) };
    case 'tool': {
      const { callId, name: toolName, ok, text } = message;
      const output = { type: ok ? ('text' as const) : ('error-text' as const), value: text };
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId: callId, toolName, output }] };
    }
  }
}

const cacheMark: SharedV3ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** Anthropic caches up to each mark. A request without tools has no next turn that could use its messages again. */
function withCacheMarks(prompt: LanguageModelV3Prompt, { tools }: ModelRequest): LanguageModelV3Prompt {
  return prompt.map((message, place) => {
    const isMarked = message.role === 'system' || (tools.length > 0 && place === prompt.length - 1);
    return isMarked ? { ...message, providerOptions: cacheMark } : message;
  });
}
