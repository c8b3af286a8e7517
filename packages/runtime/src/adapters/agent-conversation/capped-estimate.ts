import type { Budget } from '@planwright/core';
import { roughEstimate } from '../../metered-model.js';
import type { Model } from '../../ports/model.js';

/** The most that one call of an agent program may take, as a person set it. */
export type AgentCap = Pick<Budget, 'tokens' | 'costUsd'>;

/**
 * What a call of an agent program reserves: its cap, because no prompt tells what the program will do by itself. Without a cap
 * there is nothing to go by but the prompt.
 */
export function cappedEstimate(cap: AgentCap = {}): NonNullable<Model['estimate']> {
  return (request) => ({ tokens: cap.tokens ?? roughEstimate(request).tokens, costUsd: cap.costUsd ?? null });
}
