import { builtInAgents, type StepOutcome, type WorkOrder } from '@planwright/core';
import type { Commands } from '../ports/commands.js';
import type { Worker, WorkOptions } from '../ports/worker.js';
import type { WorkspaceReader } from '../ports/workspace-reader.js';
import { onlyOnce } from '../run-commands.js';
import type { AgentTools } from './offline/agent-tools.js';
import { fileAnswer } from './offline/file-agent.js';
import { searchAnswer } from './offline/search-agent.js';
import { shellOutcome } from './offline/shell-agent.js';
import { type Sources, sourcesOf } from './offline/sources.js';
import { testerOutcome } from './offline/tester-agent.js';

export type OfflineTools = {
  readonly reader: WorkspaceReader;
  readonly commands: Commands;
  /** Reads another folder, for a step that works in one of its own. Without it every step reads the project. */
  readonly readerAt?: (root: string) => WorkspaceReader;
};

type Agent = (tools: AgentTools, order: WorkOrder, options: WorkOptions) => Promise<StepOutcome>;

const agents: Readonly<Record<string, Agent>> = {
  search: reading(searchAnswer),
  explorer: reading(searchAnswer),
  file: reading(fileAnswer),
  shell: shellOutcome,
  tester: testerOutcome,
};

/**
 * Carries out the steps that need no model: searching, reading, running approved commands. All other agents are left to
 * whoever the steps are handed over to. The same project gives the same answers, and every statement names its file and line.
 */
export function createOfflineWorker({ reader, commands, readerAt }: OfflineTools): Worker {
  const project = sourcesOf(reader);
  const sourcesAt = (root: string | undefined): Sources =>
    root === undefined || readerAt === undefined ? project : sourcesOf(readerAt(root));
  return {
    agents: builtInAgents.filter(({ name }) => Object.hasOwn(agents, name)),
    work: async (order, options) => {
      const agent = agents[order.agent];
      if (!agent) throw new Error(`the offline worker is no ${order.agent}`);
      const outcome = await agent({ sources: sourcesAt(options.root), commands }, order, options);
      return outcome.type === 'done' && order.verify.length > 0 ? { ...outcome, repeats: true } : onlyOnce(outcome);
    },
  };
}

function reading(answerOf: (sources: Sources, order: WorkOrder, options: WorkOptions) => Promise<string>): Agent {
  return async ({ sources }, order, options) => ({ type: 'done', answer: await answerOf(sources, order, options) });
}
