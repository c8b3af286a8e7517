import type { Choice, CoordinationData } from './coordination-events.js';
import {
  agentsLeft,
  ballotsOf,
  isLeft,
  latestProposal,
  outOfMoney,
  outstandingAgents,
  type Proposal,
  proposalNamed,
  voiceOf,
} from './coordination-state.js';
import { paperOf } from './paper.js';
import { quorumOf } from './quorum.js';
import type { RoundFacts, RoundOutcome } from './round-facts.js';
import { tallyVotes } from './tally-votes.js';
import { wantedSteps } from './wanted-steps.js';

/** What follows in a round in which every agent is asked. */
export function openRoundOutcome(facts: RoundFacts): RoundOutcome {
  const { settings, attempt, round, isLate } = facts;
  const lone = loneProposal(facts);
  if (lone !== undefined) return { type: 'choose', choice: undisputed(lone, settings.skipRounds ? 'skipped' : 'only') };
  const isWaiting = outstandingAgents(settings, attempt, round).length > 0;
  if (isWaiting && !isLate) return { type: 'wait' };
  if (attempt.proposals.length === 0)
    return isWaiting ? failed(facts, 'timeout', 'nobody proposed anything in time') : nothingProposed(facts);
  const hasNew = attempt.proposals.some((proposal) => proposal.round === round.round);
  return hasNew ? afterProposals(facts) : count(facts, isWaiting);
}

/** What there is nothing to vote about: the proposal of the only agent that is left or asked, or all that was proposed. */
function loneProposal({ settings, attempt, round }: RoundFacts): Proposal | undefined {
  const left = agentsLeft(settings, attempt);
  const [first] = left;
  if (first === undefined) return undefined;
  const own = latestProposal(attempt, first.id);
  if (settings.skipRounds) return own;
  // A quorum that somebody set stands, unless there never was more than one who could vote.
  if (settings.agents.length > 1 && left.length < (settings.quorum ?? 1)) return undefined;
  if (left.length === 1) return voiceOf(round, first.id).taken?.type === 'vote' ? undefined : own;
  const [only, ...others] = paperOf(settings, attempt);
  const isSaid = outstandingAgents(settings, attempt, round).length === 0;
  return isSaid && only !== undefined && others.length === 0 ? proposalNamed(attempt, only.proposal) : undefined;
}

function undisputed({ proposal, hash, agent }: Proposal, rule: 'only' | 'skipped'): Choice {
  return { proposal, hash, agent, rule, tally: [], dissent: [] };
}

/** Not everybody has seen what is new: ballots of this round are stale, and all are asked again. */
function afterProposals(facts: RoundFacts): RoundOutcome {
  const { settings, attempt, round, isLate } = facts;
  if (isLate) return failed(facts, 'timeout', 'time ran out before anybody could vote on what was proposed');
  const left = agentsLeft(settings, attempt).length;
  if (left === 0) return failed(facts, 'no-quorum', 'no agent is left that could vote on what was proposed');
  if (round.round >= settings.rounds) return count(facts, false);
  const quorum = quorumOf(settings, attempt);
  if (left < quorum)
    return failed(facts, 'no-quorum', `${quorum} ballots must count, and agents that could vote are left: ${left}`);
  return { type: 'round', round: round.round + 1, paper: paperOf(settings, attempt) };
}

function count(facts: RoundFacts, isWaiting: boolean): RoundOutcome {
  const { settings, attempt, round } = facts;
  const ballots = ballotsOf(round);
  const quorum = quorumOf(settings, attempt);
  // Whoever sets a single round wants proposals and no vote: the check decides.
  const isVoted = settings.rounds > 1;
  if (isVoted && ballots.length < quorum) {
    const message = `${ballots.length} of the ${quorum} ballots that must count were cast${isWaiting ? ' in time' : ''}`;
    return failed(facts, isWaiting ? 'timeout' : 'no-quorum', message);
  }
  const paper = isVoted ? round.paper : paperOf(settings, attempt);
  const candidates = paper.flatMap(({ proposal }) => proposalNamed(attempt, proposal) ?? []);
  const choice = tallyVotes(candidates, ballots);
  if (choice === undefined) return nothingProposed(facts);
  return withOffer(facts, isWaiting ? { ...choice, atTimeout: true } : choice);
}

/** Steps that others miss in the winner are offered to its author, once and while there is time. */
function withOffer({ settings, attempt, round }: RoundFacts, choice: Choice): RoundOutcome {
  if (!settings.graft || !isLeft(settings, attempt, choice.agent) || choice.atTimeout === true)
    return { type: 'choose', choice };
  const steps = wantedSteps(settings, attempt, round, choice.proposal);
  return steps.length === 0 ? { type: 'choose', choice } : { type: 'offer', round: round.round + 1, choice, steps };
}

function nothingProposed(facts: RoundFacts): RoundOutcome {
  const why = facts.attempt.retired.map(({ agent, reason }) => `; ${agent} was retired: ${reason}`).join('');
  return failed(facts, 'no-proposal', `no agent proposed anything that can be used${why}`);
}

type FailureReason = CoordinationData<'coordination.failed'>['reason'];

/** Where agents had to stop because the money was spent, that is the reason. */
function failed({ attempt }: RoundFacts, reason: FailureReason, message: string): RoundOutcome {
  const isSpent = attempt.retired.some(({ code }) => code === outOfMoney);
  return { type: 'fail', reason: isSpent ? 'budget' : reason, message };
}
