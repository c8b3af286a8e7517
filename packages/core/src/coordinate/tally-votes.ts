import type { Choice, ProposalCheck } from './coordination-events.js';
import type { Ballot } from './coordination-state.js';

/** What can be voted for. */
export type Candidate = {
  readonly proposal: string;
  readonly hash: string;
  readonly agent: string;
  readonly check: ProposalCheck | null;
};

/**
 * Most votes, then the better check, then the order of registration, in which the candidates stand; and which of the three
 * decided. A ballot for anything else than exactly one of them counts for nothing. Undefined when there is no candidate.
 */
export function tallyVotes(candidates: readonly Candidate[], ballots: readonly Ballot[]): Choice | undefined {
  const tally = candidates.map(({ proposal, hash }) => ({
    proposal,
    votes: ballots.filter((ballot) => ballot.proposal === proposal && ballot.hash === hash).length,
  }));
  const most = Math.max(...tally.map(({ votes }) => votes));
  const tied = candidates.filter((_, index) => tally[index]?.votes === most);
  const best = tied.filter((each) => tied.every((other) => compareChecks(each.check, other.check) <= 0));
  const [winner] = best;
  if (winner === undefined) return undefined;
  return {
    proposal: winner.proposal,
    hash: winner.hash,
    agent: winner.agent,
    rule: tied.length === 1 ? 'votes' : best.length === 1 ? 'check' : 'order',
    tally,
    dissent: ballots
      .filter(({ proposal }) => proposal !== winner.proposal)
      .map(({ agent, proposal, reason }) => ({ agent, proposal, reason })),
  };
}

/** Negative where `a` is better: fewer critical findings, then fewer minor ones, then the higher score. */
function compareChecks(a: ProposalCheck | null, b: ProposalCheck | null): number {
  if (a === null || b === null) return 0;
  return a.critical - b.critical || a.minor - b.minor || b.score - a.score;
}
