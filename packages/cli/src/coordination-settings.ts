import type { CoordinationSettings, PlanningNeeded } from '@planwright/core';
import type { Coordination } from './load-coordination.js';

/** One to propose, one to vote or propose better, one in which only votes are taken. */
const usualRounds = 3;
/** As many as agents have there whose configurations are read here. */
const tries = 3;

/** What a run is created with for agents to coordinate. Who an agent is, others do not see: they see its alias. */
export function coordinationSettings({ config, source }: Coordination, planning: PlanningNeeded): CoordinationSettings {
  const { agents, rounds, maxAnswers, quorum, novelty, selfVotes, graft, skipRounds, restarts, timeoutMs } = config;
  return {
    agents: agents.map(({ id, model }, place) => ({ id, alias: `agent${place + 1}`, model })),
    proposals: planning.plan ? 'plan' : 'text',
    planningReason: planning.reason,
    rounds: rounds ?? usualRounds,
    maxAnswers,
    tries,
    quorum,
    novelty,
    sensitivity: config.votingSensitivity,
    selfVotes,
    graft,
    skipRounds,
    restarts,
    timeoutMs,
    ...(config.debugFinalAnswer === undefined ? {} : { debugAnswer: config.debugFinalAnswer }),
    ...(source === undefined ? {} : { config: source }),
  };
}
