import { currentAttempt } from '../coordinate/coordination-state.js';
import type { RunReport } from '../evaluate/report.js';
import { isWorking } from '../execute/step-state.js';
import { planIdOf } from '../shared/ids.js';
import { isEvaluationDue } from '../run/evaluation-due.js';
import { reportOf, runAnswer } from '../run/run-answer.js';
import { pauseOf, planState, type PlanState, type RunState } from '../run/state.js';

/** How a run stands or ended, for programs: `reason` tells cases of one exit code apart. */
export type RunResult = {
  readonly run: string;
  readonly plan: string;
  readonly state: PlanState;
  readonly reason: string | null;
  readonly exit: 0 | 1 | 3 | 4;
  readonly hadErrors: boolean;
  readonly answer: string;
  readonly report: RunReport | null;
};

export function runResult(state: RunState): RunResult {
  const shown = planState(state);
  const reason =
    coordinationReason(state) ??
    errorReason(state) ??
    timeoutReason(state) ??
    pauseOf(state)?.reason ??
    (state.asked.length > 0 && shown === 'planning' ? 'questions' : undefined) ??
    (shown === 'draft' ? 'approval' : shown === 'cancelled' ? 'cancelled' : null);
  return {
    run: state.id,
    plan: planIdOf(state.id),
    state: shown,
    reason,
    exit: exitCode(shown, reason),
    hadErrors: state.hadErrors,
    answer: runAnswer(state),
    report: reportOf(state),
  };
}

/** One word for a budget or a time that is spent, wherever it was spent. */
function errorReason({ error }: RunState): string | undefined {
  if (error?.code === 'budget-spent') return 'budget';
  return error?.code === 'step-timeout' ? 'timeout' : error?.code;
}

/** A plan that failed for want of time and nothing else: with more of it, it might not have. */
function timeoutReason({ status, execution }: RunState): string | undefined {
  const failed = status === 'failed' ? execution?.steps.filter((step) => step.status === 'failed') : undefined;
  return failed?.every(({ error }) => error.code === 'step-timeout') === true ? 'timeout' : undefined;
}

/** Why agents came to no plan, or that nobody judged what came of it. */
function coordinationReason({ coordination, status }: RunState): string | undefined {
  if (coordination === null || (status !== 'done' && status !== 'failed')) return undefined;
  const { failed, evaluation } = currentAttempt(coordination);
  if (failed !== null) return failed.reason;
  return evaluation?.verdict === 'not-evaluated' ? 'not-evaluated' : undefined;
}

function exitCode(state: PlanState, reason: string | null): 0 | 1 | 3 | 4 {
  if (state === 'done') return 0;
  if (reason === 'budget' || reason === 'timeout') return 4;
  return state === 'failed' || state === 'cancelled' ? 1 : 3;
}

/** Nothing more will happen: the plan has ended and its answer is there. */
export function hasEnded(state: RunState): boolean {
  if (state.status === 'cancelled') return true;
  if (state.status === 'failed' && state.execution === null) return true;
  return state.answer !== null && !isEvaluationDue(state);
}

/** Nothing more happens by itself: ended, or waiting for a person with no step at work. */
export function isResting(state: RunState): boolean {
  if (hasEnded(state) || state.status === 'draft') return true;
  if (state.status === 'planning') return state.asked.length > 0;
  return planState(state) === 'paused' && !(state.execution?.steps.some(isWorking) ?? false);
}
