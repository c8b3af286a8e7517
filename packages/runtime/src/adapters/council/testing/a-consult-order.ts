import {
  type ConsultOrder,
  type CoordinationSettings,
  type EvaluationOrder,
  parsePlan,
  type PaperEntry,
  type Plan,
  planHash,
  runIdSchema,
} from '@planwright/core';

const runId = runIdSchema.parse('run-test1');

/** Settings for agents called `a`, `b`, … with the aliases `agent1`, `agent2`, …, showing only what matters. */
export function someSettings(changes: Partial<CoordinationSettings> = {}, ids = ['a', 'b']): CoordinationSettings {
  return {
    agents: ids.map((id, place) => ({ id, alias: `agent${place + 1}`, model: 'script' })),
    ...{ proposals: 'plan', planningReason: 'it was asked for', rounds: 3, maxAnswers: null, tries: 3, quorum: null },
    ...{ novelty: 'lenient', sensitivity: 'lenient', selfVotes: true, graft: false, skipRounds: false, restarts: 0 },
    timeoutMs: null,
    ...changes,
  };
}

/** What the first agent is asked in the first round. */
export function aConsultOrder(changes: Partial<ConsultOrder> = {}): ConsultOrder {
  const settings = changes.settings ?? someSettings();
  return {
    ...{ key: 'run-test1:1:1:a', runId, task: 'Say hello', attempt: 1, round: 1, isLastRound: false },
    agent: settings.agents[0] ?? { id: 'a', alias: 'agent1', model: 'script' },
    ...{ settings, paper: [], mayPropose: true, mayVote: false, refusals: [] },
    ...changes,
  };
}

export function aPaperEntry(proposal: string, plan: Plan, isOwn = false): PaperEntry {
  return { proposal, hash: planHash(plan), isOwn, plan };
}

export function anEvaluationOrder(changes: Partial<EvaluationOrder> = {}): EvaluationOrder {
  return {
    ...{ key: 'run-test1:1:evaluate', runId, task: 'Say hello', attempt: 1 },
    evaluator: { id: 'b', alias: 'agent2', model: 'script' },
    ...{ plan: null, answer: 'hello', report: 'one step, done', verify: [] },
    ...changes,
  };
}

/** A plan in its shortest written form: a step for each task. */
export function writtenPlan(...tasks: readonly string[]): string {
  return JSON.stringify({
    goal: 'g',
    steps: tasks.map((task, place) => ({ id: `E${place + 1}`, agent: 'search', task })),
  });
}

export function aPlan(...tasks: readonly string[]): Plan {
  const parsed = parsePlan(writtenPlan(...tasks));
  if (!parsed.ok) throw new Error('no plan');
  return parsed.plan;
}
