import type { ConfiguredAgent, ContextPath } from './config.js';
import type { ConfigPath } from './config-problem.js';
import type { ConfigReading } from './config-reading.js';
import { readAgent } from './read-agent.js';
import { isMap } from './read-field.js';

type Written = { readonly agents?: unknown; readonly agent?: unknown };

/** The agents that could be read, in the order of the file. The others have been reported, and a file without any is. */
export function readAgents(
  { agents, agent }: Written,
  ofAll: readonly ContextPath[],
  reading: ConfigReading,
): readonly ConfiguredAgent[] {
  if (agents !== undefined && agent !== undefined)
    reading.problems.push({
      ...{ code: 'both-agent-keys', path: [], message: 'has "agents" and "agent"; a file has one of them' },
      suggestion: 'move the one under "agent" into the list',
    });
  const entries = entriesOf({ agents, agent }, reading);
  const read = entries.flatMap(({ value, path }) => readAgent(value, path, ofAll, reading) ?? []);
  checkIds(entries, reading);
  return read;
}

function checkIds(entries: readonly Entry[], { problems }: ConfigReading): void {
  const seen = new Set<unknown>();
  for (const { value, path } of entries) {
    const id = isMap(value) ? value['id'] : undefined;
    if (seen.has(id))
      problems.push({
        ...{ code: 'duplicate-agent-id', path: [...path, 'id'], message: 'another agent has this id' },
        suggestion: 'give each agent an id of its own',
      });
    if (typeof id === 'string') seen.add(id);
  }
}

const asList = 'write each agent as "- id: …" with a "backend"';

type Entry = { readonly value: unknown; readonly path: ConfigPath };

function entriesOf({ agents, agent }: Written, { problems }: ConfigReading): readonly Entry[] {
  const single = agent === undefined ? [] : [{ value: agent, path: ['agent'] }];
  if (agents === undefined) {
    if (agent === undefined)
      problems.push({
        ...{ code: 'no-agents', path: [], message: 'names no agents' },
        suggestion: 'write a list "agents", or one "agent"',
      });
    return single;
  }
  if (!Array.isArray(agents)) {
    problems.push({ code: 'type', path: ['agents'], message: 'expected a list of agents', suggestion: asList });
    return single;
  }
  if (agents.length === 0)
    problems.push({
      ...{ code: 'no-agents', path: ['agents'], message: 'expected at least one agent; found none' },
      suggestion: asList,
    });
  return [...agents.map((value: unknown, place) => ({ value, path: ['agents', place] })), ...single];
}
