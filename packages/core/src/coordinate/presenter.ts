import type { AgentSummary } from '../tools/agents.js';
import type { ToolClass } from '../tools/tool-class.js';
import type { CoordinationSettings } from './coordination-settings.js';
import { agentsLeft, type Attempt, isLeft } from './coordination-state.js';

/**
 * Who carries out a step of a proposal that names no agent: the agent whose proposal is chosen. A neutral word, so that a
 * plan on the ballot does not tell whose it is.
 */
export const presenterName = 'presenter';

/** Its tools are those of whoever wins, so before somebody has won it may do what any of them may: `highest`. */
export function presenterAgent(highest: ToolClass): AgentSummary {
  return { name: presenterName, class: highest, purpose: 'the agent whose plan was chosen', runsQuoted: true };
}

/** The author of what was chosen; where it was retired, and so may not be able to do anything, the first agent that is left. */
export function presenterIn(settings: CoordinationSettings, attempt: Attempt): string | undefined {
  const author = attempt.chosen?.agent;
  if (author === undefined) return undefined;
  return isLeft(settings, attempt, author) ? author : (agentsLeft(settings, attempt)[0]?.id ?? author);
}
