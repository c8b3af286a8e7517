import {
  type Actor,
  type ApprovalLimits,
  type ApprovalPolicy,
  type Budget,
  type CoordinationSettings,
  defaultOnFailure,
  type Plan,
  type PlanningWish,
  planLimits,
  PlanwrightError,
  type RunCommand,
  type RunEvent,
  type RunId,
  type RunRow,
  type RunSettings,
  type RunState,
  stated,
} from '@planwright/core';
import { createLocalStepRunner } from './adapters/local-step-runner.js';
import { createMemoryEventStore } from './adapters/memory-event-store.js';
import { randomIds } from './adapters/random-ids.js';
import { systemClock } from './adapters/system-clock.js';
import { createAttendance } from './attendance.js';
import type { StepLimits } from './carry-out-step.js';
import { keepGround } from './kept-ground.js';
import type { Clock } from './ports/clock.js';
import type { Commands } from './ports/commands.js';
import type { Council } from './ports/council.js';
import type { Explore } from './ports/explore.js';
import type { EventStore } from './ports/event-store.js';
import type { LookAtGround } from './ports/ground.js';
import type { Ids } from './ports/ids.js';
import type { Liveness } from './ports/liveness.js';
import type { Log } from './ports/log.js';
import type { CreateStepRunner, StepRunner, UnderWay } from './ports/step-runner.js';
import type { Planner, Worker } from './ports/worker.js';
import type { Workspaces } from './ports/workspaces.js';
import { createRunDriver, type RunDriver, staffOf } from './run-driver.js';
import { createRunHandle, person, type Run } from './run-handle.js';

export type RuntimeOptions = {
  readonly worker: Worker;
  readonly planner?: Planner;
  /** Looks at the project before a plan is drafted. Without it, plans rest on the task and on what the planner sees. */
  readonly explore?: Explore;
  /** Agents that come to a plan together, and judge what came of it. Without it, runs have one planner. */
  readonly council?: Council;
  /** Where steps work. Without it, in the project itself. */
  readonly workspaces?: Workspaces;
  /** Runs the `verify` commands that prove a step. Without it, a step that has some fails. */
  readonly commands?: Commands;
  /** What plans stand on beside themselves: approvals bind it, and a run waits when it moves. Without it they bind the plan alone. */
  readonly ground?: LookAtGround;
  readonly store?: EventStore;
  readonly stepRunner?: CreateStepRunner;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly log?: Log;
  readonly liveness?: Liveness;
  readonly limits?: Partial<StepLimits>;
  /** How often this process shows that it lives and looks for others that do not. */
  readonly heartbeatMs?: number;
  /** What a worker says while it works; not stored. */
  readonly onProgress?: (run: RunId, step: string | null, text: string) => void;
  /** Told at once of every change that this process makes or learns of; `state` is after the events. Must not throw. */
  readonly onChange?: (state: RunState, events: readonly RunEvent[]) => void;
};

export type StartOptions = Partial<RunSettings> & {
  /** Why a planner is called or not; without it one is. */
  readonly gate?: Extract<RunCommand, { type: 'run.create' }>['gate'];
  readonly origin?: Extract<RunCommand, { type: 'run.create' }>['origin'];
  /** How a given plan may start by itself: by policy, or not at all (`ask`). */
  readonly approve?: Exclude<ApprovalPolicy, 'person'> | 'ask';
  /** Within what `auto` may approve; without it, anything. */
  readonly approvalLimits?: ApprovalLimits;
  readonly notes?: readonly string[];
  /** What it may spend; none by default. */
  readonly budget?: Budget;
  /** How it is explored and what happens with open questions; by default it is explored where that is possible, and somebody is asked. */
  readonly planning?: Partial<PlanningWish>;
  /** How several agents come to the plan; without it one planner drafts it. */
  readonly coordination?: CoordinationSettings;
  readonly actor?: Actor;
};

export interface Runtime {
  /** Creates a run for a task or a plan and carries it out here, as far as it may go without a person. */
  readonly start: (
    what: { readonly task: string } | { readonly plan: Plan; readonly task?: string },
    options?: StartOptions,
  ) => Promise<Run>;
  /** A run that exists, without carrying it out. Throws `run-not-found`. */
  readonly open: (id: RunId) => Promise<Run>;
  readonly list: EventStore['listRuns'];
  readonly find: (id: RunId) => Promise<RunRow | undefined>;
  /** Whether a living process attends to a run, other than this one. */
  readonly isAttendedElsewhere: (id: RunId) => Promise<boolean>;
  /** Gives up what is under way (recorded as interrupted) and closes the store. */
  readonly close: (reason?: string) => Promise<void>;
}

function settingsOf({
  supervised = false,
  autoSteps = null,
  concurrency = planLimits.concurrency,
  maxAttempts = planLimits.maxAttempts,
  maxSteps = planLimits.maxSteps,
  onFailure = defaultOnFailure(supervised),
  beyondPlan,
}: Partial<RunSettings>): RunSettings {
  return { supervised, autoSteps, concurrency, maxAttempts, maxSteps, onFailure, ...stated({ beyondPlan }) };
}

const defaultLimits: StepLimits = { stepTimeoutMs: 30 * 60_000, maxAnswerBytes: 4 * 1024 * 1024 };

/** For a run that is over, or that this process never knew. */
const nothingUnderWay: UnderWay = { done: Promise.resolve(), stop: () => undefined };

/** Without others to compare with, every executor but this one is gone. */
const alone = (executorId: string): Liveness => ({
  describe: (id) => ({ id, machine: 'this', boot: 'this', pid: 0, pidStarted: '' }),
  isAlive: (executor) => executor.id === executorId,
});

/** Puts the parts together; the only place that chooses defaults. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { worker, store = createMemoryEventStore(), clock = systemClock, ids = randomIds } = options;
  const executorId = ids.executorId();
  const liveness = options.liveness ?? alone(executorId);
  const drivers = new Map<RunId, RunDriver>();
  const attendance = createAttendance(
    { store, clock, liveness, executorId, heartbeatMs: options.heartbeatMs ?? 2_000 },
    (id) => drivers.get(id)?.beat(),
  );
  const runner: StepRunner = (options.stepRunner ?? createLocalStepRunner)(
    (dispatched) => drivers.get(dispatched.runId)?.carryOut(dispatched) ?? nothingUnderWay,
  );
  const staff = staffOf(executorId, { worker, planner: options.planner });
  const limits = { ...defaultLimits, ...options.limits };
  const ground = options.ground && keepGround(options.ground);
  const isAttendedElsewhere: Runtime['isAttendedElsewhere'] = async (id) => {
    const others = (await store.executors()).filter((each) => each.id !== executorId && each.runs.includes(id));
    return others.some((each) => liveness.isAlive(each, clock.now()));
  };

  const driverOf = (id: RunId): RunDriver => {
    const known = drivers.get(id);
    if (known !== undefined) return known;
    const made = createRunDriver(id, {
      store,
      clock,
      log: options.log,
      attendance,
      staff,
      worker,
      planner: options.planner,
      explore: options.explore,
      council: options.council,
      workspaces: options.workspaces,
      commands: options.commands,
      limits,
      ground,
      isAttendedElsewhere,
      stepRunner: () => runner,
      onProgress: (step, text) => options.onProgress?.(id, step, text),
    });
    if (options.onChange) made.onChange(options.onChange);
    // A run that was over may be taken up again, and then needs its place here again.
    const attend: RunDriver['attend'] = () => {
      drivers.set(id, driver);
      return made.attend();
    };
    const driver: RunDriver = { ...made, attend };
    drivers.set(id, driver);
    // A run that is over needs no place here: its handle keeps what it needs.
    void driver.ended().then(
      () => drivers.delete(id),
      () => drivers.delete(id),
    );
    return driver;
  };

  const unwatch = store.watch(() => {
    for (const driver of drivers.values()) driver.follow();
  });

  const start: Runtime['start'] = async (
    what,
    {
      gate,
      origin,
      approve = 'reads-only',
      approvalLimits,
      notes,
      budget,
      planning,
      coordination,
      actor = person,
      ...given
    } = {},
  ) => {
    const id = ids.runId();
    const driver = driverOf(id);
    const run = createRunHandle(id, driver, store, options.workspaces);
    const wish: PlanningWish = { explore: options.explore !== undefined, clarify: 'ask', ...planning };
    const submit = (command: RunCommand): Promise<RunState> => driver.loop.submit({ command, actor });
    const create = (): Promise<RunState> =>
      submit({
        type: 'run.create',
        task: what.task ?? '',
        settings: settingsOf(given),
        ...stated({ gate, origin, budget, coordination, planning: 'plan' in what ? undefined : wish }),
      });
    try {
      if (!('plan' in what)) {
        await attendance.attend(id);
        await create();
        return run;
      }
      // Asked for in one breath, so that they are one append; attended to afterwards, so that no planner makes up for a plan that is refused.
      await Promise.all([
        create(),
        submit({ type: 'plan.draft', plan: what.plan, source: 'given', ...stated({ notes }) }),
      ]);
      await attendance.attend(id);
      if (approve !== 'ask') await proceed(run, approve, approvalLimits);
      return run;
    } catch (error) {
      // Nobody gets its handle: as far as it came it stays, but it does not go on here behind everybody's back.
      await driver.detach('it could not be started').catch(() => undefined);
      drivers.delete(id);
      throw error;
    }
  };

  return {
    start,
    open: async (id) => {
      const driver = driverOf(id);
      const state = await driver.loop.refresh();
      if (state.seq === 0) {
        drivers.delete(id);
        throw new PlanwrightError('run-not-found', `there is no run ${id} in this store`);
      }
      return createRunHandle(id, driver, store, options.workspaces);
    },
    list: store.listRuns,
    find: store.findRun,
    isAttendedElsewhere,
    close: async (reason = 'the process that worked on it was stopped') => {
      unwatch();
      try {
        await Promise.all([...drivers.values()].map((driver) => driver.detach(reason)));
      } finally {
        await attendance.close();
        await store.close();
        for (const driver of [...drivers.values()]) driver.breakDown(new Error(`the runtime was closed: ${reason}`));
      }
    },
  };
}

/** Approves by policy and starts; a plan the policy may not approve stays a draft and waits for a person. */
export async function proceed(
  run: Run,
  policy: Exclude<ApprovalPolicy, 'person'>,
  limits?: ApprovalLimits,
): Promise<RunState> {
  const actor: Actor = { kind: 'policy', name: policy };
  try {
    const results = await Promise.all([run.approve({ policy, actor, limits }), run.start({ actor })]);
    return results[1];
  } catch (error) {
    if (PlanwrightError.is(error) && error.code === 'approval-missing') return run.state();
    throw error;
  }
}
