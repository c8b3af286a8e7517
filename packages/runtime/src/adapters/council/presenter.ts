import {
  type Agent,
  errorInfo,
  newAgent,
  presenterAgent,
  presenterName,
  type RunId,
  runIdSchema,
} from '@planwright/core';
import type { Worker } from '../../ports/worker.js';
import { createModelWorker } from '../model-worker.js';
import type { CouncilAgent, ToolSettings } from './hear-agent.js';

export type PresenterOptions = ToolSettings & {
  /** The agents that coordinate, by id. */
  readonly agents: ReadonlyMap<string, CouncilAgent>;
  readonly root: string;
  /** Who presents in a run (`presenterOf` its state); undefined before a plan was chosen. */
  readonly winnerOf: (runId: RunId) => Promise<string | undefined>;
};

/**
 * The same worker, with the agents that coordinate: steps that name one of them, and those of the presenter, which is whoever
 * won, are carried out by that agent's model with its own system message and tools. The winner also writes the closing answer.
 */
export function createPresenter(worker: Worker, options: PresenterOptions): Worker {
  const { agents, winnerOf } = options;
  const workers = new Map([...agents].map(([id, agent]) => [id, workerOf(id, agent, options)]));
  const own = [presenterAgent, ...[...workers.values()].flatMap((each) => each.agents)];
  return {
    agents: [...own, ...worker.agents.filter(({ name }) => !own.some((agent) => agent.name === name))],
    work: async (order, work) => {
      if (order.agent !== presenterName) return (workers.get(order.agent) ?? worker).work(order, work);
      const winner = await winnerOf(order.runId);
      const presenting = winner === undefined ? undefined : workers.get(winner);
      if (winner === undefined || presenting === undefined) return { type: 'failed', error: nobodyWon(winner) };
      return presenting.work({ ...order, agent: winner }, work);
    },
    answer: async (order, work) => {
      const winner = await winnerOf(runIdSchema.parse(order.runId));
      const answer = workers.get(winner ?? '')?.answer ?? worker.answer;
      return (await answer?.(order, work)) ?? { text: '' };
    },
  };
}

function workerOf(id: string, agent: CouncilAgent, { root, limits, around }: PresenterOptions): Worker {
  return createModelWorker({
    modelFor: () => agent.model,
    agents: [asAgent(id, agent)],
    root,
    tools: agent.tools,
    ...(limits ? { limits } : {}),
    ...(around ? { around } : {}),
  });
}

/** It may do whatever its plan was approved for. */
function asAgent(id: string, { systemMessage = '', effort }: CouncilAgent): Agent {
  return {
    ...newAgent(id),
    class: 'external',
    purpose: 'is one of the agents that coordinate',
    tools: ['*'],
    instructions: systemMessage,
    effort,
  };
}

function nobodyWon(winner: string | undefined) {
  const why =
    winner === undefined
      ? 'no plan was chosen in this run'
      : `${winner}, whose plan was chosen, is not configured here`;
  return errorInfo('agent-unknown', `the step is for the agent whose plan was chosen, and ${why}`);
}
