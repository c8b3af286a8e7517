import type { ConsultOrder, PaperEntry } from '../coordinate/consult-order.js';
import {
  type Attempt,
  currentAttempt,
  currentRound,
  outstandingAgents,
  proposalNamed,
  type Round,
  voiceOf,
} from '../coordinate/coordination-state.js';
import { attemptAt, isOwnAlone } from '../coordinate/paper.js';
import { type Speaking, votableLines, whyNoAnswer } from '../coordinate/speaking.js';
import { consultKey } from './next.js';
import { restartContextOf } from './restart-context-of.js';
import type { RunState } from './state.js';

/** What an agent is asked in a round; undefined when nobody waits for that any more. */
export function consultOrder(
  state: RunState,
  asked: { readonly agent: string; readonly attempt: number; readonly round: number },
): ConsultOrder | undefined {
  const { coordination, id: runId, task } = state;
  const round = coordination === null ? undefined : currentRound(coordination);
  if (coordination === null || round === undefined || state.status !== 'planning') return undefined;
  const { settings } = coordination;
  const attempt = currentAttempt(coordination);
  const agent = outstandingAgents(settings, attempt, round).find(({ id }) => id === asked.agent);
  if (agent === undefined || attempt.attempt !== asked.attempt || round.round !== asked.round) return undefined;
  const speaking = { settings, attempt, round, agent: agent.id };
  return {
    key: consultKey(runId, asked),
    runId,
    task,
    attempt: attempt.attempt,
    round: round.round,
    isLastRound: round.kind === 'open' && round.round > 1 && round.round >= settings.rounds,
    agent,
    settings,
    paper: paperFor(speaking),
    mayPropose: whyNoAnswer(speaking) === undefined,
    mayVote: votableLines(speaking).length > 0,
    graft: round.offer?.steps.map(({ proposal, step, title }) => ({ proposal, step, title })),
    refusals: voiceOf(round, agent.id).refusals.map(({ reason }) => reason),
    restart: restartContextOf(state),
    feedback: round.kind === 'revision' ? (state.redraft?.feedback ?? undefined) : undefined,
  };
}

function paperFor({ settings, attempt, round, agent }: Speaking): readonly PaperEntry[] {
  const before = attemptAt(attempt, round);
  const isOwn = (hash: string): boolean => isOwnAlone(settings, before, agent, hash);
  return paperTexts(attempt, round).map((entry) => ({ ...entry, isOwn: isOwn(entry.hash) }));
}

function paperTexts(attempt: Attempt, { paper }: Round): readonly Omit<PaperEntry, 'isOwn'>[] {
  return paper.flatMap(({ proposal, hash }) => {
    const found = proposalNamed(attempt, proposal);
    if (found === undefined) return [];
    return [{ proposal, hash, ...('plan' in found ? { plan: found.plan } : { text: found.text }) }];
  });
}
