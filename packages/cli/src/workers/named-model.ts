import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Budget, type ModelName, modelNameText, PlanwrightError, splitCommandLine } from '@planwright/core';
import { createRetryingModel, type Model, type Workspaces } from '@planwright/runtime';
import {
  createAcpAgent,
  createCommandAgent,
  createProviderModel,
  createScriptedModel,
  loadCassette,
  loadScript,
  programIn,
  type Sandbox,
  signInPlaces,
} from '@planwright/runtime/node';
import type { Project } from '../project.js';
import { loadPrices } from './load-prices.js';
import type { System } from '../system.js';

export type ModelPlace = {
  readonly project: Project;
  readonly system: System;
  readonly workspaces: Workspaces;
  readonly sandbox: Sandbox | undefined;
  /** What agent programs may write in the sandbox beside what is known of them. */
  readonly agentFolders: readonly string[];
  /** The most one call of an agent program may take. */
  readonly agentCap: Pick<Budget, 'tokens' | 'costUsd'> | undefined;
};

type Named<Provider extends ModelName['provider']> = Extract<ModelName, { provider: Provider }>;

/** The model a name stands for. Nothing is loaded, started or asked before its first reply, but for a script, which is read. */
export async function namedModel(name: Exclude<ModelName, { provider: 'offline' }>, place: ModelPlace): Promise<Model> {
  switch (name.provider) {
    case 'anthropic':
    case 'openai':
    case 'google':
    case 'xai':
    case 'compatible':
      return createRetryingModel(
        createProviderModel(name, { env: place.system.env, prices: loadPrices(place.system.env) }),
        {
          sleep,
          random: Math.random,
        },
      );
    case 'acp':
      return acpAgent(name, place);
    case 'command':
      return commandAgent(name, place);
    case 'script':
      return scriptedModel(name, place);
  }
}

async function scriptedModel(name: Named<'script'>, place: ModelPlace): Promise<Model> {
  const file = scriptFile(name.file, place);
  const text = modelNameText(name);
  if ((await loadCassette(file)) === undefined) return createScriptedModel(await loadScript(file), { name: text });
  // A recording replies together with its tools and commands, or not at all.
  return {
    name: text,
    reply: () =>
      Promise.reject(
        new PlanwrightError('settings-invalid', `${text} is a recording; it plays by itself, not in a chain`),
      ),
  };
}

/** Typed, it is meant from here; written in the project's settings, from there. */
export function scriptFile(file: string, { project, system }: Pick<ModelPlace, 'project' | 'system'>): string {
  const places = [system.cwd, project.root].map((folder) => resolve(folder, file));
  return places.find((path) => existsSync(path)) ?? file;
}

const turnTimeoutMs = 60 * 60_000;

function acpAgent(name: Named<'acp'>, place: ModelPlace): Model {
  const { project, system, workspaces, sandbox, agentFolders, agentCap: cap } = place;
  const text = modelNameText(name);
  const parsed = splitCommandLine(name.command);
  if (!parsed.ok) throw new PlanwrightError('settings-invalid', `${text}: the command ${parsed.problem}`);
  const known = programIn(parsed.argv);
  return createAcpAgent({
    ...{ sandbox, folders: [...(known === undefined ? [] : signInPlaces(known, system.env)), ...agentFolders] },
    ...{ name: text, argv: parsed.argv, env: system.env, root: project.root, timeoutMs: turnTimeoutMs },
    ...{ passEnv: agentVariables(system.env), cap },
    throwaway: (of, options) => workspaces.throwaway({ ...options, of }),
  });
}

/** What agent programs find their own account by; which of them an unknown agent needs, nobody can know. */
function agentVariables(env: System['env']): readonly string[] {
  return Object.keys(env).filter((name) =>
    /^(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|XAI|QWEN|MISTRAL|OPENROUTER)_/.test(name),
  );
}

function commandAgent(
  { program, model }: Named<'command'>,
  { project, system, workspaces, sandbox, agentFolders, agentCap: cap }: ModelPlace,
): Model {
  return createCommandAgent({
    ...{ name: program, env: system.env, root: project.root, sandbox, folders: agentFolders, cap },
    ...(model === undefined ? {} : { model }),
    throwaway: (of, options) => workspaces.throwaway({ ...options, of }),
  });
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}
