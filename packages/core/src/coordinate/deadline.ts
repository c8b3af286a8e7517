import { type CoordinationState, currentAttempt, currentRound } from './coordination-state.js';

/** When agents are no longer waited for: so long after the attempt's first round began; null when there is no such moment. */
export function coordinationDeadline(coordination: CoordinationState): string | null {
  const { timeoutMs } = coordination.settings;
  const round = currentRound(coordination);
  if (timeoutMs === null || round === undefined) return null;
  // A person may have looked at the plan for days before asking for another: that is not the agents' time.
  const first = round.kind === 'revision' ? round : (currentAttempt(coordination).rounds[0] ?? round);
  return new Date(Date.parse(first.startedAt) + timeoutMs).toISOString();
}

export function isPastDeadline(coordination: CoordinationState, at: string): boolean {
  const deadline = coordinationDeadline(coordination);
  return deadline !== null && Date.parse(at) >= Date.parse(deadline);
}
