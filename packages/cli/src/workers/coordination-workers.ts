import { join } from 'node:path';
import {
  builtInAgents,
  type ConfiguredAgent,
  type CoordinationConfig,
  highestClass,
  type ToolClass,
} from '@planwright/core';
import {
  type Caller,
  type Council,
  createReceiptCouncil,
  type Model,
  type Tools,
  type WorkspaceDigest,
} from '@planwright/runtime';
import {
  type CouncilAgent,
  createModelCouncil,
  createOfflineCouncil,
  createPresenter,
  createWorkspaces,
} from '@planwright/runtime/node';
import { placesOutside } from '../context-paths.js';
import { isOnline } from '../main-model.js';
import { withoutSecrets } from './bound-staff.js';
import { createModelChains } from './model-chains.js';
import type { ModelWorkersOptions } from './model-workers.js';
import { offlineWorkers } from './offline.js';
import { type StaffTools, staffTools } from './staff-tools.js';
import type { Workers } from './workers.js';

type Options = Pick<
  ModelWorkersOptions,
  'project' | 'system' | 'cassette' | 'tell' | 'tellMissing' | 'sandbox' | 'agentFolders' | 'agentCap' | 'setup'
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
  const { project, system, cassette, sandbox } = options;
  const { root, stateFolder } = project;
  const { planner } = offlineWorkers(project, system, sandbox);
  // As when plans are checked: an agent that is known and not here can be named all the same.
  const offline = createOfflineCouncil({ planner, agents: [...workers.worker.agents, ...builtInAgents] });
  const bound = { ...workers.bound, coordination: config.agents.map(boundAgent) };
  const online = config.agents.filter(isOnline);
  if (online.length === 0) return { ...workers, council: offline, bound };

  const workspaces =
    workers.workspaces ??
    (await createWorkspaces({ root, stateFolder, environment: system.env, setup: options.setup }));
  const models = createModelChains({ ...options, workspaces }, cassette);
  const tools = createAgentTools(workers, options);
  const agents = councilAgents(online, await models.byName(online.map(({ model }) => model)), tools.of);
  const around = (box: Tools, caller: Caller): Tools => cassette?.tools(box, caller) ?? box;
  const settings = { agents, root, limits: tools.limits, around };
  const digest = (taking: { readonly signal: AbortSignal }): Promise<WorkspaceDigest> =>
    workspaces.digest(root, taking);
  const asked = createModelCouncil({ ...settings, workspaces, planningInstruction: config.planningInstruction });
  return {
    ...workers,
    worker: createPresenter(workers.worker, { ...settings, digest }),
    council: createReceiptCouncil(
      mixedCouncil(asked, offline, (id) => agents.has(id)),
      digest,
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
  toolsOf: (agent: ConfiguredAgent) => AgentTools,
): ReadonlyMap<string, CouncilAgent> {
  return new Map(
    agents.flatMap((agent) => {
      const { id, effort, mcpServers } = agent;
      const model = models.get(agent.model);
      if (model === undefined) return [];
      // What a server would do nobody here can take back; without one, nothing leaves the step's own folder.
      const highest = mcpServers.length === 0 ? 'writes' : 'external';
      const { at: tools, places } = toolsOf(agent);
      const systemMessage = [agent.systemMessage ?? '', placesText(places)].filter((text) => text !== '').join('\n\n');
      return [[id, { model, systemMessage, effort, class: highest, tools }] as const];
    }),
  );
}

function placesText(places: readonly string[]): string {
  if (places.length === 0) return '';
  return `Beside the project you can read, by their whole paths, what lies at ${places.join(', ')}. Nothing is written there.`;
}

type AgentTools = Pick<StaffTools, 'at'> & { readonly places: readonly string[] };

/** Agents with the same servers and places share them: a server is started once. */
function createAgentTools({ commands }: Pick<Workers, 'commands'>, { project, system, tell, sandbox }: Options) {
  const outputs = join(project.stateFolder, 'outputs');
  const made = new Map<string, StaffTools>();
  const toolsFor = (servers: ConfiguredAgent['mcpServers'], places: readonly string[]): StaffTools => {
    const key = JSON.stringify([servers, places]);
    const tools = made.get(key) ?? staffTools(project, system, { commands, tell, sandbox, outputs, servers, places });
    made.set(key, tools);
    return tools;
  };
  return {
    of: (agent: ConfiguredAgent): AgentTools => {
      const places = placesOutside(agent, project.root);
      return { at: toolsFor(agent.mcpServers, places).at, places };
    },
    limits: toolsFor([], []).limits,
    close: async (): Promise<void> => {
      await Promise.all([...made.values()].map((tools) => tools.close()));
    },
  };
}

function mixedCouncil(asked: Council, offline: Council, isAsked: (id: string) => boolean): Council {
  const of = (id: string): Council => (isAsked(id) ? asked : offline);
  return {
    waitsToAct: asked.waitsToAct === true && offline.waitsToAct === true,
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

/** An approval binds who would carry the plan out: another model, message, server or view is another agent. */
function boundAgent({ id, model, systemMessage, effort, mcpServers, contextPaths }: ConfiguredAgent): unknown {
  return { id, model, systemMessage, effort, servers: mcpServers.map(withoutSecrets), contextPaths };
}
