import { addUsage, type Usage } from '../execute/step-outcome.js';
import { type Attempt, type CoordinationState, type Round, type Voice, voiceOf } from './coordination-state.js';

/** The same with one attempt changed. */
export function onAttempt(
  { attempts: [first, ...others], ...state }: CoordinationState,
  number: number,
  change: (attempt: Attempt) => Attempt,
): CoordinationState {
  const changed = (attempt: Attempt): Attempt => (attempt.attempt === number ? change(attempt) : attempt);
  return { ...state, attempts: [changed(first), ...others.map(changed)] };
}

/** Something that was said, and what it cost. */
export type Said = {
  readonly attempt: number;
  readonly round: number;
  readonly agent: string;
  readonly usage?: Usage | undefined;
};

/** The same with what one agent said in one round changed, and its cost added. */
export function onVoice(state: CoordinationState, said: Said, change: (voice: Voice) => Voice): CoordinationState {
  const changed = onAttempt(state, said.attempt, (attempt) => ({
    ...attempt,
    rounds: attempt.rounds.map((round) => (round.round === said.round ? withVoice(round, said.agent, change) : round)),
  }));
  return spent(changed, said.agent, said.usage);
}

function withVoice(round: Round, agent: string, change: (voice: Voice) => Voice): Round {
  const others = round.voices.filter((voice) => voice.agent !== agent);
  return { ...round, voices: [...others, change(voiceOf(round, agent))] };
}

/** The same with what an agent cost added. */
export function spent(state: CoordinationState, agent: string, usage: Usage | undefined): CoordinationState {
  if (usage === undefined) return state;
  const before = state.spent.find((each) => each.agent === agent)?.usage ?? {};
  const others = state.spent.filter((each) => each.agent !== agent);
  return { ...state, spent: [...others, { agent, usage: addUsage(before, usage) }] };
}
