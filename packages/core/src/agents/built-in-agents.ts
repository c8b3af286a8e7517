import { type AgentSummary, builtInAgents as summaries } from '../tools/agents.js';
import { agentsThatChange } from './built-in/agents-that-change.js';
import { agentsThatJudge } from './built-in/agents-that-judge.js';
import { agentsThatLook } from './built-in/agents-that-look.js';
import { agentsThatRun } from './built-in/agents-that-run.js';
import { type Duties, instructionsOf, readingTools, usualTurns } from './built-in/duties.js';
import type { Agent, AgentOrigin } from './agent.js';

const defaultOrigin: AgentOrigin = { source: 'default', where: 'default' };

const duties: Readonly<Record<string, Duties>> = {
  ...agentsThatLook,
  ...agentsThatChange,
  ...agentsThatRun,
  ...agentsThatJudge,
};

/** The agents of `tools/agents.ts` in its order, with what each is told and given. */
export const builtInAgentTable: readonly Agent[] = summaries.map((summary) => {
  const own = duties[summary.name];
  if (own === undefined) throw new Error(`the agent ${summary.name} has no duties`);
  return agentOf(summary, { ...own, instructions: instructionsOf(own) }, { source: 'built-in', where: 'built in' });
});

/** What an agent of the user's own is where its file says nothing: it looks and changes nothing. */
export function newAgent(name: string): Agent {
  const summary = { name, class: 'reads', purpose: '' } as const;
  const given = { tools: readingTools, turns: usualTurns, instructions: '', effort: undefined };
  return agentOf(summary, given, defaultOrigin);
}

function agentOf(
  summary: AgentSummary,
  { tools, effort, turns, instructions }: Pick<Agent, 'tools' | 'effort' | 'turns' | 'instructions'>,
  origin: AgentOrigin,
): Agent {
  return {
    ...summary,
    ...{ instructions, tools, effort, turns, refine: false, verify: false },
    origins: {
      ...{ class: origin, purpose: origin, instructions: origin, tools: origin, effort: origin, turns: origin },
      ...{ model: defaultOrigin, refine: defaultOrigin, verify: defaultOrigin },
    },
  };
}
