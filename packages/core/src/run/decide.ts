import { isWorking } from '../execute/step-state.js';
import type { ErrorInfo } from '../shared/errors.js';
import { applyTo } from './apply.js';
import type { CommandContext, Decision, RunCommand } from './commands.js';
import { reserveCall, setBudget, settleReservation } from './decide-budget.js';
import { approvePlan, rejectPlan, revisePlan } from './decide-approval.js';
import { agentGivesUp, agentSays } from './decide-coordination.js';
import { finishEvaluation } from './decide-evaluation.js';
import { answerQuestions, finishExploration } from './decide-exploration.js';
import { changePlan, draftPlan, failPlanning, retryPlanning } from './decide-plan.js';
import {
  answerRun,
  archiveRun,
  cancelRun,
  createRun,
  noteMessage,
  pauseRun,
  resumeRun,
  startRun,
} from './decide-run.js';
import { failStep, finishStep, interruptStep, retryStep, settleStep, skipStep } from './decide-step.js';
import { undoSteps } from './decide-undo.js';
import { happens } from './decision.js';
import { type NewRunEvent, type RunEvent, runEvent } from './events.js';
import { followUp } from './follow-up.js';
import { type FreshState, freshCopy } from './fresh-state.js';
import type { RunState } from './state.js';

/** All that follows from a command, and the state once it is stored; or why not. */
export type Decided =
  | { readonly ok: true; readonly events: readonly NewRunEvent[]; readonly state: RunState }
  | { readonly ok: false; readonly refusal: ErrorInfo };

/**
 * Turns a command into the events that follow from it: what was asked, and then all that happens by itself, up to the starts of
 * the next steps when an executor asks. One append holds them all, so that a step's end and the next one's start are one sync.
 */
export function decide(state: RunState, command: RunCommand, context: CommandContext): Decided {
  const events: NewRunEvent[] = [];
  let current = state;
  const happen = (more: readonly NewRunEvent[]): void => {
    if (more.length === 0) return;
    events.push(...more);
    current = fold(current === state ? freshCopy(state) : current, more, context);
  };
  happen(interruptDead(state, context));
  const asked = direct(current, command, context);
  if (!asked.ok) return asked;
  happen(asked.events);
  for (let more = followUp(current, context); more.length > 0; more = followUp(current, context)) happen(more);
  return { ok: true, events, state: current };
}

/** The state after events that are not stored yet. */
function fold(state: FreshState, events: readonly NewRunEvent[], { actor, at }: CommandContext): FreshState {
  let current = state;
  for (const { type, v, data } of events) {
    const stored = { type, v, data, stream: state.id, seq: current.seq + 1, position: 0, at, actor, commandId: null };
    // The parts fit together as they did in the event; the compiler cannot see it through the union.
    current = applyTo(current, stored as RunEvent);
  }
  return current;
}

function interruptDead(state: RunState, context: CommandContext): readonly NewRunEvent[] {
  const dead = context.deadExecutors ?? [];
  const { execution } = state;
  if (dead.length === 0 || execution === null || state.status !== 'running') return [];
  return execution.plan.steps.flatMap((step, index) => {
    const current = execution.steps[index];
    if (current === undefined || !isWorking(current) || !dead.includes(current.executor)) return [];
    const reason = 'the process that worked on it is gone';
    const decision = interruptStep(state, { type: 'step.interrupt', step: step.id, try: current.tries, reason });
    return decision.ok ? decision.events : [];
  });
}

function direct(state: RunState, command: RunCommand, context: CommandContext): Decision {
  switch (command.type) {
    case 'run.create':
      return createRun(state, command);
    case 'agent.say':
      return agentSays(state, command, context);
    case 'agent.give-up':
      return agentGivesUp(state, command);
    case 'evaluation.finish':
      return finishEvaluation(state, command);
    case 'exploration.finish':
      return finishExploration(state, command);
    case 'questions.answer':
      return answerQuestions(state, command, context);
    case 'plan.draft':
      return draftPlan(state, command, context);
    case 'planning.fail':
      return failPlanning(state, command);
    case 'planning.retry':
      return retryPlanning(state);
    case 'plan.edit':
      return changePlan(state, command, context);
    case 'plan.approve':
      return approvePlan(state, command, context);
    case 'plan.revise':
      return revisePlan(state, command, context);
    case 'plan.reject':
      return rejectPlan(state, command, context);
    case 'run.start':
      return startRun(state);
    case 'run.pause':
      return pauseRun(state, command);
    case 'run.resume':
      return resumeRun(state, command, context);
    case 'run.cancel':
      return cancelRun(state, command);
    case 'run.archive':
      return archiveRun(state);
    case 'message.note':
      return noteMessage(state, context);
    case 'receipt.record':
      return happens(runEvent('receipt.recorded', command.receipt));
    case 'budget.set':
      return setBudget(state, command, context);
    case 'call.reserve':
      return reserveCall(state, command);
    case 'call.settle':
      return settleReservation(state, command);
    case 'step.settle':
      return settleStep(state, command);
    case 'notice.record':
      return happens(runEvent('notice.recorded', command.noticed));
    case 'step.interrupt':
      return interruptStep(state, command);
    case 'step.retry':
      return retryStep(state, command);
    case 'step.undo':
      return undoSteps(state, command, context);
    case 'step.skip':
      return skipStep(state, command, context);
    case 'step.done':
      return finishStep(state, command);
    case 'step.fail':
      return failStep(state, command);
    case 'run.answer':
      return answerRun(state, command);
    case 'run.advance':
      return happens();
  }
}
