import type { ConsultOrder } from '@planwright/core';

/** What an agent is asked for: until there is something to vote for, only a proposal. */
export function consultPhase({ mayVote }: Pick<ConsultOrder, 'mayVote'>): 'propose' | 'vote' {
  return mayVote ? 'vote' : 'propose';
}
