import type { Execution } from './execution.js';
import { indexOfStep } from './execution.js';
import { progressAfter } from './progress.js';
import { type Hold, isClearedBy, sameHold } from './hold.js';
import { countersOf, newStep, type FailedTry, type StepState } from './step-state.js';
import { addUsage, type Asked, type Proof, type StepWork, type Usage } from './step-outcome.js';
import type { StepId } from '../shared/ids.js';
import type { SessionRef } from '../tools/session.js';

/** Replaces one step's state, and with it what `also` says; a step the plan no longer has changes nothing else. */
export function withStep(
  execution: Execution,
  id: StepId,
  change: (step: StepState) => StepState,
  also: Pick<Execution, 'consecutiveAutoSteps' | 'freeDispatch' | 'manualCredit'> = execution,
): Execution {
  const { consecutiveAutoSteps, freeDispatch, manualCredit } = also;
  const index = indexOfStep(execution, id);
  const step = execution.steps[index];
  const { plan, classes, holds, settings } = execution;
  if (step === undefined) return { ...execution, consecutiveAutoSteps, freeDispatch, manualCredit };
  const steps = execution.steps.slice();
  steps[index] = change(step);
  const progress = progressAfter(plan, steps, execution.progress, { index, was: step });
  // Field by field: this is done with every event, and spreading takes ten times as long.
  return { plan, classes, steps, progress, holds, settings, consecutiveAutoSteps, freeDispatch, manualCredit };
}

/** What is due now was caused by a person. */
export function dispatchedFreely(execution: Execution): Execution {
  return { ...execution, freeDispatch: true };
}

export function stepStarted(
  execution: Execution,
  start: {
    readonly step: StepId;
    readonly try: number;
    readonly attempt: number;
    readonly executor: string;
    readonly counted: boolean;
  },
  at: string,
): Execution {
  const isRetry = execution.steps[indexOfStep(execution, start.step)]?.status === 'in_progress';
  return withStep(
    execution,
    start.step,
    ({ failures, hint, usage, grants }) => ({
      tries: start.try,
      attempts: start.attempt,
      failures,
      hint,
      usage,
      grants,
      status: 'in_progress',
      work: 'working',
      executor: start.executor,
      startedAt: at,
    }),
    {
      consecutiveAutoSteps: execution.consecutiveAutoSteps + (start.counted ? 1 : 0),
      freeDispatch: execution.freeDispatch,
      manualCredit: isRetry ? execution.manualCredit : Math.max(0, execution.manualCredit - 1),
    },
  );
}

export function stepSucceeded(
  step: StepState,
  result: {
    readonly answer: string;
    readonly transcript?: string | undefined;
    readonly proof?: readonly Proof[] | undefined;
    readonly usage?: Usage | undefined;
    readonly model?: string | undefined;
    readonly session?: SessionRef | undefined;
    readonly work?: StepWork | undefined;
  },
  at: string,
): StepState {
  const { tries, attempts, failures, hint } = step;
  return {
    tries,
    attempts,
    failures,
    hint,
    usage: spent(step, result.usage),
    status: 'done',
    answer: result.answer,
    transcript: result.transcript,
    proof: result.proof ?? [],
    model: result.model,
    session: result.session,
    changed: result.work,
    startedAt: startOf(step, at),
    endedAt: at,
  };
}

/** Enough to see why a test failed; the whole is in the log. */
const mostPrinted = 2000;

export function stepFailed(
  step: StepState,
  failure: FailedTry & {
    readonly then: 'retry' | 'hold' | 'revise' | 'fail';
    readonly transcript?: string | undefined;
    readonly usage?: Usage | undefined;
  },
  at: string,
): StepState {
  const failed: FailedTry = {
    try: failure.try,
    error: failure.error,
    next: failure.next,
    printed: failure.error.details?.['command'] === undefined ? undefined : failure.transcript?.slice(-mostPrinted),
  };
  const counters = {
    ...countersOf(step),
    usage: spent(step, failure.usage),
    failures: [...step.failures, failed],
  };
  switch (failure.then) {
    case 'retry':
    case 'hold':
      return {
        ...counters,
        status: 'in_progress',
        work: 'between-tries',
        due: failure.then === 'retry',
        startedAt: startOf(step, at),
      };
    case 'revise':
      return { ...counters, status: 'pending', attempts: 0 };
    case 'fail':
      return { ...counters, status: 'failed', error: failure.error, startedAt: startOf(step, at), endedAt: at };
  }
}

/** An interruption costs no attempt: the next try has the same number of attempts before it. */
export function stepInterrupted(
  step: StepState,
  {
    then,
    usage,
    asked,
  }: {
    readonly then: 'again' | 'in-doubt' | 'handed-over' | 'asks';
    readonly usage?: Usage | undefined;
    readonly asked?: Asked | undefined;
  },
  at: string,
): StepState {
  const counters = {
    ...countersOf(step),
    attempts: Math.max(0, step.attempts - 1),
    usage: spent(step, usage),
    asked,
  };
  if (then === 'handed-over') return { ...counters, status: 'pending' };
  return {
    ...counters,
    status: 'in_progress',
    work: 'between-tries',
    due: then === 'again',
    startedAt: startOf(step, at),
  };
}

/** A person allowed what the step asked for. */
export function stepGranted(step: StepState): StepState {
  if (step.asked === undefined) return step;
  return { ...step, grants: [...(step.grants ?? []), step.asked], asked: undefined };
}

/** A fresh round: from pending, with what was learnt kept for the prompt. */
export function stepRequeued(step: StepState, hint: string | undefined): StepState {
  const { tries, failures, usage, grants } = step;
  return {
    ...newStep,
    grants,
    tries,
    failures,
    hint,
    usage,
    status: 'pending',
  };
}

export function holdPlaced(execution: Execution, hold: Hold): Execution {
  return { ...execution, holds: [...execution.holds.filter((each) => !sameHold(each, hold)), hold] };
}

/** A step that waited at the cap gets a fresh round; one that was in doubt may run again. */
export function holdCleared(execution: Execution, cleared: Pick<Hold, 'on' | 'reason' | 'about'>): Execution {
  const released = {
    ...execution,
    holds: execution.holds.filter((each) => !isClearedBy(each, cleared)),
    freeDispatch: true,
  };
  const step = cleared.on === 'plan' ? cleared.about : cleared.on;
  if (step === undefined) return released;
  return withStep(released, step, (state) =>
    state.status === 'in_progress' && state.work === 'between-tries'
      ? { ...state, due: true, attempts: cleared.reason === 'retry_cap' ? 0 : state.attempts }
      : state,
  );
}

function startOf(step: StepState, otherwise: string): string {
  return 'startedAt' in step ? step.startedAt : otherwise;
}

function spent(step: StepState, usage: Usage | undefined): Usage | undefined {
  return usage === undefined ? step.usage : addUsage(step.usage ?? {}, usage);
}
