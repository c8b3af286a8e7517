import {
  type CoordinationState,
  currentAttempt,
  currentRound,
  outstandingAgents,
} from '../coordinate/coordination-state.js';
import { isWorking } from '../execute/step-state.js';
import type { StepId } from '../shared/ids.js';
import { isEvaluationDue } from './evaluation-due.js';
import { isExplorationDue, wantsPlanner } from './exploration-due.js';
import type { RunState } from './state.js';

/** What a process must be doing now. Each has a key that stays the same for as long as it is due. */
export type Effect =
  | { readonly type: 'explore'; readonly key: string }
  | { readonly type: 'draft-plan'; readonly key: string; readonly planner: boolean }
  | { readonly type: 'run-step'; readonly key: string; readonly step: StepId; readonly try: number }
  | { readonly type: 'write-answer'; readonly key: string }
  /** Asks one agent in one round; all that are listed are asked at once. */
  | {
      readonly type: 'consult';
      readonly key: string;
      readonly agent: string;
      readonly attempt: number;
      readonly round: number;
    }
  | { readonly type: 'evaluate'; readonly key: string; readonly attempt: number };

/** What `executor` has to do. Pure: the same state gives the same effects in the same order. What is under way and no longer listed must stop. */
export function next(state: RunState, executor: string): readonly Effect[] {
  if (state.status === 'planning') return planning(state);
  if ((state.status === 'done' || state.status === 'failed') && state.execution !== null && state.answer === null) {
    return [{ type: 'write-answer', key: answerKey(state) }];
  }
  if (isEvaluationDue(state)) return [{ type: 'evaluate', key: evaluationKey(state), attempt: state.attempt }];
  return state.status === 'running' ? ownSteps(state, executor) : [];
}

/** Look first, then ask what is open, then draft or have agents propose. */
function planning(state: RunState): readonly Effect[] {
  if (isExplorationDue(state)) return [{ type: 'explore', key: `${state.id}:explore` }];
  if (state.asked.length > 0) return [];
  if (state.coordination !== null) return consults(state.id, state.coordination);
  return [{ type: 'draft-plan', key: `${state.id}:plan:${state.revision + 1}`, planner: wantsPlanner(state) }];
}

/** Every agent that has still to speak in the round. */
function consults(id: string, coordination: CoordinationState): readonly Effect[] {
  const attempt = currentAttempt(coordination);
  const round = currentRound(coordination);
  if (round === undefined) return [];
  return outstandingAgents(coordination.settings, attempt, round).map((agent) => ({
    type: 'consult',
    key: consultKey(id, { agent: agent.id, attempt: attempt.attempt, round: round.round }),
    agent: agent.id,
    attempt: attempt.attempt,
    round: round.round,
  }));
}

export function consultKey(
  id: string,
  { agent, attempt, round }: { readonly agent: string; readonly attempt: number; readonly round: number },
): string {
  return `${id}:consult:${attempt}.${round}.${agent}`;
}

/** The answer of a later attempt is another one. */
function answerKey({ id, attempt }: RunState): string {
  return attempt === 1 ? `${id}:answer` : `${id}:answer:${attempt}`;
}

export function evaluationKey({ id, attempt }: RunState): string {
  return `${id}:evaluate:${attempt}`;
}

function ownSteps({ id, execution }: RunState, executor: string): readonly Effect[] {
  if (execution === null) return [];
  const effects: Effect[] = [];
  for (const index of execution.progress.inProgress) {
    const step = execution.plan.steps[index];
    const state = execution.steps[index];
    if (step === undefined || state === undefined || !isWorking(state) || state.executor !== executor) continue;
    effects.push({ type: 'run-step', key: effectKey(id, step.id, state.tries), step: step.id, try: state.tries });
  }
  return effects;
}

export function effectKey(runId: string, step: StepId, tryNumber: number): string {
  return `${runId}:${step}:${tryNumber}`;
}
