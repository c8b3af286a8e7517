import { coordinationOf, type CoordinationSettings, type PlanningNeeded, stated } from '@planwright/core';
import { pathRulesOf } from './context-paths.js';
import type { Coordination } from './load-coordination.js';

/** What a run is created with for the agents of a configuration to coordinate. */
export function coordinationSettings(
  { config, source }: Coordination,
  planning: PlanningNeeded,
  root: string,
): CoordinationSettings {
  const rules = pathRulesOf(config, root);
  const { maxAnswers, quorum, novelty, selfVotes, graft, skipRounds, restarts, timeoutMs } = config;
  return coordinationOf(config.agents, {
    ...{ maxAnswers, quorum, novelty, selfVotes, graft, skipRounds, restarts, timeoutMs },
    proposals: planning.plan ? 'plan' : 'text',
    planningReason: planning.reason,
    sensitivity: config.votingSensitivity,
    ...(rules.length === 0 ? {} : { pathRules: rules }),
    ...stated({ rounds: config.rounds ?? undefined, debugAnswer: config.debugFinalAnswer, config: source }),
  });
}
