import type { Step } from '../plan/step.js';
import { builtInAgents } from '../tools/agents.js';

const readingAgents = new Set(builtInAgents.filter((agent) => agent.class === 'reads').map(({ name }) => name));

/** Steps of these agents look and report: what they find is their result, so there is nothing to measure or to clash. */
export function isReadingStep(step: Step): boolean {
  return readingAgents.has(agentName(step.agent));
}

/** Names are compared as they are dispatched: without case, without blanks around them. */
export function agentName(written: string): string {
  return written.trim().toLowerCase();
}
