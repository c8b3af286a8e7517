import { isCoordinationEvent } from '../coordinate/coordination-events.js';
import { newCoordination } from '../coordinate/coordination-state.js';
import * as fold from '../execute/apply-step.js';
import { reserve, settleCall, withUsage } from '../execute/budget.js';
import type { Execution } from '../execute/execution.js';
import { progressOf } from '../execute/progress.js';
import { addUsage } from '../execute/step-outcome.js';
import { countersOf, newStep, type StepState } from '../execute/step-state.js';
import { openQuestions } from '../explore/clarify.js';
import { labelNumber } from '../plan/step-graph.js';
import type { Plan } from '../plan/plan.js';
import type { StepId } from '../shared/ids.js';
import { canonicalJson } from '../shared/canonical-json.js';
import { coordinated } from './apply-coordination.js';
import { planApproved, planRejected, redraftFailed, revisionRequested } from './apply-approval.js';
import type { RunEvent, RunEventData } from './events.js';
import { changed, type FreshState, freshCopy } from './fresh-state.js';
import type { RunState } from './state.js';

/** Folds one event into the state. Total and pure: the same events always give the same state. */
export function apply(state: RunState, event: RunEvent): RunState {
  return applyTo(freshCopy(state), event);
}

/** Folds one event into a fresh state, which must not be used afterwards: only what is returned. */
export function applyTo(state: FreshState, event: RunEvent): FreshState {
  state.seq = event.seq;
  state.updatedAt = event.at;
  if (state.createdAt === '') state.createdAt = event.at;
  return fact(state, event);
}

function fact(state: FreshState, event: RunEvent): RunState {
  if (isCoordinationEvent(event)) return coordinated(state, event);
  const { at } = event;
  switch (event.type) {
    case 'run.created':
      return changed(state, {
        status: 'planning',
        task: event.data.task,
        settings: event.data.settings,
        gate: event.data.gate ?? null,
        origin: event.data.origin ?? null,
        budget: event.data.budget ?? null,
        planning: event.data.planning ?? null,
        coordination: event.data.coordination === undefined ? null : newCoordination(event.data.coordination),
      });
    case 'exploration.finished': {
      const { usage, ...exploration } = event.data;
      return changed(spend(state, usage), { exploration });
    }
    case 'questions.asked':
      return changed(state, { asked: event.data.questions });
    case 'questions.answered':
      return answered(state, event.data.answers);
    case 'planning.failed':
      if (state.execution !== null) return redraftFailed(spend(state, event.data.usage), event.data.error.message);
      return changed(spend(state, event.data.usage), {
        status: 'failed',
        error: event.data.error,
        hadErrors: true,
        endedAt: at,
      });
    case 'planning.reopened':
      return changed(state, { status: 'planning', error: null, hadErrors: false, endedAt: null });
    case 'plan.drafted':
      return changed(withPlan(spend(state, event.data.usage), event.data), {
        status: 'draft',
        notes: event.data.notes,
        degraded: event.data.degraded ?? null,
        outline: event.data.outline ?? [],
        fixes: [],
        redraft: null,
      });
    case 'plan.edited':
      return changed(withPlan(state, event.data), { fixes: [] });
    case 'plan.fixed':
      return changed(withPlan(state, event.data), { fixes: event.data.fixes });
    case 'check.finished':
      return changed(state, {
        findings: event.data.findings,
        checkResult: event.data.result,
        checkScore: event.data.score ?? null,
      });
    case 'plan.approved':
      return planApproved(state, event);
    case 'plan.revision-requested':
      return revisionRequested(state, event);
    case 'plan.rejected':
      return planRejected(state, event);
    case 'run.started':
      return withExecution(
        changed(state, { status: 'running', startedAt: state.startedAt ?? at }),
        fold.dispatchedFreely,
      );
    case 'step.started':
      return withExecution(state, (execution) => fold.stepStarted(execution, event.data, at));
    case 'step.succeeded':
      return settle(spend(state, event.data.usage), event, (step) => fold.stepSucceeded(step, event.data, at));
    case 'step.failed':
      return settle(spend(state, event.data.usage), event, (step) => fold.stepFailed(step, event.data, at));
    case 'step.skipped':
      return settle(state, event, (step) => ({
        ...countersOf(step),
        status: 'skipped',
        reason: event.data.reason,
        cause: event.data.cause,
        endedAt: at,
      }));
    case 'step.interrupted':
      return onStep(spend(state, event.data.usage), event.data.step, (step) =>
        fold.stepInterrupted(step, event.data, at),
      );
    case 'step.granted':
      return onStep(state, event.data.step, fold.stepGranted);
    case 'step.requeued':
      return withExecution(
        onStep(state, event.data.step, (step) => fold.stepRequeued(step, event.data.hint)),
        fold.dispatchedFreely,
      );
    case 'receipt.recorded':
      return changed(state, { receipts: [...state.receipts, event.data] });
    case 'steps.undone':
      return takenBack(state, event.data.steps);
    case 'budget.set':
      return changed(state, {
        budget: event.data.budget,
        spending: withUsage(state.spending, state.usage, usedBySteps(state)),
      });
    case 'call.reserved':
      return changed(state, { spending: reserve(state.spending, event.data) });
    case 'call.settled':
      return changed(state, { spending: settleCall(state.spending, event.data.call, event.data.usage) });
    case 'result.ignored':
      return state;
    case 'notice.recorded':
      if (event.data.notice.type === 'call-refused') state.refusedCalls += 1;
      return state;
    case 'hold.placed': {
      const { consecutiveAutoSteps, ...hold } = event.data;
      return withExecution(state, (execution) => ({
        ...fold.holdPlaced(execution, hold),
        consecutiveAutoSteps: consecutiveAutoSteps ?? execution.consecutiveAutoSteps,
      }));
    }
    case 'hold.cleared':
      return withExecution(state, (execution) =>
        letThroughGate(fold.holdCleared(execution, event.data), event.data.reason),
      );
    case 'throttle.reset':
      return withExecution(state, (execution) => ({ ...execution, consecutiveAutoSteps: 0 }));
    case 'plan.finished':
      return changed(state, { status: event.data.state, hadErrors: event.data.hadErrors, endedAt: at });
    case 'run.answered':
      return changed(spend(state, event.data.usage), {
        answer: { text: event.data.answer ?? null, source: event.data.source },
        // A text that agents chose is the answer, and there is no plan to end before it.
        ...(state.status === 'planning' ? { status: 'done', endedAt: at } : {}),
      });
    case 'run.cancelled':
      return changed(state, { status: 'cancelled', cancelReason: event.data.reason ?? null, endedAt: at });
  }
}

/** What is not answered yet stays asked. */
function answered(state: FreshState, answers: RunState['answers']): RunState {
  return changed(state, { answers: [...state.answers, ...answers], asked: openQuestions(state.asked, answers) });
}

function withExecution(state: FreshState, change: (execution: Execution) => Execution): FreshState {
  if (state.execution !== null) state.execution = change(state.execution);
  return state;
}

function onStep(state: FreshState, id: StepId, change: (step: StepState) => StepState): FreshState {
  return withExecution(state, (execution) => fold.withStep(execution, id, change));
}

/** A step settled: what starts because of it counts towards the throttle, unless a person settled it. */
function settle(
  state: FreshState,
  event: RunEvent & { data: { step: StepId } },
  change: (step: StepState) => StepState,
): RunState {
  return withExecution(state, (execution) =>
    fold.withStep(execution, event.data.step, change, {
      consecutiveAutoSteps: execution.consecutiveAutoSteps,
      freeDispatch: event.actor.kind === 'person',
      manualCredit: execution.manualCredit,
    }),
  );
}

/** A run that had ended is under way again. */
function takenBack(state: FreshState, steps: readonly StepId[]): RunState {
  const open = changed(state, { status: 'running', endedAt: null, hadErrors: false, answer: null });
  return steps.reduce((current, id) => onStep(current, id, (step) => fold.stepRequeued(step, undefined)), open);
}

function spend(state: FreshState, usage: RunState['usage'] | undefined): FreshState {
  if (usage !== undefined) state.usage = addUsage(state.usage, usage);
  return state;
}

function usedBySteps({ execution }: FreshState): Readonly<Record<string, RunState['usage']>> {
  const used = execution?.plan.steps.map(({ id }, index) => [id, execution.steps[index]?.usage ?? {}] as const);
  return Object.fromEntries(used ?? []);
}

function letThroughGate(execution: Execution, reason: string): Execution {
  return reason === 'manual_gate' ? { ...execution, manualCredit: 1 } : execution;
}

function withPlan(
  state: FreshState,
  revision: RunEventData<'plan.drafted'> | RunEventData<'plan.edited'> | RunEventData<'plan.fixed'>,
): FreshState {
  const { plan, classes } = revision;
  const before = state.execution;
  const steps = plan.steps.map((step) => carriedOver(before, plan, step.id));
  const execution: Execution = {
    plan,
    classes,
    steps,
    progress: progressOf(plan, steps),
    holds: before?.holds ?? [],
    settings: state.settings,
    consecutiveAutoSteps: before?.consecutiveAutoSteps ?? 0,
    freeDispatch: true,
    manualCredit: before?.manualCredit ?? 0,
  };
  const labels = plan.steps.map((step) => labelNumber(step.label) ?? 0);
  return changed(state, {
    revision: revision.revision,
    hash: revision.hash,
    execution,
    lastLabel: Math.max(state.lastLabel, ...labels),
  });
}

/** A step keeps what it has been through; one that waited for a decision and was rewritten starts a fresh round. */
function carriedOver(before: Execution | null, plan: Plan, id: StepId): StepState {
  const index = before?.plan.steps.findIndex((step) => step.id === id) ?? -1;
  const state = before?.steps[index];
  if (before === null || state === undefined) return newStep;
  const rewritten =
    canonicalJson(before.plan.steps[index]) !== canonicalJson(plan.steps.find((step) => step.id === id));
  return rewritten && state.status === 'in_progress' ? fold.stepRequeued(state, undefined) : state;
}
