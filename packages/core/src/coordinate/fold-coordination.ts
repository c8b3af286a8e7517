import type { CoordinationData, CoordinationEventType } from './coordination-events.js';
import { onAttempt, onVoice, type Said, spent } from './change-attempt.js';
import {
  type Attempt,
  type CoordinationState,
  currentAttempt,
  newAttempt,
  outOfMoney,
  type ProposalContent,
  type Restart,
  type Round,
  type Taken,
} from './coordination-state.js';

/** One thing that happened in a coordination. */
export type CoordinationFact = {
  [Type in CoordinationEventType]: { readonly type: Type; readonly data: CoordinationData<Type> };
}[CoordinationEventType];

/** Folds one event. `previousAnswer` is what the attempt before a restart ended with. */
export function foldCoordination(
  state: CoordinationState,
  fact: CoordinationFact,
  { at, previousAnswer }: { readonly at: string; readonly previousAnswer: string | null },
): CoordinationState {
  switch (fact.type) {
    case 'round.started': {
      const { round, paper, asked } = fact.data;
      const kind = asked === undefined ? 'open' : 'revision';
      return withRound(state, { round, kind, asked: asked ?? null, paper, startedAt: at });
    }
    case 'graft.offered': {
      const { round, choice, steps } = fact.data;
      const paper = [{ proposal: choice.proposal, hash: choice.hash }];
      const offer = { choice, steps };
      return withRound(state, { round, kind: 'graft', asked: choice.agent, paper, startedAt: at, offer });
    }
    case 'proposal.received':
      return proposed(state, fact.data);
    case 'vote.cast': {
      const { agent, proposal, hash, reason, wants = [] } = fact.data;
      return heard(state, fact.data, { type: 'vote', agent, proposal, hash, reason, wants });
    }
    case 'agent.passed':
      return heard(state, fact.data, { type: 'pass' });
    case 'said.refused':
      return refused(state, fact.data);
    case 'agent.retired': {
      const { agent, reason, code, usage } = fact.data;
      const gone = onAttempt(state, fact.data.attempt, (attempt) => ({
        ...attempt,
        retired: [...attempt.retired, { agent, reason, code }],
      }));
      return spent(gone, agent, usage);
    }
    case 'proposal.chosen': {
      const { attempt: number, ...chosen } = fact.data;
      return onAttempt(state, number, (attempt) => ({ ...attempt, chosen, rounds: allOver(attempt.rounds) }));
    }
    case 'coordination.failed':
      return onAttempt(state, fact.data.attempt, (attempt) => ({
        ...attempt,
        failed: fact.data,
        rounds: allOver(attempt.rounds),
      }));
    case 'coordination.reopened':
      return onAttempt(state, fact.data.attempt, (attempt) => reopened(attempt, at));
    case 'evaluation.finished': {
      const evaluated = onAttempt(state, fact.data.attempt, (attempt) => ({ ...attempt, evaluation: fact.data }));
      return spent(evaluated, fact.data.evaluator, fact.data.usage);
    }
    case 'run.restarted':
      return restarted(state, fact.data, previousAnswer);
  }
}

/** The plan that was to be changed stays as it is: nobody is asked any more. */
export function revisionEnded(state: CoordinationState): CoordinationState {
  return onAttempt(state, currentAttempt(state).attempt, (attempt) => ({
    ...attempt,
    rounds: allOver(attempt.rounds),
  }));
}

function reopened(attempt: Attempt, at: string): Attempt {
  const last = attempt.rounds.length - 1;
  return {
    ...attempt,
    failed: null,
    retired: attempt.retired.filter(({ code }) => code !== outOfMoney),
    rounds: attempt.rounds.map((round, place) => ({
      ...round,
      isOver: place < last,
      startedAt: place === 0 ? at : round.startedAt,
    })),
  };
}

function proposed(state: CoordinationState, data: CoordinationData<'proposal.received'>): CoordinationState {
  const { agent, round, proposal, hash, check = null, notes = [] } = data;
  const content: ProposalContent = data.plan === undefined ? { text: data.text ?? '' } : { plan: data.plan };
  const kept = onAttempt(state, data.attempt, (attempt) => ({
    ...attempt,
    proposals: [...attempt.proposals, { proposal, hash, agent, round, check, notes, ...content }],
  }));
  return heard(kept, data, { type: 'proposal', proposal });
}

function restarted(
  { attempts, ...state }: CoordinationState,
  { attempt, reason, instructions, kept }: CoordinationData<'run.restarted'>,
  answer: string | null,
): CoordinationState {
  const restart: Restart = { reason, instructions, kept, answer };
  return { ...state, attempts: [...attempts, newAttempt(attempt, restart)] };
}

function heard(state: CoordinationState, said: Said, taken: Taken): CoordinationState {
  return onVoice(state, said, (voice) => ({ ...voice, taken, wasHeard: true }));
}

function refused(state: CoordinationState, data: CoordinationData<'said.refused'>): CoordinationState {
  const { code, reason } = data;
  return onVoice(state, data, (voice) => ({
    ...voice,
    refusals: [...voice.refusals, { code, reason }],
    wasHeard: false,
  }));
}

function withRound(state: CoordinationState, round: Omit<Round, 'isOver' | 'voices'>): CoordinationState {
  return onAttempt(state, currentAttempt(state).attempt, (attempt) => ({
    ...attempt,
    rounds: [...allOver(attempt.rounds), { ...round, isOver: false, voices: [] }],
  }));
}

function allOver(rounds: readonly Round[]): readonly Round[] {
  return rounds.map((round) => (round.isOver ? round : { ...round, isOver: true }));
}
