import type { CostEstimate } from '@planwright/core';
import type { Meter } from './ports/meter.js';
import type { Model, ModelRequest } from './ports/model.js';
import { thinkingTokens } from './thinking-tokens.js';

/** The same model, asked only when the budget has room for the reply, and told to take no more than that. */
export function createMeteredModel(model: Model, meter: Meter | undefined): Model {
  if (meter === undefined) return model;
  return {
    ...model,
    reply: async (request, options) => {
      const reserved = await meter.reserve(model.estimate?.(request) ?? roughEstimate(request));
      try {
        const maxTokens = roughTokens(request).output;
        const reply = await model.reply(reserved.isAll === true ? { ...request, maxTokens } : request, options);
        await reserved.settle(reply.usage);
        return reply;
      } catch (error) {
        // What a call that failed has cost, nobody knows.
        await reserved.settle(undefined);
        throw error;
      }
    },
  };
}

const charactersPerToken = 3;
/** A file of some hundred lines; what is longer is better written in pieces. */
const replyTokens = 8192;

/** A little more than the words of a request, and of a long reply, come to. */
export function roughTokens({ system, messages, tools, effort }: ModelRequest): {
  readonly input: number;
  readonly output: number;
} {
  const said = messages.reduce((sum, { text }) => sum + text.length, 0);
  const characters = system.length + said + JSON.stringify(tools).length;
  return {
    input: Math.ceil(characters / charactersPerToken),
    output: replyTokens + (effort === undefined ? 0 : thinkingTokens[effort]),
  };
}

/** For models that say nothing about themselves: at a price nobody knows. */
export function roughEstimate(request: ModelRequest): CostEstimate {
  const { input, output } = roughTokens(request);
  return { tokens: input + output, costUsd: null };
}
