import type { Choice, CoordinationData } from '../coordinate/coordination-events.js';
import {
  askedAgents,
  type Attempt,
  ballotsOf,
  type CoordinationState,
  latestProposal,
  type Proposal,
  type Round,
  voiceOf,
} from '../coordinate/coordination-state.js';
import type { CoordinationAgent, CoordinationSettings } from '../coordinate/coordination-settings.js';
import type { Usage } from '../execute/step-outcome.js';
import type { RunState } from '../run/state.js';
import { planInText } from './plan-in-text.js';

/** One agent as a column shows it. */
export type AgentColumn = {
  readonly id: string;
  readonly alias: string;
  readonly model: string;
  /** `proposing`: it has still to speak. `answered`, `voted`: its last word in the last round. `waiting`: it is not asked. */
  readonly status: 'waiting' | 'proposing' | 'voting' | 'answered' | 'voted' | 'retired';
  readonly retiredBecause: string | null;
  readonly proposals: readonly ProposalLine[];
  readonly ballots: readonly BallotLine[];
  readonly lastVote: string | null;
  readonly refusals: readonly { readonly round: number; readonly code: string; readonly reason: string }[];
  readonly usage: Usage;
};

export type ProposalLine = {
  readonly proposal: string;
  readonly hash: string;
  readonly round: number;
  readonly title: string;
  readonly steps: number | null;
  readonly check: Proposal['check'];
};

export type BallotLine = {
  readonly round: number;
  readonly proposal: string;
  readonly hash: string;
  readonly reason: string;
  readonly wants: readonly string[];
  /** Whether it was among those that decided: ballots of a round in which something new came are stale. */
  readonly counted: boolean;
};

/** One attempt, for screens and for looking at it afterwards. */
export type CoordinationView = {
  readonly attempt: number;
  readonly attempts: number;
  readonly round: number;
  readonly rounds: number;
  readonly proposals: 'plan' | 'text';
  readonly planningReason: string;
  readonly agents: readonly AgentColumn[];
  readonly tally: Choice['tally'];
  readonly dissent: Choice['dissent'];
  readonly chosen: Choice | null;
  readonly failed: CoordinationData<'coordination.failed'> | null;
  readonly evaluation: CoordinationData<'evaluation.finished'> | null;
  /** Why this attempt is there; null for the first. */
  readonly restart: { readonly reason: string | null; readonly instructions: string | null } | null;
};

/** Every attempt of a run whose agents coordinate, the oldest first; empty for any other run. */
export function coordinationView({ coordination }: RunState): readonly CoordinationView[] {
  if (coordination === null) return [];
  return coordination.attempts.map((attempt) => attemptView(coordination, attempt));
}

function attemptView({ settings, spent }: CoordinationState, attempt: Attempt): CoordinationView {
  const { chosen, failed, evaluation, restart } = attempt;
  return {
    attempt: attempt.attempt,
    attempts: settings.restarts + 1,
    round: attempt.rounds.at(-1)?.round ?? 0,
    rounds: settings.rounds,
    proposals: settings.proposals,
    planningReason: settings.planningReason,
    agents: settings.agents.map((agent) => {
      const usage = spent.find((each) => each.agent === agent.id)?.usage ?? {};
      return { ...column(attempt, agent), status: statusOf(settings, attempt, agent), usage };
    }),
    tally: chosen?.tally ?? [],
    dissent: chosen?.dissent ?? [],
    chosen,
    failed,
    evaluation,
    restart: restart && { reason: restart.reason ?? null, instructions: restart.instructions ?? null },
  };
}

function column(attempt: Attempt, { id, alias, model }: CoordinationAgent): Omit<AgentColumn, 'status' | 'usage'> {
  const ballots = attempt.rounds.flatMap((round) => ballotLines(attempt, round, id));
  return {
    id,
    alias,
    model,
    retiredBecause: attempt.retired.find(({ agent }) => agent === id)?.reason ?? null,
    proposals: attempt.proposals.filter(({ agent }) => agent === id).map(proposalLine),
    ballots,
    lastVote: ballots.at(-1)?.proposal ?? null,
    refusals: attempt.rounds.flatMap((round) =>
      voiceOf(round, id).refusals.map((refusal) => ({ round: round.round, ...refusal })),
    ),
  };
}

function proposalLine(proposal: Proposal): ProposalLine {
  const { proposal: name, hash, round, check } = proposal;
  const isPlan = 'plan' in proposal;
  const title = isPlan ? proposal.plan.goal : textTitle(proposal.text);
  return { proposal: name, hash, round, check, title, steps: isPlan ? proposal.plan.steps.length : null };
}

function textTitle(text: string): string {
  return planInText(text)?.goal ?? text.split('\n', 1)[0] ?? '';
}

function ballotLines({ proposals }: Attempt, round: Round, agent: string): readonly BallotLine[] {
  const counted = round.kind === 'open' && !proposals.some((proposal) => proposal.round === round.round);
  return ballotsOf(round)
    .filter((ballot) => ballot.agent === agent)
    .map(({ proposal, hash, reason, wants }) => ({ round: round.round, proposal, hash, reason, wants, counted }));
}

const saidStatus = { vote: 'voted', proposal: 'answered', pass: 'waiting' } as const;

function statusOf(settings: CoordinationSettings, attempt: Attempt, { id }: CoordinationAgent): AgentColumn['status'] {
  if (attempt.retired.some(({ agent }) => agent === id)) return 'retired';
  const round = attempt.rounds.at(-1);
  const taken = round === undefined ? null : voiceOf(round, id).taken;
  if (taken !== null) return saidStatus[taken.type];
  const isAsked = round?.isOver === false && askedAgents(settings, attempt, round).some((each) => each.id === id);
  if (isAsked) return round.paper.length === 0 ? 'proposing' : 'voting';
  return latestProposal(attempt, id) === undefined ? 'waiting' : 'answered';
}
