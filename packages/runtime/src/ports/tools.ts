import type { CallFacts, ToolClass } from '@planwright/core';

export type ToolCall = { readonly id: string; readonly name: string; readonly args: Readonly<Record<string, unknown>> };

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ToolSpec = { readonly name: string; readonly description: string; readonly parameters: JsonSchema };

/** What a tool gave back. A failure is told to the model, never thrown. */
export type ToolResult = { readonly ok: boolean; readonly text: string };

/** One tool. What it is given has not been looked at by anybody: it is data from a model. */
export interface Tool {
  readonly spec: ToolSpec;
  /** The most that any call of it may do. */
  readonly class: ToolClass;
  /** What this call would do, for the gate; or what is wrong with its arguments. Carries nothing out, may look at the disk. */
  readonly facts: (args: ToolCall['args']) => Promise<CallFacts | { readonly problem: string }>;
  /** Carries one call out. What goes wrong is a result with `ok: false`. Rejects only with the signal's reason. */
  readonly call: (args: ToolCall['args'], options: { readonly signal: AbortSignal }) => Promise<ToolResult>;
  /** Tools that may help when this one fails, by name. */
  readonly fallbacks?: readonly string[];
  /** How long a call may take, where it is not the usual time. */
  readonly timeoutMs?: number;
}

/** Tools that belong together, as an agent is given them. */
export interface Tools {
  readonly specs: readonly ToolSpec[];
  /** The most that any of them may do. */
  readonly class: ToolClass;
  /**
   * Carries one call out. A name it does not have, arguments it cannot read, a refusal and everything that goes wrong are
   * results with `ok: false`. Rejects only with the signal's reason, once it is aborted.
   */
  readonly call: (call: ToolCall, signal: AbortSignal) => Promise<ToolResult>;
  /** Names of tools that may help when this one failed. */
  readonly fallbacksFor?: (name: string) => readonly string[];
}
