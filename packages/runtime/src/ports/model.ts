import type { Usage } from '@planwright/core';

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

export type ToolCall = { readonly id: string; readonly name: string; readonly args: Readonly<Record<string, unknown>> };

export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
};

export type ModelRequest = {
  readonly agent: string;
  /** The step's label; null outside a step (planning, the closing answer). */
  readonly label: string | null;
  readonly try: number;
  readonly attempt: number;
  readonly turn: number;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
};

export type ModelReply = { readonly text: string; readonly toolCalls: readonly ToolCall[]; readonly usage?: Usage };

/** A language model. Throws `model-unavailable` (details: status) when there is no reply; a refusal in words is a reply. */
export interface Model {
  readonly name: string;
  readonly reply: (request: ModelRequest, options: { readonly signal: AbortSignal }) => Promise<ModelReply>;
}
