import { approvalProblems } from '../approve/approval-problems.js';
import { whyOutOfTime } from '../execute/budget.js';
import { dispatch } from '../execute/dispatch.js';
import { dueRetries, type Execution, hasHold, planHold, workingCount } from '../execute/execution.js';
import type { Hold } from '../execute/hold.js';
import { failedNeeds, startsOnError } from '../execute/step-input.js';
import { isErrorInput, type StepState } from '../execute/step-state.js';
import type { CommandContext } from './commands.js';
import { afterSaid } from './after-said.js';
import { type NewRunEvent, runEvent } from './events.js';
import { keptIn } from './planned-plan.js';
import type { RunState } from './state.js';

/** What happens next by itself; nothing when all that follows has happened. Steps start once nothing else is due. */
export function followUp(state: RunState, context: CommandContext): readonly NewRunEvent[] {
  const due = consequences(state, context);
  return due.length > 0 ? due : dispatches(state, context);
}

/** What follows by itself, whoever asks: completion first, then steps that must not start, then the manual gate. */
function consequences(state: RunState, context: CommandContext): readonly NewRunEvent[] {
  const { execution } = state;
  if (state.coordination !== null && state.status === 'planning') return afterSaid(state, context);
  if (execution === null) return [];
  if (state.status !== 'running') return closing(state, context);
  if (execution.progress.open === 0) return [finished(state, execution)];
  const outOfTime = whyOutOfTime(state.budget, state.startedAt, context.at);
  if (outOfTime !== undefined && !hasHold(execution, 'budget'))
    return [runEvent('hold.placed', { on: 'plan', reason: 'budget', note: outOfTime })];
  const unapproved = holdOfUnapproved(state, execution, context);
  if (unapproved !== undefined) return [unapproved];
  const skipped = skipsOnError(execution);
  if (skipped.length > 0) return skipped;
  return needsManualGate(execution) ? [runEvent('hold.placed', { on: 'plan', reason: 'manual_gate' })] : [];
}

/**
 * Nothing more starts on an approval that does not cover what would run now; it is shown, and asked. What would run is for whoever
 * carries the run out to say: others may have other agents and models without it being of any account.
 */
function holdOfUnapproved(state: RunState, execution: Execution, context: CommandContext): NewRunEvent | undefined {
  if (hasHold(execution, 'approval')) return undefined;
  const ground = context.executor && context.ground;
  const [problem] = approvalProblems(state.approval, { hash: state.hash, ground });
  return problem && runEvent('hold.placed', { on: 'plan', reason: 'approval', note: problem.summary });
}

/** Where nobody writes closing answers, the report is the answer at once. */
function closing(state: RunState, context: CommandContext): readonly NewRunEvent[] {
  const ended = state.status === 'done' || state.status === 'failed';
  if (!ended || state.answer !== null || context.executor?.writesAnswers !== false) return [];
  return [runEvent('run.answered', { source: 'report' })];
}

/** How earlier attempts went was judged before; this plan ends as its own steps did. */
function finished(run: RunState, { plan, steps: all }: Execution): NewRunEvent {
  const kept = keptIn(run);
  const steps = kept.length === 0 ? all : all.filter((_, index) => !kept.some((id) => id === plan.steps[index]?.id));
  const state = steps.some((step) => step.status === 'failed') ? 'failed' : 'done';
  return runEvent('plan.finished', { state, hadErrors: hadErrors(steps) });
}

/** Whether any of the steps failed, or was skipped because of one that did. */
export function hadErrors(steps: readonly StepState[]): boolean {
  return steps.some(isErrorInput);
}

function skipsOnError(execution: Execution): readonly NewRunEvent[] {
  const onError = execution.progress.ready.filter((index) => startsOnError(execution, index));
  return onError.flatMap((index) => {
    const step = execution.plan.steps[index];
    if (step === undefined) return [];
    const reason = `it may write, and ${failedNeeds(execution, index).join(', ')} gave it an error to work on`;
    return [runEvent('step.skipped', { step: step.id, reason, cause: 'error-input' })];
  });
}

function needsManualGate(execution: Execution): boolean {
  if (execution.plan.advance !== 'manual' || execution.manualCredit > 0 || hasHold(execution, 'manual_gate'))
    return false;
  return (
    workingCount(execution) === 0 &&
    isOpenToGate(planHold(execution)) &&
    dueRetries(execution).length === 0 &&
    execution.progress.ready.length > 0
  );
}

/** One resume lets go of a person's pause and of the gate: it runs a step, as every resume of a manual plan does. */
function isOpenToGate(hold: Hold | undefined): boolean {
  return hold === undefined || hold.reason === 'supervisor' || hold.reason === 'room_archived';
}

/** What the asking process starts now, hands over because it cannot, and whether the throttle stops the rest. */
function dispatches(state: RunState, { executor }: CommandContext): readonly NewRunEvent[] {
  const { execution } = state;
  if (executor === undefined || execution === null || state.status !== 'running') return [];
  const due = dispatch(execution, executor.agents);
  const events = due.starts.map(({ step, try: tryNumber, attempt, counted }) =>
    runEvent('step.started', { step, try: tryNumber, attempt, counted, executor: executor.id }),
  );
  for (const step of due.handOver)
    events.push(runEvent('hold.placed', { on: step, reason: 'handoff', note: nobodyHere }));
  if (due.throttled) events.push(throttled(execution.settings.autoSteps ?? 0));
  return events;
}

const nobodyHere = 'no worker here can do this step';

function throttled(limit: number): NewRunEvent {
  const note = `${limit} steps went by without a word from you`;
  return runEvent('hold.placed', { on: 'plan', reason: 'auto_throttle', consecutiveAutoSteps: limit, note });
}
