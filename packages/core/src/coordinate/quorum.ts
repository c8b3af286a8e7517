import type { CoordinationSettings } from './coordination-settings.js';
import { agentsLeft, type Attempt } from './coordination-state.js';

/** How many ballots must count: what is set, or one more than half of the agents that are left. */
export function quorumOf(settings: CoordinationSettings, attempt: Attempt): number {
  return settings.quorum ?? Math.floor(agentsLeft(settings, attempt).length / 2) + 1;
}
