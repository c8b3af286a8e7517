import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createRedactor,
  lessonsFor,
  lessonsText,
  type ModelName,
  newAgent,
  parseModelChain,
  PlanwrightError,
  readingPolicy,
  secretValues,
} from '@planwright/core';
import {
  type Cassette,
  createFallbackModel,
  createReceiptPlanner,
  createToolbox,
  type Model,
  type Tools,
} from '@planwright/runtime';
import {
  createApprovedCommands,
  createLessonFileStore,
  createModelPlanner,
  createModelExplorer,
  createModelWorker,
  createNodeWorkspaceReader,
  createOfflineExplorer,
  createSearchExplorer,
  createWorkspaceStates,
  createWorkspaces,
  type Sandbox,
  type SetupCommand,
} from '@planwright/runtime/node';
import { loadAgents } from '../load-agents.js';
import { prepareStateFolder, type Project } from '../project.js';
import type { System } from '../system.js';
import { namedModel, type ModelPlace } from './named-model.js';
import { staffTools } from './staff-tools.js';
import type { Tell, Workers } from './workers.js';

export type ModelWorkersOptions = {
  readonly project: Project;
  readonly system: System;
  /** Records what passes, or plays it back. */
  readonly cassette?: Cassette | undefined;
  readonly tell: Tell;
  readonly sandbox: Sandbox;
  /** What makes a fresh folder fit to work in. */
  readonly setup: readonly SetupCommand[];
  /** For agent programs, which must be able to reach their own sign-in through it. */
  readonly agentSandbox: Sandbox | undefined;
  /** Nothing may stay behind: what is needed meanwhile goes to a folder that is removed in the end. */
  readonly leavesNothing?: boolean | undefined;
};

type ModelNames = readonly [
  Exclude<ModelName, { provider: 'offline' }>,
  ...Exclude<ModelName, { provider: 'offline' }>[],
];

/** Models as agents: each with its own instructions, tools and model, in a worktree of its own where it writes. */
export async function modelWorkers(names: ModelNames, options: ModelWorkersOptions): Promise<Workers> {
  const { project, system, cassette, tell, sandbox } = options;
  const { root } = project;
  const place = stateFolderFor(options);
  const { stateFolder } = place;
  const workspaces = await createWorkspaces({ root, stateFolder, environment: system.env, setup: options.setup });
  const models = createModels({ project, system, workspaces, sandbox: options.agentSandbox }, cassette);
  const main = await models.chain(names);
  const { agents, problems } = await loadAgents(project, system.env);
  const wrong = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (wrong.length > 0) throw new PlanwrightError('settings-invalid', wrong.join('; '));
  for (const { message } of problems) tell(message);
  const own = await models.byName(agents.flatMap(({ model }) => model ?? []));
  const approved = createApprovedCommands({ root, environment: system.env, sandbox });
  const commands = cassette?.commands(approved) ?? approved;
  const tools = staffTools(project, system, { commands, tell, sandbox, outputs: join(stateFolder, 'outputs') });
  const around = (box: Tools, caller: Parameters<Cassette['tools']>[1]): Tools => cassette?.tools(box, caller) ?? box;
  const reader = createNodeWorkspaceReader(root);
  const states = createWorkspaceStates(root, reader);
  const explorerAgent = agents.find(({ name }) => name === 'explorer') ?? newAgent('explorer');
  const explorerModel = (explorerAgent.model === undefined ? undefined : own.get(explorerAgent.model)) ?? main;
  return {
    worker: createModelWorker({
      modelFor: (name) => (name === undefined ? undefined : own.get(name)) ?? main,
      ...{ agents, root, tools: tools.at, limits: tools.limits, around },
    }),
    planner: createReceiptPlanner(
      createModelPlanner({
        ...{ model: main, agents, root },
        tools: async (hooks) => {
          const box = createToolbox({ tools: await tools.at(root), policy: readingPolicy, ...hooks, ...tools.limits });
          return around(box, { phase: 'plan', agent: 'planner', label: null, try: 1 });
        },
        effort: agents.find(({ name }) => name === 'planner')?.effort,
        lessonsFor: (task) => lessonsOf(project, system, task),
      }),
      (options) => workspaces.digest(root, options),
    ),
    explorer: createModelExplorer({
      ...{ model: explorerModel, root, reader, states, agent: explorerAgent },
      tools: async (angle, onNotice) => {
        const box = createToolbox({ tools: await tools.at(root), policy: readingPolicy, onNotice, ...tools.limits });
        return around(box, { phase: 'explore', agent: 'explorer', label: angle, try: 1 });
      },
    }),
    searcher: createSearchExplorer({
      offline: createOfflineExplorer({ reader, states }),
      reader,
      tools: async () =>
        createToolbox({
          tools: await tools.at(root),
          policy: readingPolicy,
          onNotice: () => undefined,
          ...tools.limits,
        }),
    }),
    commands,
    workspaces,
    close: async () => {
      await Promise.all([tools.close(), models.close()]);
      place.remove();
    },
  };
}

function stateFolderFor({ project, leavesNothing = false }: ModelWorkersOptions): {
  readonly stateFolder: string;
  readonly remove: () => void;
} {
  if (!leavesNothing) {
    prepareStateFolder(project);
    return { stateFolder: project.stateFolder, remove: () => undefined };
  }
  const stateFolder = mkdtempSync(join(tmpdir(), 'planwright-'));
  return { stateFolder, remove: () => rmSync(stateFolder, { recursive: true, force: true }) };
}

/** Kept by name, so that an agent program serves all agents that name it. */
function createModels(place: ModelPlace, cassette: Cassette | undefined) {
  const made = new Map<string, Model>();
  const chain = async (names: ModelNames): Promise<Model> => {
    const key = JSON.stringify(names);
    const known = made.get(key);
    if (known) return known;
    const [first, ...rest] = await Promise.all(names.map((name) => namedModel(name, place)));
    if (first === undefined) throw new Error('a chain has a model');
    const model = rest.length === 0 ? first : createFallbackModel([first, ...rest]);
    const recorded = cassette?.model(model) ?? model;
    made.set(key, recorded);
    return recorded;
  };
  return {
    chain,
    byName: async (texts: readonly string[]): Promise<ReadonlyMap<string, Model>> => {
      const pairs = await Promise.all(
        [...new Set(texts)].map(async (text) => [text, await chain(readChain(text))] as const),
      );
      return new Map(pairs);
    },
    close: async (): Promise<void> => {
      await Promise.all([...made.values()].map(async (model) => model.close?.()));
    },
  };
}

function readChain(text: string): ModelNames {
  const parsed = parseModelChain(text);
  if (!parsed.ok)
    throw new PlanwrightError('settings-invalid', parsed.problems.map(({ message }) => message).join('; '));
  const [first, ...rest] = parsed.models.flatMap((name) => (name.provider === 'offline' ? [] : [name]));
  if (first === undefined) throw new PlanwrightError('settings-invalid', `an agent cannot have the model "${text}"`);
  return [first, ...rest];
}

async function lessonsOf({ stateFolder }: Project, { env }: System, task: string): Promise<string> {
  const store = createLessonFileStore(join(stateFolder, 'lessons.jsonl'), {
    redact: createRedactor(secretValues(env)),
  });
  const { lessons } = await store.list();
  return lessonsText(lessonsFor(task, lessons));
}
