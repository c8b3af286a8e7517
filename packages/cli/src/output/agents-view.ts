import type { Agent, ResolvedAgents } from '@planwright/core';
import { style } from './style.js';

export type AgentListing = ResolvedAgents & {
  /** What agents without a model of their own use. */
  readonly model: { readonly name: string; readonly where: string };
};

type Setting = keyof Agent['origins'];

/** Two lines an agent, and a third for what somebody set. */
export function agentsView({ agents, model, problems }: AgentListing): string {
  const width = Math.max(...agents.map(({ name }) => name.length));
  return [
    agents.map((agent) => agentLines(agent, model.name, width)).join('\n'),
    `Agents without a model of their own use ${model.name} (${model.where}). What names no other place is built in.`,
    ...problems.map(
      ({ severity, message }) => `${style(severity === 'error' ? 'red' : 'yellow', `${severity}:`)} ${message}`,
    ),
  ].join('\n\n');
}

function agentLines(agent: Agent, model: string, width: number): string {
  const { name, class: own, purpose, tools } = agent;
  const margin = ' '.repeat(width + 2);
  const set = origins(agent);
  return [
    `${style('bold', name)}${' '.repeat(width - name.length)}  ${own.padEnd('external'.length)}  ${purpose}`,
    style(
      'dim',
      `${margin}${facts(agent, model).join(', ')}; ${tools.length === 0 ? 'no tools' : `tools: ${tools.join(', ')}`}`,
    ),
    ...(set === '' ? [] : [`${margin}${set}`]),
  ].join('\n');
}

function facts({ model, effort, turns, refine, verify }: Agent, modelOfTheRun: string): readonly string[] {
  return [
    model ?? modelOfTheRun,
    ...(effort === undefined ? [] : [`effort ${effort}`]),
    `${turns} turns`,
    ...(refine ? ['refined'] : []),
    ...(verify ? ['verified'] : []),
  ];
}

/** `effort by PLANWRIGHT_AGENT_CODER_EFFORT; tools, class by .planwright/agents/coder.md:3` */
function origins(agent: Agent): string {
  const places = new Map<string, Setting[]>();
  for (const [setting, { source, where }] of Object.entries(agent.origins) as [Setting, Agent['origins'][Setting]][])
    if (source === 'file' || source === 'environment') places.set(where, [...(places.get(where) ?? []), setting]);
  return [...places].map(([where, settings]) => `${settings.join(', ')} by ${where}`).join('; ');
}
