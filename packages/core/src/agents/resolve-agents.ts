import { highestClass } from '../tools/tool-class.js';
import type { Agent, AgentLayer, AgentProblem } from './agent.js';
import { agentOverrides } from './agent-overrides.js';
import { builtInAgentTable, newAgent } from './built-in-agents.js';
import { builtInToolClasses, classOfTools } from './tool-classes.js';

export type ResolvedAgents = { readonly agents: readonly Agent[]; readonly problems: readonly AgentProblem[] };

export type AgentSources = {
  /** What the project's agent files say. */
  readonly files: readonly AgentLayer[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** environment > file > built in. The built-in agents in their order, then the project's own by name. */
export function resolveAgents({ files, env }: AgentSources): ResolvedAgents {
  const own = files.map(({ name }) => name).filter((name) => !builtInAgentTable.some((agent) => agent.name === name));
  const base = [...builtInAgentTable, ...[...new Set(own)].sort().map(newAgent)];
  const overrides = agentOverrides(
    env,
    base.map(({ name }) => name),
  );
  const agents = base.map((agent) =>
    [...files, ...overrides.layers].filter(({ name }) => name === agent.name).reduce(over, agent),
  );
  return { agents, problems: [...files.flatMap(classProblems), ...overrides.problems] };
}

function over(agent: Agent, { settings, origins }: AgentLayer): Agent {
  const merged = { ...agent, ...settings, origins: { ...agent.origins, ...origins } };
  if (settings.tools === undefined && settings.class === undefined) return merged;
  const computed = classOfTools(merged.tools);
  const highest = highestClass([computed, settings.class ?? 'reads']);
  const decidedBy = highest === computed ? merged.origins.tools : merged.origins.class;
  return { ...merged, class: highest, origins: { ...merged.origins, class: decidedBy } };
}

/** A file may say that its agent does more than its tools show, never less. */
function classProblems({ name, settings, origins }: AgentLayer): readonly AgentProblem[] {
  const tools = settings.tools ?? builtInAgentTable.find((agent) => agent.name === name)?.tools ?? [];
  const computed = classOfTools(tools);
  if (settings.class === undefined || highestClass([settings.class, computed]) === settings.class) return [];
  const because = tools.filter((tool) => (builtInToolClasses[tool] ?? 'external') === computed).join(', ');
  const message = `${origins.class?.where ?? name}: class ${settings.class} is less than its tools may do; with ${because} it is ${computed}`;
  return [{ severity: 'warning', message }];
}
