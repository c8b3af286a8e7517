import type { CoordinationSettings } from './coordination-settings.js';
import { type Attempt, isLeft, type Proposal, proposalNamed, type Taken, voiceOf } from './coordination-state.js';
import { presenterIn } from './presenter.js';
import type { RoundFacts, RoundOutcome } from './round-facts.js';

/** Asks the author of the plan for another, or who stands in for it. */
export function startRevision(settings: CoordinationSettings, attempt: Attempt): RoundOutcome {
  const { chosen } = attempt;
  const asked = presenterIn(settings, attempt);
  if (chosen === null || asked === undefined || !isLeft(settings, attempt, asked))
    return { type: 'keep-plan', message: 'no agent is left that could change it' };
  const round = (attempt.rounds.at(-1)?.round ?? 0) + 1;
  return { type: 'round', round, asked, paper: [{ proposal: chosen.proposal, hash: chosen.hash }] };
}

/** A person asked for it and a person approves it: nobody votes again. */
export function revisionOutcome({ attempt, round, isLate }: RoundFacts): RoundOutcome {
  const agent = round.asked ?? '';
  const changed = proposalIn(attempt, voiceOf(round, agent).taken);
  if (changed !== undefined) {
    const { proposal, hash } = changed;
    return { type: 'choose', choice: { proposal, hash, agent, rule: 'revised', tally: [], dissent: [] } };
  }
  const retired = attempt.retired.find((each) => each.agent === agent);
  if (retired !== undefined) return { type: 'keep-plan', message: `its author was retired: ${retired.reason}` };
  return isLate ? { type: 'keep-plan', message: 'its author took too long' } : { type: 'wait' };
}

/** Whatever comes of the offer, the winner is the winner, and its author stays: an offer that it cannot take up lapses. */
export function graftOutcome({ settings, attempt, round, isLate }: RoundFacts): RoundOutcome {
  const choice = round.offer?.choice;
  if (choice === undefined) return { type: 'wait' };
  const { taken, refusals } = voiceOf(round, choice.agent);
  const changed = proposalIn(attempt, taken);
  if (changed !== undefined) {
    const { proposal, hash } = changed;
    return { type: 'choose', choice: { ...choice, proposal, hash, graftOf: choice.proposal } };
  }
  const isOver =
    taken !== null || isLate || refusals.length >= settings.tries || !isLeft(settings, attempt, choice.agent);
  return isOver ? { type: 'choose', choice } : { type: 'wait' };
}

function proposalIn(attempt: Attempt, taken: Taken | null): Proposal | undefined {
  return taken?.type === 'proposal' ? proposalNamed(attempt, taken.proposal) : undefined;
}
