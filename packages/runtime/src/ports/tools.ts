import type { ToolClass } from '@planwright/core';
import type { ToolCall, ToolSpec } from './model.js';

/** What a tool gave back. A failure is told to the model, never thrown. */
export type ToolResult = { readonly ok: boolean; readonly text: string };

/** Tools that belong together. */
export interface Tools {
  readonly specs: readonly ToolSpec[];
  /** The most that any of them may do. */
  readonly class: ToolClass;
  /**
   * Carries one call out. A name it does not have, arguments it cannot read and everything that goes wrong are results with
   * `ok: false`. Rejects only with the signal's reason, once it is aborted.
   */
  readonly call: (call: ToolCall, signal: AbortSignal) => Promise<ToolResult>;
}
