import { whyUnheard } from '../coordinate/speaking.js';
import { voiceOf } from '../coordinate/coordination-state.js';
import type { RunState } from './state.js';

/** What the run made of what an agent said last; `isOver` when it need not try again. */
export type HeardSaid =
  { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly isOver: boolean };

/** Asked right after `agent.say` was decided, about the same agent, attempt and round. */
export function heard(
  { coordination, status }: RunState,
  said: { readonly agent: string; readonly attempt: number; readonly round: number },
): HeardSaid {
  const attempt = coordination?.attempts.find((each) => each.attempt === said.attempt);
  const round = attempt?.rounds.find((each) => each.round === said.round);
  if (coordination === null || attempt === undefined || round === undefined)
    return { ok: false, reason: 'nobody asked for this', isOver: true };
  const voice = voiceOf(round, said.agent);
  if (voice.wasHeard) return { ok: true };
  const { settings } = coordination;
  const unheard = whyUnheard({ settings, attempt, round, agent: said.agent });
  const reason = voice.refusals.at(-1)?.reason ?? unheard?.reason ?? 'nothing was said';
  return { ok: false, reason, isOver: unheard !== undefined || status !== 'planning' };
}
