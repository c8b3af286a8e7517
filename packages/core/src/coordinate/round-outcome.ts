import { graftOutcome, revisionOutcome, startRevision } from './asked-round-outcome.js';
import {
  type CoordinationState,
  currentAttempt,
  currentRound,
  outstandingAgents,
  voiceOf,
} from './coordination-state.js';
import { isPastDeadline } from './deadline.js';
import { openRoundOutcome } from './open-round-outcome.js';
import type { RoundFacts, RoundOutcome } from './round-facts.js';

export type OutcomeContext = {
  readonly at: string;
  /** A person asked for changes in the chosen plan. */
  readonly isRevising: boolean;
};

/** The one thing that follows now. Pure and total: asked again after each thing that happened, until it is to wait. */
export function roundOutcome(coordination: CoordinationState, { at, isRevising }: OutcomeContext): RoundOutcome {
  const { settings } = coordination;
  const attempt = currentAttempt(coordination);
  const round = currentRound(coordination);
  if (!isRevising && (attempt.chosen !== null || attempt.failed !== null)) return { type: 'wait' };
  if (round === undefined)
    return isRevising ? startRevision(settings, attempt) : { type: 'round', round: 1, paper: [] };
  const facts = { settings, attempt, round, isLate: isPastDeadline(coordination, at) };
  switch (round.kind) {
    case 'open':
      return wornOut(facts) ?? openRoundOutcome(facts);
    case 'graft':
      return graftOutcome(facts);
    case 'revision':
      return wornOut(facts) ?? revisionOutcome(facts);
  }
}

/** An agent that has used all its tries of a round is not asked again. */
function wornOut({ settings, attempt, round }: RoundFacts): RoundOutcome | undefined {
  const { tries } = settings;
  const worn = outstandingAgents(settings, attempt, round).find(
    ({ id }) => voiceOf(round, id).refusals.length >= tries,
  );
  if (worn === undefined) return undefined;
  const last = voiceOf(round, worn.id).refusals.at(-1)?.reason ?? '';
  const used = tries === 1 ? 'its one try' : `${tries} tries`;
  return { type: 'retire', agent: worn.id, reason: `nothing that could be used in ${used}; the last: ${last}` };
}
