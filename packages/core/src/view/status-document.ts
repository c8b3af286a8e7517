import { currentAttempt, currentRound } from '../coordinate/coordination-state.js';
import type { Usage } from '../execute/step-outcome.js';
import { isEvaluationDue } from '../run/evaluation-due.js';
import { isExplorationDue } from '../run/exploration-due.js';
import { planState, type PlanState, type RunState } from '../run/state.js';
import { type AgentColumn, coordinationView } from './coordination-view.js';
import { hasEnded, runResult } from './run-result.js';

/** Where a run is in the flow. */
export type StatusPhase =
  'explore' | 'questions' | 'propose' | 'vote' | 'plan' | 'approve' | 'execute' | 'answer' | 'evaluate' | 'ended';

/** What is going on, for programs that look on: made from the events, so that it is true whenever it is read. */
export type StatusDocument = {
  readonly run: string;
  readonly task: string;
  readonly updatedAt: string;
  readonly phase: StatusPhase;
  readonly state: PlanState;
  readonly attempt: number;
  readonly attempts: number;
  readonly round: number | null;
  /** What agents propose and why; null where one planner drafts. */
  readonly planning: { readonly proposals: 'plan' | 'text'; readonly reason: string } | null;
  readonly agents: readonly Pick<AgentColumn, 'id' | 'alias' | 'status' | 'retiredBecause' | 'lastVote' | 'usage'>[];
  /** Calls of tools that the gate turned down. */
  readonly refusedCalls: number;
  readonly spend: Usage;
  readonly steps: { readonly done: number; readonly total: number };
  readonly winner: { readonly proposal: string; readonly agent: string; readonly rule: string } | null;
  readonly restart: { readonly reason: string | null; readonly instructions: string | null } | null;
  /** Null until nothing more will happen. */
  readonly outcome: { readonly state: PlanState; readonly reason: string | null; readonly exit: number } | null;
};

export function statusDocument(state: RunState): StatusDocument {
  const { execution, coordination } = state;
  const view = coordinationView(state).at(-1);
  const { state: shown, reason, exit } = runResult(state);
  return {
    run: state.id,
    task: state.task,
    updatedAt: state.updatedAt,
    phase: phaseOf(state),
    state: shown,
    attempt: state.attempt,
    attempts: view?.attempts ?? 1,
    round: view?.round ?? null,
    planning: coordination && {
      proposals: coordination.settings.proposals,
      reason: coordination.settings.planningReason,
    },
    agents: (view?.agents ?? []).map(({ id, alias, status, retiredBecause, lastVote, usage }) => ({
      id,
      alias,
      status,
      retiredBecause,
      lastVote,
      usage,
    })),
    refusedCalls: state.refusedCalls,
    spend: state.usage,
    steps: { done: execution?.progress.done ?? 0, total: execution?.steps.length ?? 0 },
    winner: winnerOf(state),
    restart: view?.restart ?? null,
    outcome: hasEnded(state) ? { state: shown, reason, exit } : null,
  };
}

function winnerOf({ coordination }: RunState): StatusDocument['winner'] {
  const chosen = coordination === null ? null : currentAttempt(coordination).chosen;
  return chosen && { proposal: chosen.proposal, agent: chosen.agent, rule: chosen.rule };
}

function phaseOf(state: RunState): StatusPhase {
  if (hasEnded(state)) return 'ended';
  if (isEvaluationDue(state)) return 'evaluate';
  switch (planState(state)) {
    case 'planning':
      return planningPhase(state);
    case 'draft':
      return 'approve';
    case 'running':
    case 'paused':
      return 'execute';
    case 'done':
    case 'failed':
    case 'cancelled':
      return 'answer';
  }
}

function planningPhase(state: RunState): StatusPhase {
  const { asked, coordination } = state;
  if (isExplorationDue(state)) return 'explore';
  if (asked.length > 0) return 'questions';
  if (coordination === null) return 'plan';
  const paper = currentRound(coordination)?.paper ?? [];
  return paper.length === 0 ? 'propose' : 'vote';
}
