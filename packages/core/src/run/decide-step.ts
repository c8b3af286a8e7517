import { afterFailure, type AfterFailure } from '../execute/after-failure.js';
import { type Execution, indexOfStep, stepHolds } from '../execute/execution.js';
import type { Hold } from '../execute/hold.js';
import { isErrorInput, isTerminal, isWorking, type StepState } from '../execute/step-state.js';
import type { StepOutcome } from '../execute/step-outcome.js';
import type { OnFailure, Step } from '../plan/step.js';
import { stepGraph } from '../plan/step-graph.js';
import { errorInfo } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { skipOpenSteps } from './decide-run.js';
import { type NewRunEvent, runEvent, type RunEventData } from './events.js';
import { holdCleared } from './hold-cleared.js';
import { planState, type RunState } from './state.js';

type Found = {
  readonly execution: Execution;
  readonly step: Step;
  readonly current: StepState;
  readonly index: number;
};

/** A worker's result. One for a try that is no longer the current one is recorded and changes nothing. */
export function settleStep(state: RunState, command: CommandOf<'step.settle'>): Decision {
  const found = find(state, command.step);
  if (found === undefined) return unknownStep(state, command.step);
  if (!isWorking(found.current) || found.current.tries !== command.try || state.status !== 'running') {
    return happens(
      runEvent('result.ignored', {
        step: command.step,
        try: command.try,
        outcome: command.outcome.type,
        reason: ignoredBecause(found.current, command.try),
      }),
    );
  }
  const { outcome } = command;
  if (outcome.type === 'failed' && outcome.error.code === 'budget-spent') return outOfBudget(found, command, outcome);
  if (outcome.type === 'failed') return failTry(state, found, command);
  if (outcome.type === 'handed-over') return handOver(command, outcome);
  if (outcome.type === 'asks') return askFor(command, outcome);
  const { answer, transcript, proof, usage, model, session, work } = outcome;
  // Only what there is: most results are an answer alone, and then nothing has to be left out afterwards.
  const result: RunEventData<'step.succeeded'> = { step: command.step, try: command.try, answer };
  if (transcript !== undefined) result.transcript = transcript;
  if (proof !== undefined) result.proof = proof;
  if (usage !== undefined) result.usage = usage;
  if (model !== undefined) result.model = model;
  if (session !== undefined) result.session = session;
  if (work !== undefined) result.work = work;
  return happens(runEvent('step.succeeded', result));
}

/** It wants more than was approved: nothing of it happened, it costs no attempt, and a person decides. */
function askFor(
  { step, try: tryNumber }: CommandOf<'step.settle'>,
  { asked, usage }: Extract<StepOutcome, { type: 'asks' }>,
): Decision {
  return happens(
    runEvent('step.interrupted', { step, try: tryNumber, reason: asked.reason, then: 'asks', asked, usage }),
    runEvent('hold.placed', { on: step, reason: 'approval', note: asked.reason }),
  );
}

/** The money ran out in mid-step: it costs no attempt, and the whole plan waits for a larger budget. */
function outOfBudget(
  { step }: Found,
  { try: tryNumber }: CommandOf<'step.settle'>,
  { error, usage }: Extract<StepOutcome, { type: 'failed' }>,
): Decision {
  const reason = error.message;
  return happens(
    runEvent('step.interrupted', { step: step.id, try: tryNumber, reason, then: 'again', usage }),
    runEvent('hold.placed', { on: 'plan', reason: 'budget', about: step.id, note: reason }),
  );
}

/** The try gave it up because somebody else must do it: it costs no attempt and waits with its work order. */
function handOver(
  { step, try: tryNumber }: CommandOf<'step.settle'>,
  { reason, usage }: Extract<StepOutcome, { type: 'handed-over' }>,
): Decision {
  return happens(
    runEvent('step.interrupted', { step, try: tryNumber, reason, then: 'handed-over', usage }),
    runEvent('hold.placed', { on: step, reason: 'handoff', note: reason }),
  );
}

function ignoredBecause(current: StepState, tryNumber: number): string {
  return isTerminal(current)
    ? `the step is ${current.status} already`
    : `try ${tryNumber} is not the current one (${current.tries})`;
}

function failTry(state: RunState, found: Found, command: CommandOf<'step.settle'>): Decision {
  if (command.outcome.type !== 'failed') return happens();
  const { error, next, transcript, usage, model, deterministic } = command.outcome;
  const facts = { step: command.step, try: command.try, error, next, transcript, usage, model };
  return happens(
    ...failureEvents(state, found, {
      follows: afterFailure(
        found.step,
        found.current.attempts,
        { error, next, deterministic },
        found.execution.settings,
      ),
      message: error.message,
      failed: (then) => runEvent('step.failed', { ...facts, then }),
    }),
  );
}

type Failure = {
  readonly follows: AfterFailure;
  readonly message: string;
  readonly failed: (then: 'retry' | 'hold' | 'revise' | 'fail') => NewRunEvent;
};

function failureEvents(
  state: RunState,
  { step, execution, index }: Found,
  { follows, message, failed }: Failure,
): readonly NewRunEvent[] {
  switch (follows) {
    case 'retry':
      return [failed('retry')];
    case 'hold': {
      const note = `step ${step.label} failed: ${message}`;
      return [failed('hold'), runEvent('hold.placed', { on: 'plan', reason: 'retry_cap', about: step.id, note })];
    }
    case 'revise':
      return [
        failed('revise'),
        runEvent('hold.placed', { on: 'plan', reason: 'revise', about: step.id, note: message }),
      ];
    case 'skip':
      return [runEvent('step.skipped', { step: step.id, reason: message, cause: 'agent' })];
    case 'fail':
      return [failed('fail')];
    case 'fail-and-skip-dependents':
      return [failed('fail'), ...skipDependents(execution, index)];
    case 'abort': {
      const reason = `step ${step.label} aborted the plan: ${message}`;
      return [failed('fail'), ...skipOpenSteps(state, reason, 'abort', step.id)];
    }
  }
}

function skipDependents(execution: Execution, from: number): readonly NewRunEvent[] {
  const reason = `it needs ${execution.plan.steps[from]?.label ?? ''}, which failed`;
  return dependentsOf(execution, from).flatMap((index) => {
    const step = execution.plan.steps[index];
    const current = execution.steps[index];
    if (step === undefined || current?.status !== 'pending') return [];
    return [runEvent('step.skipped', { step: step.id, reason, cause: 'dependency' })];
  });
}

/** Everything that needs a step, directly or through others, in execution order. */
function dependentsOf(execution: Execution, from: number): readonly number[] {
  const { dependents, order } = stepGraph(execution.plan);
  const reached = new Set<number>();
  const open = [...(dependents[from] ?? [])];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    open.push(...(dependents[index] ?? []));
  }
  return order.filter((index) => reached.has(index));
}

/** The process that worked on it is gone. What only reads, or writes where we can roll back, runs again; what reached out is in doubt. */
export function interruptStep(state: RunState, command: CommandOf<'step.interrupt'>): Decision {
  const found = find(state, command.step);
  if (found === undefined) return unknownStep(state, command.step);
  if (!isWorking(found.current) || found.current.tries !== command.try) return happens();
  const inDoubt = found.execution.classes[found.index] === 'external';
  const { step, try: tryNumber, reason } = command;
  const interrupted = runEvent('step.interrupted', {
    step,
    try: tryNumber,
    reason,
    then: inDoubt ? 'in-doubt' : 'again',
  });
  if (!inDoubt) return happens(interrupted);
  const note = `${found.step.label} is in doubt: it may or may not have had its effect; retry it, or say done, failed or skip`;
  return happens(interrupted, runEvent('hold.placed', { on: step, reason: 'approval', note }));
}

/** A fresh round for a step that failed, waits or was handed over, and for what was skipped because of it. */
export function retryStep(state: RunState, command: CommandOf<'step.retry'>): Decision {
  const found = find(state, command.step);
  if (found === undefined) return unknownStep(state, command.step);
  if (state.status !== 'running') return isErrorInput(found.current) ? endedWithout(state, found) : notRunning(state);
  const { current, step } = found;
  if (isWorking(current))
    return refused('step-working', `step ${step.label} is being worked on; pause or cancel first`);
  if (current.status === 'done') return refused('step-done', `step ${step.label} is done`);
  if (current.status === 'skipped' && !isErrorInput(current))
    return refused('step-skipped', `step ${step.label} was skipped: ${current.reason}`);
  const requeued = runEvent('step.requeued', {
    step: step.id,
    hint: command.hint,
  });
  return happens(...holdsReleased(found), requeued, ...requeueSkippedDependents(found));
}

function requeueSkippedDependents({ execution, index }: Found): readonly NewRunEvent[] {
  return dependentsOf(execution, index).flatMap((dependent) => {
    const state = execution.steps[dependent];
    const step = execution.plan.steps[dependent];
    return step !== undefined && state?.status === 'skipped' && isErrorInput(state)
      ? [runEvent('step.requeued', { step: step.id })]
      : [];
  });
}

export function skipStep(state: RunState, command: CommandOf<'step.skip'>, context: CommandContext): Decision {
  const found = find(state, command.step);
  if (found === undefined) return unknownStep(state, command.step);
  if (state.status !== 'running') return notRunning(state);
  if (found.current.status === 'skipped') return happens();
  if (isTerminal(found.current))
    return refused('step-ended', `step ${found.step.label} is ${found.current.status} already`);
  const reason = command.reason ?? `skipped by ${context.actor.name}`;
  return happens(...holdsReleased(found), runEvent('step.skipped', { step: command.step, reason, cause: 'person' }));
}

export function finishStep(state: RunState, command: CommandOf<'step.done'>): Decision {
  const found = awaited(state, command.step);
  if ('ok' in found) return found;
  if (command.answer.trim() === '')
    return refused(
      'answer-missing',
      `say what step ${found.step.label} found or did: later steps read it`,
      'usage-wrong',
    );
  const succeeded = runEvent('step.succeeded', {
    step: command.step,
    try: found.current.tries,
    answer: command.answer,
    proof: command.proof?.slice(),
  });
  return happens(...holdsReleased(found), succeeded);
}

/** Final, because somebody says so: no further try, no pause; `abort` and `skip-dependents` still apply. */
export function failStep(state: RunState, command: CommandOf<'step.fail'>): Decision {
  const found = awaited(state, command.step);
  if ('ok' in found) return found;
  const error = errorInfo('agent-failed', command.reason);
  return happens(
    ...holdsReleased(found),
    ...failureEvents(state, found, {
      follows: whenSaidToHaveFailed(found.step.onFailure ?? found.execution.settings.onFailure),
      message: command.reason,
      failed: () => runEvent('step.failed', { step: command.step, try: found.current.tries, error, then: 'fail' }),
    }),
  );
}

function whenSaidToHaveFailed(policy: OnFailure): AfterFailure {
  if (policy === 'abort') return 'abort';
  return policy === 'skip-dependents' ? 'fail-and-skip-dependents' : 'fail';
}

/** Only a step that waits for somebody can be settled by hand. */
function awaited(state: RunState, id: StepId): Found | Decision {
  const found = find(state, id);
  if (found === undefined) return unknownStep(state, id);
  if (state.status !== 'running') return notRunning(state);
  if (
    holdsOf(found).some(
      (hold) => hold.reason === 'handoff' || hold.reason === 'approval' || hold.reason === 'retry_cap',
    )
  )
    return found;
  return refused(
    'step-not-awaited',
    `step ${found.step.label} is ${found.current.status} and waits for nobody; only a step that was handed over, is in doubt or has used its attempts is settled by hand`,
  );
}

/** Holds on the step, and holds on the plan that this step caused. */
function holdsOf({ execution, step }: Found): readonly Hold[] {
  return [
    ...stepHolds(execution, step.id),
    ...execution.holds.filter((hold) => hold.on === 'plan' && hold.about === step.id),
  ];
}

function holdsReleased(found: Found): readonly NewRunEvent[] {
  return holdsOf(found).map(holdCleared);
}

function find(state: RunState, id: StepId): Found | undefined {
  const { execution } = state;
  if (execution === null) return undefined;
  const index = indexOfStep(execution, id);
  const step = execution.plan.steps[index];
  const current = execution.steps[index];
  return step === undefined || current === undefined ? undefined : { execution, step, current, index };
}

function unknownStep(state: RunState, id: StepId): Decision {
  return refused('step-unknown', `run ${state.id} has no step ${id}`, 'step-not-found');
}

/** What ran after it may have to be taken back too, with its files: that is what an undo does. */
function endedWithout(state: RunState, { step }: Found): Decision {
  return refused(
    'plan-not-running',
    `run ${state.id} has ended (${planState(state)}); \`planwright undo ${state.id} ${step.label}\` takes ${step.label} back, and \`planwright resume ${state.id}\` then runs it again`,
  );
}

function notRunning(state: RunState): Decision {
  return refused(
    'plan-not-running',
    `run ${state.id} is ${planState(state)}; steps can be settled only while the plan is running or paused`,
  );
}
