import {
  type Agent,
  type AgentSummary,
  errorInfo,
  highestClass,
  newAgent,
  presenterAgent,
  presenterName,
} from '@planwright/core';
import type { Worker } from '../../ports/worker.js';
import type { TakeDigest } from '../../with-receipt.js';
import { createModelWorker } from '../model-worker.js';
import type { CouncilAgent, ToolSettings } from './hear-agent.js';

export type PresenterOptions = ToolSettings & {
  /** The agents that coordinate, by id. */
  readonly agents: ReadonlyMap<string, CouncilAgent>;
  readonly root: string;
  /** The state of the project: what tools of others do to it in a step is noted. */
  readonly digest?: TakeDigest | undefined;
};

/**
 * The same worker, with the agents that coordinate: steps that name one of them, and those of the presenter, which is whoever
 * won, are carried out by that agent's model with its own system message and tools. The winner also writes the closing answer.
 */
export function createPresenter(worker: Worker, options: PresenterOptions): Worker {
  const workers = new Map([...options.agents].map(([id, agent]) => [id, workerOf(id, agent, options)]));
  const named = [...options.agents].map(([id, agent]) => summaryOf(id, agent));
  const own = [presenterAgent(highestClass(named.map((agent) => agent.class))), ...named];
  return {
    agents: [...own, ...worker.agents.filter(({ name }) => !own.some((agent) => agent.name === name))],
    work: async (order, work) => {
      if (order.agent !== presenterName) return (workers.get(order.agent) ?? worker).work(order, work);
      const { presenter = '' } = order;
      const presenting = workers.get(presenter);
      if (presenting === undefined) return { type: 'failed', error: nobodyPresents(presenter) };
      return presenting.work({ ...order, agent: presenter }, work);
    },
    answer: async (order, work) => {
      const answer = workers.get(order.presenter ?? '')?.answer ?? worker.answer;
      return (await answer?.(order, work)) ?? { text: '' };
    },
  };
}

function workerOf(id: string, agent: CouncilAgent, { root, limits, around, digest }: PresenterOptions): Worker {
  return createModelWorker({
    modelFor: () => agent.model,
    agents: [asAgent(id, agent)],
    root,
    tools: agent.tools,
    ...(limits ? { limits } : {}),
    ...(around ? { around } : {}),
    ...(digest ? { digest } : {}),
  });
}

function summaryOf(name: string, { class: highest = 'external' }: CouncilAgent): AgentSummary {
  return { name, class: highest, purpose: 'is one of the agents that coordinate', runsQuoted: true };
}

/** What its step may do, and nothing beyond, is the step's to say: the plan was approved with it. */
function asAgent(id: string, agent: CouncilAgent): Agent {
  const { systemMessage = '', effort } = agent;
  return {
    ...newAgent(id),
    ...summaryOf(id, agent),
    class: 'external',
    tools: ['*'],
    instructions: systemMessage,
    effort,
  };
}

function nobodyPresents(presenter: string) {
  const why =
    presenter === '' ? 'no plan was chosen in this run' : `${presenter}, whose plan was chosen, is not configured here`;
  return errorInfo('agent-unknown', `the step is for the agent whose plan was chosen, and ${why}`);
}
