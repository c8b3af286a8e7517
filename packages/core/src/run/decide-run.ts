import { approvalProblems } from '../approve/approval-problems.js';
import { isApproved } from '../approve/approval.js';
import { hasHold } from '../execute/execution.js';
import { clearedByResume, type Hold } from '../execute/hold.js';
import { isTerminal } from '../execute/step-state.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { isEvaluationDue } from './evaluation-due.js';
import { evaluatorFor } from './evaluation-order.js';
import { type NewRunEvent, runEvent } from './events.js';
import { holdCleared } from './hold-cleared.js';
import { isActive, planState, type RunState } from './state.js';

export function createRun(state: RunState, command: CommandOf<'run.create'>): Decision {
  if (state.status !== 'none') return refused('run-exists', `run ${state.id} exists already`);
  const { task, settings, gate, origin, budget, planning, coordination } = command;
  return happens(
    runEvent('run.created', {
      task,
      settings,
      gate,
      origin,
      budget,
      planning,
      coordination,
    }),
  );
}

/** draft → running, on the condition that exactly this plan was approved. */
export function startRun(state: RunState): Decision {
  if (state.status === 'running') return happens();
  if (state.status !== 'draft')
    return refused('plan-not-runnable', `run ${state.id} is ${planState(state)}; only a draft can be started`);
  if (!isApproved(state.approval, state.hash)) {
    const changed =
      state.approval === null ? '' : ` (revision ${state.approval.revision} was approved; it has changed since)`;
    return refused(
      'not-approved',
      `revision ${state.revision} of the plan is not approved${changed}`,
      'approval-missing',
    );
  }
  return happens(runEvent('run.started', {}));
}

export function pauseRun(state: RunState, command: CommandOf<'run.pause'>): Decision {
  if (state.status !== 'running' || state.execution === null) {
    return refused('plan-not-pausable', `run ${state.id} is ${planState(state)}; only a running plan can be paused`);
  }
  if (hasHold(state.execution, 'supervisor')) return happens();
  return happens(
    runEvent('hold.placed', {
      on: 'plan',
      reason: 'supervisor',
      note: command.note,
    }),
  );
}

/** Clears what a person may clear and resets the throttle. Resuming what already runs changes nothing. */
export function resumeRun(state: RunState, command: CommandOf<'run.resume'>, context: CommandContext): Decision {
  const { execution } = state;
  if (state.status !== 'running' || execution === null) {
    return refused('plan-not-runnable', `run ${state.id} is ${planState(state)}; only a paused plan can be resumed`);
  }
  const wanted = execution.holds.filter((hold) => command.hold === undefined || hold.reason === command.hold);
  const clearable = wanted.filter((hold) => clearedByResume(hold.reason) || isCovered(hold, state, context));
  if (clearable.length > 0)
    return happens(...clearable.map(holdCleared), runEvent('throttle.reset', { cause: 'resume' }));
  const left = wanted[0];
  if (left === undefined) return happens();
  return refused(
    `needs-${left.reason}`,
    `the plan waits for ${left.reason}${left.note === undefined ? '' : `: ${left.note}`}; resume cannot clear that`,
    left.reason === 'budget' ? 'budget-spent' : 'approval-missing',
  );
}

/** The plan was held for an approval, and what it was approved on is there again: the approval that was given covers it. */
function isCovered({ on, reason }: Hold, { approval, hash }: RunState, { ground }: CommandContext): boolean {
  if (on !== 'plan' || reason !== 'approval' || ground === undefined) return false;
  return approvalProblems(approval, { hash, ground }).length === 0;
}

/** Any active state → cancelled; what is not finished is skipped. Cancelling what has ended changes nothing. */
export function cancelRun(state: RunState, command: CommandOf<'run.cancel'>): Decision {
  if (state.status === 'none') return refused('run-not-created', `run ${state.id} does not exist`, 'run-not-found');
  const reason = command.reason ?? 'the run was cancelled';
  if (isEvaluationDue(state)) return happens(...notEvaluated(state, reason));
  if (!isActive(state)) return happens();
  return happens(...skipOpenSteps(state, reason, 'cancel'), runEvent('run.cancelled', { reason: command.reason }));
}

/** What came of the plan stands; that nobody judged it is said. */
function notEvaluated(state: RunState, reason: string): readonly NewRunEvent[] {
  const evaluator = evaluatorFor(state)?.id ?? '';
  return [runEvent('evaluation.finished', { attempt: state.attempt, evaluator, verdict: 'not-evaluated', reason })];
}

export function skipOpenSteps(
  state: RunState,
  reason: string,
  cause: 'cancel' | 'abort',
  except?: string,
): readonly NewRunEvent[] {
  const { execution } = state;
  if (execution === null) return [];
  return execution.plan.steps.flatMap((step, index) => {
    const current = execution.steps[index];
    if (current === undefined || isTerminal(current) || step.id === except) return [];
    return [runEvent('step.skipped', { step: step.id, reason, cause })];
  });
}

/** The room was archived: a plan under way is held until somebody resumes it; a draft stays a draft. */
export function archiveRun(state: RunState): Decision {
  if (state.status !== 'running' || state.execution === null || hasHold(state.execution, 'room_archived'))
    return happens();
  return happens(runEvent('hold.placed', { on: 'plan', reason: 'room_archived' }));
}

/** Only a person's words count, and they wake a throttled plan only. */
export function noteMessage(state: RunState, context: CommandContext): Decision {
  const { execution } = state;
  if (context.actor.kind !== 'person' || state.status !== 'running' || execution === null) return happens();
  const throttle = execution.holds.filter((hold) => hold.reason === 'auto_throttle');
  return happens(runEvent('throttle.reset', { cause: 'message' }), ...throttle.map(holdCleared));
}

export function answerRun(state: RunState, command: CommandOf<'run.answer'>): Decision {
  if (state.answer !== null) return happens();
  if (state.status !== 'done' && state.status !== 'failed')
    return refused(
      'not-finished',
      `run ${state.id} is ${planState(state)}; its answer is written when the plan has ended`,
    );
  const { answer, note, usage } = command;
  return happens(runEvent('run.answered', { source: answer === undefined ? 'report' : 'model', answer, note, usage }));
}
