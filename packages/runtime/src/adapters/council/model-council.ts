import {
  type AgentSummary,
  type ConsultOrder,
  consultPrompt,
  consultTools,
  errorInfo,
  type EvaluationOrder,
  evaluationPrompt,
  evaluationTools,
  readConsulted,
  readVerdict,
} from '@planwright/core';
import { consultPhase } from '../../consult-phase.js';
import type { Consultation, ConsultOptions, Council, EvaluateOptions, Evaluation } from '../../ports/council.js';
import type { Workspaces } from '../../ports/workspaces.js';
import { type CouncilAgent, hearAgent, type ToolSettings } from './hear-agent.js';
import { createSharedView } from './shared-view.js';

export type ModelCouncilOptions = ToolSettings & {
  /** Those who may be asked, by id. */
  readonly agents: ReadonlyMap<string, CouncilAgent>;
  /** The project. Agents look at it, or, once steps were carried out, at what the run has made of it. */
  readonly root: string;
  readonly workspaces?: Workspaces | undefined;
  /** What agents are told about planning without acting. */
  readonly planningInstruction?: string | undefined;
  /** Whom the steps of a plan may be for, beside its author. */
  readonly stepAgents?: readonly AgentSummary[] | undefined;
};

/**
 * Agents that are models. Each reads with its own tools behind the gate, which lets only reading through, and speaks with
 * `new_answer` and `vote`, or as an evaluator with `submit` and `restart_orchestration`. What the run does not take is told to
 * the agent, which goes on until the run says that it is over. A model that fails gives up, with the reason. Agent programs,
 * whose own tools nobody can look at, are given a throwaway copy for every reply: their workplace says that they only read.
 * Models are asked at once; what they call waits until it is watched.
 */
export function createModelCouncil(options: ModelCouncilOptions): Council {
  const { agents, root, workspaces } = options;
  const view = workspaces && createSharedView(workspaces);
  const rootOf: RootOf = async (order, looking) => view?.(order.runId, looking) ?? root;
  return {
    waitsToAct: true,
    consult: async (order, consulting) => {
      const agent = agents.get(order.agent.id);
      return agent === undefined
        ? { gaveUp: errorInfo('agent-unknown', notConfigured(order.agent.id)) }
        : consult(agent, order, { ...options, rootOf }, consulting);
    },
    evaluate: async (order, judging) => {
      const agent = agents.get(order.evaluator.id);
      return agent === undefined
        ? { verdict: null, note: notConfigured(order.evaluator.id) }
        : evaluate(agent, order, { ...options, rootOf }, judging);
    },
  };
}

/** Where an agent looks. */
type RootOf = (order: Pick<ConsultOrder, 'runId'>, options: Pick<ConsultOptions, 'signal'>) => Promise<string>;
type Settings = ModelCouncilOptions & { readonly rootOf: RootOf };

function notConfigured(id: string): string {
  return `the agent ${id} is not configured here`;
}

async function consult(
  agent: CouncilAgent,
  order: ConsultOrder,
  options: Settings,
  consulting: ConsultOptions,
): Promise<Consultation> {
  const { attempt, round, settings } = order;
  const { root, rootOf, planningInstruction, stepAgents } = options;
  const { say, exploration } = consulting;
  const phase = consultPhase(order);
  return hearAgent<Consultation>(
    {
      agent,
      // Every round of a run has a number of its own, so that a script or a recording can tell them apart.
      caller: { phase, agent: order.agent.id, label: phase, try: (attempt - 1) * settings.rounds + round, attempt },
      root: attempt === 1 ? root : await rootOf(order, consulting),
      prompt: consultPrompt(order, {
        ...{ systemMessage: agent.systemMessage, planningInstruction, exploration, agents: stepAgents },
      }),
      speaking: { specs: consultTools(order), names: ['new_answer', 'vote'] },
      decide: async (calls, spent) => {
        const heard = await say(readConsulted(calls), spent());
        return heard.ok || heard.isOver ? { result: {} } : { problem: heard.reason };
      },
      gaveUp: (error) => ({ gaveUp: error }),
    },
    options,
    consulting,
  );
}

/** Asked once more where there was no verdict. */
const mostVerdicts = 2;

async function evaluate(
  agent: CouncilAgent,
  order: EvaluationOrder,
  options: Settings,
  judging: EvaluateOptions,
): Promise<Evaluation> {
  const { attempt, evaluator } = order;
  let asked = 0;
  return hearAgent<Evaluation>(
    {
      agent,
      caller: { phase: 'evaluate', agent: evaluator.id, label: 'evaluate', try: attempt, attempt },
      root: await options.rootOf(order, judging),
      prompt: evaluationPrompt(order, { systemMessage: agent.systemMessage, verified: judging.verified }),
      speaking: { specs: evaluationTools, names: evaluationTools.map(({ name }) => name) },
      decide: (calls) => {
        const read = readVerdict(calls);
        asked += 1;
        if (read.ok) return Promise.resolve({ result: { verdict: read.verdict } });
        return Promise.resolve(asked < mostVerdicts ? { problem: read.reason } : { result: noVerdict(read.reason) });
      },
      gaveUp: ({ message }) => noVerdict(message),
    },
    options,
    judging,
  );
}

function noVerdict(why: string): Evaluation {
  return { verdict: null, note: `no verdict was reached: ${why}` };
}
