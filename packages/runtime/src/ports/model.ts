import type { CostEstimate, Effort, Notice, Phase, SessionRef, SessionWish, ToolClass, Usage } from '@planwright/core';
import type { JsonSchema, ToolCall, Tools, ToolSpec } from './tools.js';

export type { JsonSchema, ToolCall, ToolSpec } from './tools.js';

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      /** What the adapter that made it wants back unchanged, as a provider's signature of its reasoning. JSON. */
      readonly provider?: Readonly<Record<string, unknown>>;
      readonly session?: SessionRef;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly ok: boolean;
    };

export type ModelRequest = {
  readonly phase: Phase;
  readonly agent: string;
  /** The step's label; null outside a step (planning, the closing answer). */
  readonly label: string | null;
  readonly try: number;
  readonly attempt: number;
  readonly turn: number;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  readonly effort?: Effort;
  /** The most tokens the reply may take, thinking included: what a budget has reserved for it. */
  readonly maxTokens?: number;
  /** The reply's text shall be JSON that fits this. Whoever asks checks it: not every model can promise it. */
  readonly output?: { readonly name: string; readonly schema: JsonSchema };
  /** For agent programs, which have tools of their own. Models that only speak ignore it. */
  readonly workplace?: Workplace;
  readonly session?: SessionWish;
};

/** Where an agent program works and what it may do there. */
export type Workplace = {
  /** An absolute path. */
  readonly root: string;
  /** With `reads` it must leave no trace: it is run in its own read-only mode *and* in a throwaway copy of `root`. */
  readonly access: ToolClass;
  /** Our own tools behind the gate, for agents whose file and terminal requests come to us. */
  readonly tools: Tools;
};

export type ModelReply = {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage?: Usage;
  /** Who replied, where a chain was asked. */
  readonly model?: string;
  readonly session?: SessionRef;
  readonly provider?: Readonly<Record<string, unknown>>;
};

export type ReplyOptions = {
  readonly signal: AbortSignal;
  /** The text as it comes, for people; not stored, and nothing may depend on it. */
  readonly onText?: (piece: string) => void;
  /** Retries and fallbacks on the way to the reply. */
  readonly onNotice?: (notice: Notice) => void;
};

/**
 * A language model, or an agent program that is asked like one. Throws `modelError(…)` when there is no reply; a refusal in
 * words is a reply. Rejects with the signal's reason once it is aborted, after everything it started is gone.
 */
export interface Model {
  readonly name: string;
  readonly reply: (request: ModelRequest, options: ReplyOptions) => Promise<ModelReply>;
  /** The most a reply to this may cost, for a budget. */
  readonly estimate?: (request: ModelRequest) => CostEstimate;
  /** Ends what it keeps running between replies. */
  readonly close?: () => Promise<void>;
}
