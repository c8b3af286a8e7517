import { critical, type Fix, type Remark, type Rule } from '../finding.js';
import { nearestName } from '../../shared/nearest-name.js';
import { agentName } from '../reading-agents.js';

const named = 20;

export const knownAgent: Rule = {
  name: 'known-agent',
  dimension: 'constraints',
  check: ({ steps }, { agents }) => {
    // A plan often has one wrong name many times over.
    const hints = new Map<string, Hint>();
    let known: ReadonlySet<string> | undefined;
    return steps.flatMap(({ label, agent }): readonly Remark[] => {
      const name = agentName(agent);
      if (name === '') return [critical(label, `step "${label}" names no agent`)];
      // As it is written where that is how it is known: most are.
      if (agents === undefined || agents.includes(agent)) return [];
      known ??= new Set(agents.map(agentName));
      if (known.has(name)) return [];
      const hint = hints.get(name) ?? hintFor(name, [...known]);
      hints.set(name, hint);
      const message = `step "${label}" names the agent "${agent.trim()}", which does not exist; ${hint.text}`;
      return [
        {
          ...critical(label, message),
          fixes: hint.near === undefined ? undefined : [respelt(label, agent, hint.near)],
        },
      ];
    });
  },
};

type Hint = { readonly text: string; readonly near?: string };

function hintFor(name: string, known: readonly string[]): Hint {
  const near = nearestName(name, known);
  if (near !== undefined) return { text: `"${near}" does`, near };
  if (known.length === 0) return { text: 'there are no agents' };
  return { text: `there are ${known.slice(0, named).join(', ')}${known.length > named ? ', …' : ''}` };
}

function respelt(label: string, written: string, near: string): Fix {
  return {
    step: label,
    reason: `"${written.trim()}" is "${near}", misspelt`,
    patch: [
      { op: 'test', path: '/agent', value: written },
      { op: 'replace', path: '/agent', value: near },
    ],
  };
}
