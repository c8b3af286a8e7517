import type { ToolCall } from '../../ports/model.js';
import type { ToolResult, Tools } from '../../ports/tools.js';

/** Calls of our own tools on behalf of an agent: all behind the gate, and all stopped at the end of its turn. */
export type GatedCalls = {
  /** Aborted when the turn ends. */
  readonly signal: AbortSignal;
  readonly call: (name: string, args: ToolCall['args'], stop?: AbortSignal) => Promise<ToolResult>;
  /** Stops every call and resolves when none is under way. Repeatable. */
  readonly close: () => Promise<void>;
};

export function createGatedCalls(tools: Tools | undefined): GatedCalls {
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let count = 0;
  return {
    signal: closing.signal,
    call: async (name, args, stop) => {
      if (tools === undefined) return { ok: false, text: `${name} is not available here` };
      count += 1;
      const signal = stop ? AbortSignal.any([closing.signal, stop]) : closing.signal;
      const calling = tools.call({ id: `acp-${count}`, name, args }, signal);
      underWay.add(calling);
      try {
        return await calling;
      } finally {
        underWay.delete(calling);
      }
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}
