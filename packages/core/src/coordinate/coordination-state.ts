import type { Usage } from '../execute/step-outcome.js';
import type { Plan } from '../plan/plan.js';
import type { ErrorCode } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import type { Choice, CoordinationData, PaperLine, ProposalCheck, RefusalCode } from './coordination-events.js';
import type { CoordinationAgent, CoordinationSettings } from './coordination-settings.js';

/** How agents came to a plan, attempt by attempt; the last attempt is the one under way. */
export type CoordinationState = {
  readonly settings: CoordinationSettings;
  readonly attempts: readonly [Attempt, ...Attempt[]];
  /** What each agent has cost so far, also as evaluator. */
  readonly spent: readonly { readonly agent: string; readonly usage: Usage }[];
};

/** From the first round to the verdict about what came of it. */
export type Attempt = {
  readonly attempt: number;
  /** Why there is another one; null for the first. */
  readonly restart: Restart | null;
  readonly rounds: readonly Round[];
  readonly proposals: readonly Proposal[];
  readonly retired: readonly Retired[];
  readonly chosen: Choice | null;
  readonly failed: CoordinationData<'coordination.failed'> | null;
  readonly evaluation: CoordinationData<'evaluation.finished'> | null;
};

export type Restart = {
  /** Absent where the evaluator gave none. */
  readonly reason?: string | undefined;
  readonly instructions?: string | undefined;
  /** Steps of earlier attempts that stay in the plan. */
  readonly kept: readonly StepId[];
  /** What the attempt before ended with; null where the report was its answer. */
  readonly answer: string | null;
};

/** `open`: every agent that is left is asked. The others ask one: to take steps in, or to change its plan for a person. */
export type Round = {
  readonly round: number;
  readonly kind: 'open' | 'graft' | 'revision';
  /** The one that is asked; null in an open round. */
  readonly asked: string | null;
  readonly paper: readonly PaperLine[];
  readonly startedAt: string;
  readonly isOver: boolean;
  readonly voices: readonly Voice[];
  /** Of a `graft` round: what was chosen before, and what is offered to its author. */
  readonly offer?: Pick<CoordinationData<'graft.offered'>, 'choice' | 'steps'> | undefined;
};

/** What one agent said in a round. */
export type Voice = {
  readonly agent: string;
  readonly taken: Taken | null;
  readonly refusals: readonly Refusal[];
  /** Whether its last word was taken. */
  readonly wasHeard: boolean;
};

export type Taken =
  | { readonly type: 'proposal'; readonly proposal: string }
  | ({ readonly type: 'vote' } & Ballot)
  /** It has nothing to propose and waits for what others do. */
  | { readonly type: 'pass' };

export type Ballot = {
  readonly agent: string;
  readonly proposal: string;
  readonly hash: string;
  readonly reason: string;
  readonly wants: readonly string[];
};

export type Refusal = { readonly code: RefusalCode; readonly reason: string };

export type Proposal = {
  readonly proposal: string;
  readonly hash: string;
  readonly agent: string;
  readonly round: number;
  readonly check: ProposalCheck | null;
  readonly notes: readonly string[];
} & ProposalContent;

export type ProposalContent = { readonly plan: Plan } | { readonly text: string };

export type Retired = { readonly agent: string; readonly reason: string; readonly code?: string | undefined };

/** The code with which agents are retired that had nothing left to spend. */
export const outOfMoney: ErrorCode = 'budget-spent';

export function newAttempt(attempt: number, restart: Restart | null): Attempt {
  return {
    attempt,
    restart,
    rounds: [],
    proposals: [],
    retired: [],
    chosen: null,
    failed: null,
    evaluation: null,
  };
}

export function newCoordination(settings: CoordinationSettings): CoordinationState {
  return { settings, attempts: [newAttempt(1, null)], spent: [] };
}

export function currentAttempt({ attempts }: CoordinationState): Attempt {
  return attempts.at(-1) ?? attempts[0];
}

/** The round in which agents are asked now. */
export function currentRound(coordination: CoordinationState): Round | undefined {
  const last = currentAttempt(coordination).rounds.at(-1);
  return last?.isOver === false ? last : undefined;
}

/** Agents that were not retired in this attempt, in the order of registration. */
export function agentsLeft({ agents }: CoordinationSettings, { retired }: Attempt): readonly CoordinationAgent[] {
  return agents.filter(({ id }) => !retired.some(({ agent }) => agent === id));
}

export function isLeft(settings: CoordinationSettings, attempt: Attempt, agent: string): boolean {
  return agentsLeft(settings, attempt).some(({ id }) => id === agent);
}

export function voiceOf(round: Round, agent: string): Voice {
  return round.voices.find((voice) => voice.agent === agent) ?? { agent, taken: null, refusals: [], wasHeard: false };
}

export function ballotsOf({ voices }: Round): readonly Ballot[] {
  return voices.flatMap(({ taken }) => (taken?.type === 'vote' ? [taken] : []));
}

export function proposalNamed({ proposals }: Attempt, name: string): Proposal | undefined {
  return proposals.find(({ proposal }) => proposal === name);
}

export function latestProposal({ proposals }: Attempt, agent: string): Proposal | undefined {
  return proposals.findLast((proposal) => proposal.agent === agent);
}

/** Agents that are asked in this round: the one it is for, or all that are left; only the first of them where rounds are skipped. */
export function askedAgents(
  settings: CoordinationSettings,
  attempt: Attempt,
  { asked }: Round,
): readonly CoordinationAgent[] {
  const left = agentsLeft(settings, attempt);
  if (asked !== null) return left.filter(({ id }) => id === asked);
  return settings.skipRounds ? left.slice(0, 1) : left;
}

/** Agents that are asked in this round and have said nothing that was taken. */
export function outstandingAgents(
  settings: CoordinationSettings,
  attempt: Attempt,
  round: Round,
): readonly CoordinationAgent[] {
  return askedAgents(settings, attempt, round).filter(({ id }) => voiceOf(round, id).taken === null);
}
