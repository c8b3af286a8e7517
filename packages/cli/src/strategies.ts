import { type CoordinationConfig, type CoordinationSettings, PlanwrightError } from '@planwright/core';
import { offlineStrategies } from '@planwright/runtime/node';

/** How an agent that is one of several goes about a task. The first ones are also ways to plan without a model. */
const instructions: Readonly<Record<string, string>> = {
  'smallest-change': 'You look for the smallest change that does the whole task, and leave everything else alone.',
  'test-first': 'You begin with what will prove that the task is done: tests first, then what makes them pass.',
  'risk-first': 'You begin with what could break, find out before anything is changed, and plan for it.',
  'read-first': 'You read all that is related before you propose anything, and rest every step on what you saw.',
  'review-last': 'You have what was done looked over by somebody else before it counts.',
  'user-first': 'You begin with what people who use this will see, and work back to the code.',
  'structure-first':
    'You look for the place where the change belongs, and put the structure right before you add to it.',
  'proof-first': 'You give every step a command that proves it, and plan no step that nothing can prove.',
  'cleanup-last': 'You leave nothing behind: documents, names and dead code are part of the task.',
};

export const mostAgents = Object.keys(instructions).length;

/** Agents that differ in how they go about a task and in nothing else. Throws `settings-invalid` for more than there are ways. */
export function strategyConfig(count: number, model: string): CoordinationConfig {
  const names = model === 'offline' ? offlineStrategies.map(({ name }) => name) : Object.keys(instructions);
  if (count > names.length)
    throw new PlanwrightError(
      'settings-invalid',
      `--agents ${count}: without a model there are ${names.length} ways to plan; ask for fewer, or name a model`,
    );
  return configOf(names.slice(0, count).map((id) => ({ id, model })));
}

/** The same for a run that was started with such agents before. */
export function recordedConfig({ agents, restarts }: CoordinationSettings): CoordinationConfig {
  return { ...configOf(agents), restarts };
}

/** As long as a configuration file gives them that says nothing. */
const timeoutMs = 1_800_000;

function configOf(agents: readonly { readonly id: string; readonly model: string }[]): CoordinationConfig {
  return {
    agents: agents.map(({ id, model }) => ({
      ...{ id, model, backend: 'strategy', mcpServers: [], contextPaths: [] },
      ...(instructions[id] === undefined ? {} : { systemMessage: instructions[id] }),
    })),
    planning: 'always',
    restarts: 0,
    votingSensitivity: 'lenient',
    maxAnswers: null,
    novelty: 'lenient',
    skipRounds: false,
    quorum: null,
    rounds: null,
    selfVotes: false,
    graft: false,
    timeoutMs,
    contextPaths: [],
    ui: { display: 'rich_terminal', logging: true },
  };
}
