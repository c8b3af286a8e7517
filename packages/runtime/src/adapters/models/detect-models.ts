import { agentProgramNames, type KeyedProvider, keyedProviders } from '@planwright/core';
import type { Environment } from '../command-environment.js';
import { findSystemProgram } from '../tools/find-program.js';
import { type LocalServer, localServers, modelsAt } from './local-servers.js';
import { providerFacts } from './provider-facts.js';

export type DetectedModel = {
  /** A model's name where it was found, else what was looked for. */
  readonly name: string;
  readonly found: boolean;
  readonly because: string;
  readonly chosen: boolean;
};

export type DetectedModels = {
  /** In the order in which they are preferred. */
  readonly models: readonly DetectedModel[];
  /** The name to use; one model, since nobody said that another may be paid for in its place. */
  readonly chain: string;
  readonly because: string;
};

/** What a key alone selects: ids that the clients we ship list as current in November 2026. */
const defaultModels: Readonly<Record<KeyedProvider, string>> = {
  anthropic: 'claude-sonnet-5-5',
  openai: 'gpt-5.6',
  google: 'gemini-pro-latest',
  xai: 'grok-4.7',
};

type Sighting = Omit<DetectedModel, 'chosen'>;

const offline: Sighting = { name: 'offline', found: true, because: 'it is always there' };

/**
 * What there is to work with when nothing is set: keys in the environment, agent programs on PATH, model servers on loopback,
 * and `offline`, which always is. The first of them in this order is chosen. Runs no program and asks nothing but loopback.
 */
export async function detectModels(options: {
  readonly env: Environment;
  /** The project; programs in it are not the user's. */
  readonly root: string;
  readonly servers?: readonly LocalServer[];
}): Promise<DetectedModels> {
  const { env, root, servers = localServers } = options;
  const path = env['PATH'] ?? '';
  const sightings: readonly Sighting[] = [
    ...keyedProviders.map((provider) => lookForKey(provider, env)),
    ...(await Promise.all([
      ...agentProgramNames.map((program) => lookForProgram(program, { path, root })),
      ...servers.map(lookForServer),
    ])),
  ];
  const chosen = sightings.find(({ found }) => found) ?? offline;
  return {
    models: [...sightings, offline].map((sighting) => ({ ...sighting, chosen: sighting === chosen })),
    chain: chosen.name,
    because: chosen === offline ? 'no key, no agent program and no model server was found' : chosen.because,
  };
}

function lookForKey(provider: KeyedProvider, env: Environment): Sighting {
  const { keyVariables } = providerFacts[provider];
  const variable = keyVariables.find((candidate) => (env[candidate] ?? '').trim() !== '');
  return {
    name: `${provider}:${defaultModels[provider]}`,
    found: variable !== undefined,
    because: variable === undefined ? `${keyVariables.join(' or ')} is not set` : `${variable} is set`,
  };
}

async function lookForProgram(
  program: string,
  { path, root }: { readonly path: string; readonly root: string },
): Promise<Sighting> {
  const file = await findSystemProgram(program, path, root);
  return {
    name: `command:${program}`,
    found: file !== undefined,
    because: file === undefined ? `there is no program "${program}" on PATH` : `${file} is on PATH`,
  };
}

async function lookForServer(server: LocalServer): Promise<Sighting> {
  const models = await modelsAt(server);
  const [first] = models ?? [];
  const name = `compatible:${server.url}`;
  if (models === undefined) return { name, found: false, because: `${server.title} does not answer at ${server.url}` };
  if (first === undefined) return { name, found: false, because: `${server.title} has no model to talk to` };
  return {
    name: `${name}#${first}`,
    found: true,
    because: `${server.title} at ${server.url} has ${models.join(', ')}`,
  };
}
