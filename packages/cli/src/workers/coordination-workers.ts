import { join } from 'node:path';
import {
  builtInAgents,
  type ConfiguredAgent,
  type CoordinationConfig,
  highestClass,
  type ToolClass,
} from '@planwright/core';
import { type Caller, type Council, createReceiptCouncil, type Model, type Tools } from '@planwright/runtime';
import {
  type CouncilAgent,
  createModelCouncil,
  createOfflineCouncil,
  createPresenter,
  createWorkspaces,
} from '@planwright/runtime/node';
import { isOnline } from '../main-model.js';
import { pathInside } from '../path-inside.js';
import type { Project } from '../project.js';
import { withoutSecrets } from './bound-staff.js';
import { createModelChains } from './model-chains.js';
import type { ModelWorkersOptions } from './model-workers.js';
import { offlineWorkers } from './offline.js';
import { type StaffTools, staffTools } from './staff-tools.js';
import type { Workers } from './workers.js';

type Options = Pick<
  ModelWorkersOptions,
  'project' | 'system' | 'cassette' | 'tell' | 'sandbox' | 'agentSandbox' | 'agentFolders' | 'setup'
>;

/**
 * The same workers, with the agents of a configuration: they propose, vote and judge, each with its own model, system message
 * and MCP servers, and the one whose plan is chosen carries it out. Nothing is asked or started before it is needed.
 */
export async function coordinationWorkers(
  workers: Workers,
  config: CoordinationConfig,
  options: Options,
): Promise<Workers> {
  const { project, system, cassette, sandbox, tell } = options;
  const { root, stateFolder } = project;
  for (const path of outsidePaths(config, project))
    tell(`agents are not shown ${path}: they read what lies in the project`);
  const { planner } = offlineWorkers(project, system, sandbox);
  // As when plans are checked: an agent that is known and not here can be named all the same.
  const offline = createOfflineCouncil({ planner, agents: [...workers.worker.agents, ...builtInAgents] });
  const bound = { ...workers.bound, coordination: config.agents.map(boundAgent) };
  const online = config.agents.filter(isOnline);
  if (online.length === 0) return { ...workers, council: offline, bound };

  const workspaces =
    workers.workspaces ??
    (await createWorkspaces({ root, stateFolder, environment: system.env, setup: options.setup }));
  const { agentSandbox, agentFolders } = options;
  const models = createModelChains({ project, system, workspaces, sandbox: agentSandbox, agentFolders }, cassette);
  const tools = toolsByServers(workers, options);
  const agents = councilAgents(online, await models.byName(online.map(({ model }) => model)), tools.of);
  const around = (box: Tools, caller: Caller): Tools => cassette?.tools(box, caller) ?? box;
  const settings = { agents, root, limits: tools.of([]).limits, around };
  const asked = createModelCouncil({ ...settings, workspaces, planningInstruction: config.planningInstruction });
  return {
    ...workers,
    worker: createPresenter(workers.worker, settings),
    council: createReceiptCouncil(
      mixedCouncil(asked, offline, (id) => agents.has(id)),
      (taking) => workspaces.digest(root, taking),
    ),
    workspaces,
    bound,
    catalogue: () => catalogueOf(agents, root),
    close: async () => {
      await Promise.all([workers.close?.(), tools.close(), models.close()]);
    },
  };
}

function councilAgents(
  agents: readonly ConfiguredAgent[],
  models: ReadonlyMap<string, Model>,
  toolsOf: (servers: ConfiguredAgent['mcpServers']) => StaffTools,
): ReadonlyMap<string, CouncilAgent> {
  return new Map(
    agents.flatMap(({ id, model: name, systemMessage, effort, mcpServers }) => {
      const model = models.get(name);
      return model === undefined
        ? []
        : [[id, { model, systemMessage, effort, tools: toolsOf(mcpServers).at }] as const];
    }),
  );
}

/** Agents with the same servers share them: a server is started once. */
function toolsByServers({ commands }: Pick<Workers, 'commands'>, { project, system, tell, sandbox }: Options) {
  const outputs = join(project.stateFolder, 'outputs');
  const made = new Map<string, StaffTools>();
  return {
    of: (servers: ConfiguredAgent['mcpServers']): StaffTools => {
      const key = JSON.stringify(servers);
      const tools = made.get(key) ?? staffTools(project, system, { commands, tell, sandbox, outputs, servers });
      made.set(key, tools);
      return tools;
    },
    close: async (): Promise<void> => {
      await Promise.all([...made.values()].map((tools) => tools.close()));
    },
  };
}

function mixedCouncil(asked: Council, offline: Council, isAsked: (id: string) => boolean): Council {
  const of = (id: string): Council => (isAsked(id) ? asked : offline);
  return {
    consult: (order, options) => of(order.agent.id).consult(order, options),
    evaluate: (order, options) => of(order.evaluator.id).evaluate(order, options),
  };
}

/** Every tool of every agent, once; where they differ in what they may do, all that they may. */
async function catalogueOf(
  agents: ReadonlyMap<string, CouncilAgent>,
  root: string,
): Promise<readonly { readonly name: string; readonly class: ToolClass }[]> {
  const tools = (await Promise.all([...agents.values()].map((agent) => agent.tools(root)))).flat();
  const names = [...new Set(tools.map(({ spec }) => spec.name))];
  return names.map((name) => ({
    name,
    class: highestClass(tools.filter(({ spec }) => spec.name === name).map((tool) => tool.class)),
  }));
}

/** An approval binds who would carry the plan out: another model, message or server is another agent. */
function boundAgent({ id, model, systemMessage, effort, mcpServers }: ConfiguredAgent): unknown {
  return { id, model, systemMessage, effort, servers: mcpServers.map(withoutSecrets) };
}

function outsidePaths(config: CoordinationConfig, { root }: Project): readonly string[] {
  const paths = [...config.contextPaths, ...config.agents.flatMap(({ contextPaths }) => contextPaths)];
  return [...new Set(paths.map(({ path }) => path))].filter(
    (path) => path !== root && pathInside(root, path) === undefined,
  );
}
