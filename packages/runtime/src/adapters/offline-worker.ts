import { builtInAgents, type StepOutcome, type WorkOrder } from '@planwright/core';
import type { Worker, WorkOptions } from '../ports/worker.js';
import type { WorkspaceReader } from '../ports/workspace-reader.js';
import type { ApprovedCommands } from './approved-commands.js';
import { fileAnswer } from './offline/file-agent.js';
import { runForStep } from './run-for-step.js';
import { searchAnswer } from './offline/search-agent.js';
import { shellOutcome } from './offline/shell-agent.js';
import { testerOutcome } from './offline/tester-agent.js';

export type OfflineTools = { readonly reader: WorkspaceReader; readonly commands: ApprovedCommands };

type Agent = (tools: OfflineTools, order: WorkOrder, options: WorkOptions) => Promise<StepOutcome>;

const agents: Readonly<Record<string, Agent>> = {
  search: reading(searchAnswer),
  explorer: reading(searchAnswer),
  file: reading(fileAnswer),
  shell: ({ commands }, order, options) => shellOutcome(commands, order, options),
  tester: testerOutcome,
};

/**
 * Carries out the steps that need no model: searching, reading, running approved commands. All other agents are left to
 * whoever the steps are handed over to. The same project gives the same answers, and every statement names its file and line.
 */
export function createOfflineWorker(tools: OfflineTools): Worker {
  return {
    agents: builtInAgents.filter(({ name }) => Object.hasOwn(agents, name)),
    work: async (order, options) => {
      const agent = agents[order.agent];
      if (!agent) throw new Error(`the offline worker is no ${order.agent}`);
      return agent(tools, order, options);
    },
  };
}

/** An agent that reads and answers; where its step has `verify` commands, the answer counts only once they succeed. */
function reading(
  answerOf: (reader: WorkspaceReader, order: WorkOrder, options: WorkOptions) => Promise<string>,
): Agent {
  return async ({ reader, commands }, order, options) => {
    const answer = await answerOf(reader, order, options);
    if (order.verify.length === 0) return { type: 'done', answer };
    const verified = await runForStep(commands, order.verify, order, options);
    return verified.type === 'failed' ? verified : { ...verified, answer };
  };
}
