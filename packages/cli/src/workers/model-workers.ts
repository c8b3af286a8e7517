import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, lessonsFor, lessonsText, newAgent, PlanwrightError, readingPolicy } from '@planwright/core';
import {
  type Caller,
  type Cassette,
  createReceiptPlanner,
  createToolbox,
  type Explorer,
  type Model,
  type ToolboxOptions,
  type Tools,
  type WorkspaceDigest,
} from '@planwright/runtime';
import {
  createApprovedCommands,
  createModelPlanner,
  createModelExplorer,
  createModelReviewer,
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
import { projectLessons } from '../project-lessons.js';
import type { System } from '../system.js';
import { boundStaff, type Staff } from './bound-staff.js';
import { createModelChains, type ModelNames } from './model-chains.js';
import type { TellMissing } from './missing-models.js';
import type { ModelPlace } from './named-model.js';
import { type StaffTools, staffTools } from './staff-tools.js';
import type { Tell, Workers } from './workers.js';

export type ModelWorkersOptions = {
  readonly project: Project;
  readonly system: System;
  /** Records what passes, or plays it back. */
  readonly cassette?: Cassette | undefined;
  readonly tell: Tell;
  readonly tellMissing: TellMissing;
  readonly sandbox: Sandbox;
  /** What makes a fresh folder fit to work in. */
  readonly setup: readonly SetupCommand[];
  /** What agent programs may write in the sandbox beside what is known of them. */
  readonly agentFolders: readonly string[];
  /** The most one call of an agent program may take. */
  readonly agentCap: ModelPlace['agentCap'];
  /** Settings that an approval binds. */
  readonly rules: Staff['rules'];
  /** The chain as it was chosen. */
  readonly model: string;
  /** Nothing may stay behind: what is needed meanwhile goes to a folder that is removed in the end. */
  readonly leavesNothing?: boolean | undefined;
};

/** Models as agents: each with its own instructions, tools and model, in a worktree of its own where it writes. */
export async function modelWorkers(names: ModelNames, options: ModelWorkersOptions): Promise<Workers> {
  const { project, system, cassette, tell, sandbox } = options;
  const { root } = project;
  const place = stateFolderFor(options);
  const { stateFolder } = place;
  const workspaces = await createWorkspaces({ root, stateFolder, environment: system.env, setup: options.setup });
  const models = createModelChains({ ...options, workspaces }, cassette);
  const main = await models.chain(names);
  const agents = await soundAgents(options);
  const own = await models.byName(agents.flatMap(({ model }) => model ?? []));
  const modelFor = (name: string | undefined): Model => (name === undefined ? undefined : own.get(name)) ?? main;
  const approved = createApprovedCommands({ root, environment: system.env, sandbox });
  const commands = cassette?.commands(approved) ?? approved;
  const tools = staffTools(project, system, { commands, tell, sandbox, outputs: join(stateFolder, 'outputs') });
  const around = (box: Tools, caller: Caller): Tools => cassette?.tools(box, caller) ?? box;
  const reading = readingTools(tools, root, around);
  const planner = agentNamed(agents, 'planner');
  const reviewing = agentNamed(agents, 'reviewer');
  const reviewer = createModelReviewer({ model: modelFor(reviewing.model), agent: reviewing });
  const digest = (options: { readonly signal: AbortSignal }): Promise<WorkspaceDigest> =>
    workspaces.digest(root, options);
  return {
    worker: createModelWorker({ modelFor, agents, root, tools: tools.at, limits: tools.limits, digest, around }),
    planner: createReceiptPlanner(
      createModelPlanner({
        ...{ model: modelFor(planner.model), agents, root, effort: planner.effort },
        instructions: planner.instructions,
        others: await Promise.all(names.slice(1).map((name) => models.chain([name]))),
        // A model finds little to say about its own plan: each is reviewed where the reviewer has a model of its own.
        review: reviewing.model === undefined ? undefined : reviewer,
        tools: (hooks) => reading({ phase: 'plan', agent: 'planner', label: null, try: 1 }, hooks),
        lessonsFor: async (task) =>
          lessonsText(lessonsFor(task, (await projectLessons(project, system.env).list()).lessons)),
      }),
      digest,
    ),
    reviewer,
    ...explorers(root, { agent: agentNamed(agents, 'explorer'), modelFor, reading }),
    commands,
    workspaces,
    bound: boundStaff({ agents, servers: tools.servers, model: options.model, rules: options.rules }),
    close: async () => {
      await Promise.all([tools.close(), models.close()]);
      place.remove();
    },
  };
}

type ReadingTools = (caller: Caller, hooks: Pick<ToolboxOptions, 'onNotice' | 'onCall'>) => Promise<Tools>;

/** Tools of the project behind the gate as it is before approval: they read, and nothing else. */
function readingTools(tools: StaffTools, root: string, around: (box: Tools, caller: Caller) => Tools): ReadingTools {
  return async (caller, hooks) =>
    around(createToolbox({ tools: await tools.at(root), policy: readingPolicy, ...hooks, ...tools.limits }), caller);
}

/** An explorer that asks a model, and one search pass for tasks that need no more. */
function explorers(
  root: string,
  means: {
    readonly agent: Agent;
    readonly modelFor: (name: string | undefined) => Model;
    readonly reading: ReadingTools;
  },
): { readonly explorer: Explorer; readonly searcher: Explorer } {
  const { agent, modelFor, reading } = means;
  const reader = createNodeWorkspaceReader(root);
  const states = createWorkspaceStates(root, reader);
  const callerFor = (label: string | null): Caller => ({ phase: 'explore', agent: 'explorer', label, try: 1 });
  return {
    explorer: createModelExplorer({
      ...{ model: modelFor(agent.model), root, reader, states, agent },
      tools: (angle, hooks) => reading(callerFor(angle), hooks),
    }),
    searcher: createSearchExplorer({
      offline: createOfflineExplorer({ reader, states }),
      reader,
      tools: (hooks) => reading(callerFor(null), hooks),
    }),
  };
}

/** Throws `settings-invalid` where an agent cannot be as it was written. */
async function soundAgents({ project, system, tell }: ModelWorkersOptions): Promise<readonly Agent[]> {
  const { agents, problems } = await loadAgents(project, system.env);
  const wrong = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (wrong.length > 0) throw new PlanwrightError('settings-invalid', wrong.join('; '));
  for (const { message } of problems) tell(message);
  return agents;
}

function agentNamed(agents: readonly Agent[], name: string): Agent {
  return agents.find((agent) => agent.name === name) ?? newAgent(name);
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
