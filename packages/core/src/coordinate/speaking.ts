import type { PaperLine } from './coordination-events.js';
import type { CoordinationSettings } from './coordination-settings.js';
import { askedAgents, type Attempt, type Refusal, type Round, voiceOf } from './coordination-state.js';
import { attemptAt, isOwnAlone } from './paper.js';

/** Where something is said: in a round, by an agent. */
export type Speaking = {
  readonly settings: CoordinationSettings;
  readonly attempt: Attempt;
  readonly round: Round;
  readonly agent: string;
};

/** Why an agent is not listened to in a round, whatever it says; undefined when it is. */
export function whyUnheard({ settings, attempt, round, agent }: Speaking): Refusal | undefined {
  if (voiceOf(round, agent).taken !== null)
    return { code: 'twice', reason: 'you have spoken in this round already; the first word counts' };
  const retired = attempt.retired.find((each) => each.agent === agent);
  if (retired !== undefined) return { code: 'too-late', reason: `you were retired: ${retired.reason}` };
  if (round.isOver) return { code: 'too-late', reason: `round ${round.round} of attempt ${attempt.attempt} is over` };
  const isAsked = askedAgents(settings, attempt, round).some(({ id }) => id === agent);
  return isAsked ? undefined : { code: 'too-late', reason: 'you are not asked in this round' };
}

/** Why an agent may give no new answer now, whatever it is; undefined when it may. */
export function whyNoAnswer({ settings, attempt, round, agent }: Speaking): Refusal | undefined {
  if (round.kind !== 'open' || round.round === 1) return undefined;
  if (round.round >= settings.rounds)
    return {
      code: 'last-round',
      reason: 'this is the last round: nothing new is taken, vote for one of the proposals',
    };
  const most = settings.maxAnswers ?? settings.rounds;
  const given = attempt.proposals.filter((proposal) => proposal.agent === agent).length;
  return given < most
    ? undefined
    : { code: 'too-many-answers', reason: `you have given ${given} of ${most} answers: vote for one of the proposals` };
}

/** Whether a vote in this round means: I have nothing to propose, and wait for what others have. */
export function isPass({ attempt, round }: Speaking): boolean {
  return round.round === 1 && round.kind === 'open' && attempt.proposals.length > 0;
}

/** What an agent may vote for now. */
export function votableLines({ settings, attempt, round, agent }: Speaking): readonly PaperLine[] {
  if (round.kind === 'revision') return [];
  if (round.kind === 'graft' || settings.selfVotes) return round.paper;
  const before = attemptAt(attempt, round);
  return round.paper.filter(({ hash }) => !isOwnAlone(settings, before, agent, hash));
}
