import { type AgentSummary, builtInAgents, type ConsultOrder, errorInfo, formats } from '@planwright/core';
import type { Consultation, ConsultOptions, Council, Evaluation, VerifiedCommand } from '../../ports/council.js';
import type { Planner } from '../../ports/worker.js';
import { offlineBallot } from './offline-ballot.js';
import { type OfflineStrategy, offlineStrategies } from './offline-strategies.js';

export type OfflineCouncilOptions = {
  /** The offline planner. */
  readonly planner: Planner;
  /** The agents that plans may name. */
  readonly agents?: readonly AgentSummary[];
};

/**
 * Agents without a model: each plans by a strategy, votes by what the check says, and judges by what the `verify` commands
 * say. The same project and task give the same proposals, ballots and verdicts.
 */
export function createOfflineCouncil({ planner, agents = builtInAgents }: OfflineCouncilOptions): Council {
  const names = agents.map(({ name }) => name);
  return {
    waitsToAct: true,
    consult: async (order, options) => {
      await options.watched;
      const ballot = order.mayVote ? offlineBallot(order, names) : undefined;
      if (ballot === undefined) return propose(order, planner, options);
      const heard = await options.say(ballot);
      return heard.ok || heard.isOver ? {} : gaveUp(`its vote was refused: ${heard.reason}`);
    },
    evaluate: (_order, { verified }) => Promise.resolve(judgedBy(verified)),
  };
}

async function propose(order: ConsultOrder, planner: Planner, options: ConsultOptions): Promise<Consultation> {
  if (!order.mayPropose) return gaveUp('there is nothing it may vote for');
  if (order.settings.proposals === 'text') return gaveUp('without a model, agents propose plans, not texts');
  const strategy = strategyOf(order);
  if (strategy === undefined)
    return gaveUp(`there are ${offlineStrategies.length} ways to plan without a model, and all are taken`);
  const task = subjectOf(order);
  const draft = await planner.draft(task, options);
  if (!draft.ok) return gaveUp(draft.problems.map(({ message }) => message).join('; '));
  const heard = await options.say({
    type: 'new_answer',
    content: formats.native.write(strategy.vary(draft.plan, task)),
  });
  return heard.ok || heard.isOver ? {} : gaveUp(`${strategy.name} leads to a plan that was refused: ${heard.reason}`);
}

/** By its name where an agent is called like a strategy, otherwise by its place. */
function strategyOf({ agent, settings }: ConsultOrder): OfflineStrategy | undefined {
  const named = offlineStrategies.find(({ name }) => name === agent.id);
  return named ?? offlineStrategies[settings.agents.findIndex(({ id }) => id === agent.id)];
}

/** After a restart only what is missing is planned, and that is what the evaluator said. */
function subjectOf({ task, restart }: ConsultOrder): string {
  return restart === undefined ? task : `Fix this: ${[restart.reason, restart.instructions].join(' ').trim()}`;
}

function judgedBy(verified: readonly VerifiedCommand[]): Evaluation {
  if (verified.length === 0)
    return { verdict: null, note: 'the plan has no verify commands, and without a model nothing else can be judged' };
  const failed = verified.find(({ passed }) => !passed);
  if (failed === undefined) return { verdict: { type: 'submit' } };
  return { verdict: { type: 'restart', reason: failed.result, instructions: `Make \`${failed.command}\` succeed.` } };
}

function gaveUp(reason: string): Consultation {
  return { gaveUp: errorInfo('agent-failed', reason) };
}
