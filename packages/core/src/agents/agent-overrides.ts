import { nearestName } from '../shared/nearest-name.js';
import { type Effort, effortSchema } from '../tools/agents.js';
import type { AgentLayer, AgentProblem } from './agent.js';
import { variableName } from './agent-name.js';

export type AgentOverrides = { readonly layers: readonly AgentLayer[]; readonly problems: readonly AgentProblem[] };

type Environment = Readonly<Record<string, string | undefined>>;

const ours = 'PLANWRIGHT_AGENT_';
const theirs = 'CHATCLI_AGENT_';
/** How the other program spells efforts beside our words. */
const theirEfforts: Readonly<Record<string, Effort | undefined>> = { med: 'medium', maximum: 'max' };

/**
 * Reads `PLANWRIGHT_AGENT_<NAME>_MODEL` and `_EFFORT` for the agents there are; where ours is unset or blank,
 * `CHATCLI_AGENT_<NAME>_…`. A wrong value of ours is an error; theirs belong to another program, whose settings must not
 * stop this one. A name that no agent has is a warning: the agent may be one of another project's.
 */
export function agentOverrides(env: Environment, names: readonly string[]): AgentOverrides {
  const found = names.map((name) => ({
    name,
    model: find(env, name, 'MODEL'),
    effort: find(env, name, 'EFFORT'),
  }));
  const layers = found.map(({ name, model, effort }): AgentLayer => {
    const value = effort && effortOf(effort);
    return {
      name,
      settings: { ...(model && { model: model.text }), ...(value && { effort: value }) },
      origins: { ...(model && { model: origin(model) }), ...(effort && value && { effort: origin(effort) }) },
    };
  });
  return {
    layers: layers.filter(({ settings }) => Object.keys(settings).length > 0),
    problems: [...found.flatMap(({ effort }) => (effort ? wrongEffort(effort) : [])), ...unknownVariables(env, names)],
  };
}

type Found = { readonly variable: string; readonly text: string; readonly isOurs: boolean };

function find(env: Environment, name: string, setting: 'MODEL' | 'EFFORT'): Found | undefined {
  const candidates = [ours, theirs].map((start) => {
    const variable = `${start}${variableName(name)}_${setting}`;
    return { variable, text: (env[variable] ?? '').trim(), isOurs: start === ours };
  });
  return candidates.find(({ text }) => text !== '' && text.toLowerCase() !== 'inherit');
}

function origin({ variable }: Found): { readonly source: 'environment'; readonly where: string } {
  return { source: 'environment', where: variable };
}

function effortOf({ text, isOurs }: Found): Effort | undefined {
  const word = text.toLowerCase();
  return effortSchema.safeParse(word).data ?? (isOurs ? undefined : theirEfforts[word]);
}

function wrongEffort(found: Found): readonly AgentProblem[] {
  if (effortOf(found) !== undefined) return [];
  const message = `${found.variable}: expected low, medium, high or max, found "${found.text}"`;
  return [
    found.isOurs ? { severity: 'error', message } : { severity: 'warning', message: `${message}; it is not used` },
  ];
}

/** Ours alone: the other program has variables of that beginning which are no agent's. */
function unknownVariables(env: Environment, names: readonly string[]): readonly AgentProblem[] {
  const known = names.flatMap((name) =>
    ['MODEL', 'EFFORT'].map((setting) => `${ours}${variableName(name)}_${setting}`),
  );
  return Object.keys(env)
    .filter((variable) => variable.startsWith(ours) && !known.includes(variable))
    .sort()
    .map((variable) => {
      const near = nearestName(
        variable.slice(ours.length),
        known.map((name) => name.slice(ours.length)),
      );
      const hint = near === undefined ? 'there are _MODEL and _EFFORT for each agent' : `did you mean ${ours}${near}?`;
      return { severity: 'warning', message: `${variable} names no setting of an agent of this project; ${hint}` };
    });
}
