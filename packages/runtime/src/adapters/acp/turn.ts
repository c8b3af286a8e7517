import * as z from 'zod';
import type { AgentRequests } from './agent-requests.js';

/** One turn of the agent in a session: what it says, and what it asks of us. */
export type Turn = {
  readonly note: (update: unknown, bytes: number) => void;
  readonly requests: AgentRequests;
  /** What it said last: the text after its last tool call. */
  readonly message: () => string;
  /** What the whole session has cost, where the agent says so. */
  readonly costUsd: () => number | undefined;
};

export type TurnOptions = {
  readonly requests: AgentRequests;
  readonly onText?: ((piece: string) => void) | undefined;
  readonly maxBytes: number;
  readonly onTooMuch: () => void;
};

/** The updates we listen to; thoughts, plans and the progress of tools are not part of an answer. */
const updateSchema = z.discriminatedUnion('sessionUpdate', [
  z.object({
    sessionUpdate: z.literal('agent_message_chunk'),
    content: z.object({ type: z.literal('text'), text: z.string() }),
  }),
  z.object({ sessionUpdate: z.literal('tool_call') }),
  z.object({
    sessionUpdate: z.literal('usage_update'),
    cost: z.object({ amount: z.number(), currency: z.literal('USD') }),
  }),
]);

export function createTurn({ requests, onText, maxBytes, onTooMuch }: TurnOptions): Turn {
  const messages: string[][] = [[]];
  let bytesSent = 0;
  let costUsd: number | undefined;
  return {
    requests,
    message: () => messages.map((pieces) => pieces.join('')).findLast((text) => text.trim() !== '') ?? '',
    costUsd: () => costUsd,
    note: (update, bytes) => {
      bytesSent += bytes;
      if (bytesSent > maxBytes) {
        onTooMuch();
        return;
      }
      const parsed = updateSchema.safeParse(update);
      if (!parsed.success) return;
      switch (parsed.data.sessionUpdate) {
        case 'agent_message_chunk':
          messages.at(-1)?.push(parsed.data.content.text);
          if (parsed.data.content.text !== '') onText?.(parsed.data.content.text);
          return;
        case 'tool_call':
          messages.push([]);
          return;
        case 'usage_update':
          costUsd = parsed.data.cost.amount;
      }
    },
  };
}
