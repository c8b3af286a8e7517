import {
  type Actor,
  type ApprovalLimits,
  type ApprovalPolicy,
  type Budget,
  type GivenAnswer,
  hasEnded,
  type HoldReason,
  parseRunEvent,
  type Plan,
  type Proof,
  PlanwrightError,
  type RunCommand,
  type RunEvent,
  type RunId,
  type RunResult,
  runResult,
  type RunState,
  stated,
  type StepId,
} from '@planwright/core';
import type { EventStore } from './ports/event-store.js';
import type { Workspaces } from './ports/workspaces.js';
import type { RunDriver } from './run-driver.js';
import { undoStep } from './undo-steps.js';

export type CommandOptions = {
  /** Who asks; a person at this program unless said otherwise. */
  readonly actor?: Actor;
  /** The same id again gives the first answer again and changes nothing. */
  readonly commandId?: string;
};

/**
 * A run, from any front end and any process. Every command resolves with the state after it and rejects with a
 * `PlanwrightError` (`command-refused`, `approval-missing`, `step-not-found`, …) when it does not apply.
 */
export interface Run {
  readonly id: RunId;
  /** The state as this process knows it. */
  readonly state: () => RunState;
  /** Takes in what other processes did. */
  readonly refresh: () => Promise<RunState>;
  readonly command: (command: RunCommand, options?: CommandOptions) => Promise<RunState>;
  /** Stored events from the first (or after `afterSeq`), then new ones as they come, until the run has ended. */
  readonly events: (afterSeq?: number) => AsyncIterable<RunEvent>;
  readonly approve: (
    options?: CommandOptions & {
      readonly policy?: ApprovalPolicy;
      readonly hash?: string;
      readonly step?: StepId;
      /** Within what the policy `auto` may approve; recorded with the approval. */
      readonly limits?: ApprovalLimits | undefined;
    },
  ) => Promise<RunState>;
  /** The planner drafts again with what is said here; what was shown is not approved. */
  readonly revise: (feedback: string, options?: CommandOptions) => Promise<RunState>;
  readonly reject: (reason: string, options?: CommandOptions) => Promise<RunState>;
  /** Plans once more what could not be planned, with all that was found and answered. */
  readonly planAgain: (options?: CommandOptions) => Promise<RunState>;
  /** Answers what planning waits for; `recommended` takes the recommended answer to all the rest. */
  readonly answer: (
    given: readonly GivenAnswer[],
    options?: CommandOptions & { readonly recommended?: boolean },
  ) => Promise<RunState>;
  readonly start: (options?: CommandOptions) => Promise<RunState>;
  readonly pause: (note?: string, options?: CommandOptions) => Promise<RunState>;
  readonly resume: (hold?: HoldReason, options?: CommandOptions) => Promise<RunState>;
  readonly cancel: (reason?: string, options?: CommandOptions) => Promise<RunState>;
  /** What it may spend from now on; null for no limit. A run that waited for it goes on. */
  readonly setBudget: (budget: Budget | null, options?: CommandOptions) => Promise<RunState>;
  readonly edit: (
    plan: Plan,
    options?: CommandOptions & {
      readonly approve?: boolean;
      /** Which revision was edited; refused when somebody has changed the plan since. */
      readonly revision?: number;
    },
  ) => Promise<RunState>;
  readonly retry: (step: StepId, hint?: string, options?: CommandOptions) => Promise<RunState>;
  readonly skip: (step: StepId, reason?: string, options?: CommandOptions) => Promise<RunState>;
  /**
   * Takes back what a step did, and all steps that depend on it: their work leaves the run's files, they wait to run again,
   * and the run is paused. Refused, with nothing changed, while one of them is at work or when other steps build on theirs.
   */
  readonly undo: (
    step: StepId,
    options?: Pick<CommandOptions, 'actor'> & { readonly signal?: AbortSignal },
  ) => Promise<RunState>;
  readonly done: (
    step: StepId,
    answer: string,
    options?: CommandOptions & { readonly proof?: readonly Proof[] },
  ) => Promise<RunState>;
  readonly fail: (step: StepId, reason: string, options?: CommandOptions) => Promise<RunState>;
  /** Carries the run's steps out in this process from now on, together with any other that does. */
  readonly attend: () => Promise<RunState>;
  /** Stops carrying steps out here; those under way are recorded as interrupted. */
  readonly detach: (reason: string) => Promise<void>;
  /** Resolves when nothing more happens by itself: the run has ended, or waits for a person. */
  readonly rest: () => Promise<RunState>;
  /** The same, told for programs: `state` and `reason` say whether it has ended or what it waits for. */
  readonly result: () => Promise<RunResult>;
}

export const person: Actor = { kind: 'person', name: 'user' };

export function createRunHandle(id: RunId, driver: RunDriver, store: EventStore, workspaces?: Workspaces): Run {
  const command: Run['command'] = (asked, { actor = person, commandId } = {}) =>
    driver.submit({ command: asked, actor, ...(commandId === undefined ? {} : { commandId }) });
  return {
    id,
    command,
    state: driver.loop.state,
    refresh: driver.loop.refresh,
    events: (afterSeq = 0) => eventsOf(id, driver, store, afterSeq),
    approve: ({ policy = 'person', hash, step, limits, ...options } = {}) =>
      command({ type: 'plan.approve', policy, ...stated({ hash, step, limits }) }, options),
    revise: (feedback, options) => command({ type: 'plan.revise', feedback }, options),
    reject: (reason, options) => command({ type: 'plan.reject', reason }, options),
    planAgain: (options) => command({ type: 'planning.retry' }, options),
    answer: (given, { recommended, ...options } = {}) =>
      command({ type: 'questions.answer', given, ...stated({ recommended }) }, options),
    start: (options) => command({ type: 'run.start' }, options),
    pause: (note, options) => command({ type: 'run.pause', ...stated({ note }) }, options),
    resume: (hold, options) => command({ type: 'run.resume', ...stated({ hold }) }, options),
    cancel: (reason, options) => command({ type: 'run.cancel', ...stated({ reason }) }, options),
    setBudget: (budget, options) => command({ type: 'budget.set', budget }, options),
    edit: (plan, { approve, revision, ...options } = {}) =>
      command({ type: 'plan.edit', plan, ...stated({ approve, revision }) }, options),
    retry: (step, hint, options) => command({ type: 'step.retry', step, ...stated({ hint }) }, options),
    skip: (step, reason, options) => command({ type: 'step.skip', step, ...stated({ reason }) }, options),
    undo: (step, { actor = person, signal = new AbortController().signal } = {}) => {
      const ask = (asked: RunCommand): Promise<RunState> => command(asked, { actor });
      return undoStep(step, { actor, ask, refresh: driver.loop.refresh, workspaces, signal });
    },
    done: (step, answer, { proof, ...options } = {}) =>
      command({ type: 'step.done', step, answer, ...stated({ proof }) }, options),
    fail: (step, reason, options) => command({ type: 'step.fail', step, reason }, options),
    attend: driver.attend,
    detach: driver.detach,
    rest: driver.resting,
    result: async () => runResult(await driver.resting()),
  };
}

async function* eventsOf(id: RunId, driver: RunDriver, store: EventStore, afterSeq: number): AsyncGenerator<RunEvent> {
  const changes = { count: 0, wake: (): void => undefined };
  const look = (): void => {
    changes.count += 1;
    changes.wake();
  };
  const stop = driver.onChange(look);
  let trouble: { readonly error: unknown } | undefined;
  // A store that cannot be read any more is no change, nor is a runtime that was closed.
  driver.ended().then(look, (error: unknown) => {
    trouble = { error };
    look();
  });
  try {
    for (let seq = afterSeq; ;) {
      const seen = changes.count;
      // Not beyond what is known to be on disk: an append of ours can be read while it is being synced.
      const state = await driver.loop.refresh();
      const known = (await store.read(id, seq)).filter((event) => event.seq <= state.seq);
      for (const event of known) {
        seq = event.seq;
        yield parseRunEvent(event);
      }
      if (hasEnded(state)) return;
      if (trouble !== undefined) throw trouble.error;
      if (changes.count === seen) await new Promise<void>((resolve) => (changes.wake = resolve));
    }
  } finally {
    stop();
  }
}

/** The step a person means: its label, its id, or the id another system gave it. */
export function findStep(state: RunState, name: string): StepId {
  const wanted = name.trim().toLowerCase();
  const step = state.execution?.plan.steps.find((each) =>
    [each.id, each.label, each.alias].some((known) => known?.toLowerCase() === wanted),
  );
  if (step === undefined) {
    const labels = state.execution?.plan.steps.map((each) => each.label).join(', ') ?? '';
    throw new PlanwrightError(
      'step-not-found',
      `run ${state.id} has no step "${name}"; it has ${labels === '' ? 'none' : labels}`,
    );
  }
  return step.id;
}
