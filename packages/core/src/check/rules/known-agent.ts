import { critical, type Remark, type Rule } from '../finding.js';
import { nearestName } from '../../shared/nearest-name.js';
import { agentName } from '../reading-agents.js';

const named = 20;

export const knownAgent: Rule = {
  name: 'known-agent',
  check: ({ steps }, { agents }) => {
    const known = agents?.map(agentName);
    const knownSet = known && new Set(known);
    // A plan often has one wrong name many times over.
    const hints = new Map<string, string>();
    return steps.flatMap(({ label, agent }): readonly Remark[] => {
      const name = agentName(agent);
      if (name === '') return [critical(label, `step "${label}" names no agent`)];
      if (known === undefined || knownSet?.has(name)) return [];
      const hint = hints.get(name) ?? hintFor(name, known);
      hints.set(name, hint);
      return [critical(label, `step "${label}" names the agent "${agent.trim()}", which does not exist; ${hint}`)];
    });
  },
};

function hintFor(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  if (near !== undefined) return `"${near}" does`;
  if (known.length === 0) return 'there are no agents';
  return `there are ${known.slice(0, named).join(', ')}${known.length > named ? ', …' : ''}`;
}
