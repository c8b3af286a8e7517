import {
  builtInAgents,
  type CommandContext,
  type Effect,
  hasEnded,
  isResting,
  isWorking,
  logLines,
  next,
  PlanwrightError,
  type RunCommand,
  type RunEvent,
  type RunId,
  type RunState,
  type StepId,
} from '@planwright/core';
import type { Attendance } from './attendance.js';
import type { KeptGround } from './kept-ground.js';
import { perform, type PerformPorts } from './perform.js';
import type { Clock } from './ports/clock.js';
import type { EventStore } from './ports/event-store.js';
import type { Log } from './ports/log.js';
import type { CarryOut, StepRunner } from './ports/step-runner.js';
import { type Change, createRunLoop, type RunLoop } from './run-loop.js';
import { Stop } from './stop.js';
import { takeOutStrays } from './stray-work.js';

export type DriverPorts = Omit<PerformPorts, 'onNotice' | 'onReceipt' | 'meterFor' | 'submit'> & {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Log | undefined;
  readonly attendance: Attendance;
  readonly staff: Staff;
  readonly stepRunner: () => StepRunner;
  /** What plans stand on; without it an approval binds the plan alone. */
  readonly ground?: KeptGround | undefined;
  /** Whether a living process attends to the run, other than this one. */
  readonly isAttendedElsewhere: (id: RunId) => Promise<boolean>;
};

/** Whom plans may name, and what this process can do itself: the same for all its runs. */
export type Staff = Required<Pick<CommandContext, 'agents' | 'executor'>>;

/** Keeps one run going in this process: after every change, what is due is dispatched and what is no longer due is stopped. */
export type RunDriver = {
  readonly loop: RunLoop;
  /** As the loop does, once it is known what the plan stands on now. */
  readonly submit: RunLoop['submit'];
  /** From now on this process carries the run's steps out. */
  readonly attend: () => Promise<RunState>;
  /** Gives up what is under way here, so that any process can go on at once. */
  readonly detach: (reason: string) => Promise<void>;
  readonly carryOut: CarryOut;
  /** Takes in what others appended. Where the store cannot be read any more, everybody who waits is told. */
  readonly follow: () => void;
  /** Nothing more is promised here: what is under way is given up, and everybody who waits is told why. */
  readonly breakDown: (error: unknown) => void;
  /** Looks for steps whose process died since. */
  readonly beat: () => void;
  readonly onChange: (listener: (state: RunState, events: readonly RunEvent[]) => void) => () => void;
  /** Resolves when nothing more happens by itself; rejects when the store fails this process. */
  readonly resting: () => Promise<RunState>;
  readonly ended: () => Promise<RunState>;
};

const system = { kind: 'system', name: 'planwright' } as const;

export function createRunDriver(id: RunId, ports: DriverPorts): RunDriver {
  const listeners = new Set<(state: RunState, events: readonly RunEvent[]) => void>();
  const waiters = new Set<{
    readonly until: (state: RunState) => boolean;
    readonly resolve: (state: RunState) => void;
    readonly reject: (error: unknown) => void;
  }>();
  /** Keys whose work is over and whose result is being stored: no longer due, and not to be stopped either. */
  const settling = new Set<string>();
  let dead: readonly string[] = [];
  let broken: Error | undefined;

  const { agents, executor } = ports.staff;
  const { ground } = ports;
  let isBystander = false;
  /** Who only looks on while another process works does not decide with which agents: those that were approved stay. */
  const groundHere = (): CommandContext['ground'] => {
    const last = ground?.last();
    if (last === undefined) return undefined;
    const approved = isBystander ? loop.state().approval?.ground : undefined;
    return approved === undefined ? last : { ...approved, baseCommit: last.baseCommit };
  };
  const context = ({ at, actor }: Pick<CommandContext, 'at' | 'actor'>): CommandContext => {
    const isHere = ports.attendance.isAttending(id);
    const known = isHere ? { at, actor, agents, executor, deadExecutors: dead } : { at, actor, agents };
    const standsOn = groundHere();
    return standsOn === undefined ? known : { ...known, ground: standsOn };
  };

  const loop = createRunLoop(id, {
    store: ports.store,
    clock: ports.clock,
    context,
    onChange: (change) => {
      if (ports.log !== undefined) writeLog(ports.log, change);
      const { state, events } = change;
      if (ports.attendance.isAttending(id)) reconcile(state);
      for (const listener of listeners) listener(state, events);
      for (const waiter of waiters) if (waiter.until(state)) settle(waiter, state);
    },
    onOthers: (state) => {
      if (!hasEnded(state) && ports.attendance.isAttending(id)) lookBetweenSteps().then(advance).catch(breakDown);
    },
  });

  const settle = (waiter: typeof waiters extends Set<infer W> ? W : never, state: RunState): void => {
    waiters.delete(waiter);
    waiter.resolve(state);
  };

  const reconcile = (state: RunState): void => {
    const due = next(state, ports.attendance.executorId);
    const runner = ports.stepRunner();
    for (const key of runner.underWay(id))
      if (!settling.has(key) && !due.some((effect) => effect.key === key)) runner.interrupt(id, key);
    for (const effect of due) runner.dispatch({ runId: id, effect });
    if (hasEnded(state)) ports.attendance.leave(id);
  };

  /** The store failed while a result was to be kept, or the runtime was closed. */
  const breakDown = (error: unknown): void => {
    broken = error instanceof Error ? error : new Error(String(error));
    ports.attendance.leave(id);
    const runner = ports.stepRunner();
    for (const key of runner.underWay(id)) runner.interrupt(id, key);
    for (const waiter of waiters) waiter.reject(error);
    waiters.clear();
  };

  const until = (reached: (state: RunState) => boolean): Promise<RunState> => {
    if (broken !== undefined) return Promise.reject(broken);
    const state = loop.state();
    if (reached(state)) return Promise.resolve(state);
    return new Promise((resolve, reject) => waiters.add({ until: reached, resolve, reject }));
  };

  /** Decided in the order they come, so that a notice stands before the result it belongs to. */
  const recordNotice: PerformPorts['onNotice'] = (noticed) => {
    loop.submit({ command: { type: 'notice.record', noticed }, actor: system }).catch(breakDown);
  };

  const recordReceipt: PerformPorts['onReceipt'] = (receipt) => {
    loop.submit({ command: { type: 'receipt.record', receipt }, actor: system }).catch(breakDown);
  };

  const decideHere: PerformPorts['submit'] = (command) => loop.submit({ command, actor: system });

  let calls = 0;
  /** A run without a budget is not slowed down: nothing is recorded for its calls. */
  const meterFor: PerformPorts['meterFor'] = (effect) => ({
    reserve: async ({ tokens, costUsd }) => {
      if (loop.state().budget === null) return { settle: () => Promise.resolve() };
      const call = `${effect.key}:${ports.attendance.executorId}:${(calls += 1)}`;
      const step = effect.type === 'run-step' ? { step: effect.step } : {};
      await loop.submit({ command: { type: 'call.reserve', call, tokens, costUsd, ...step }, actor: system });
      return {
        isAll: true,
        settle: async (usage) => {
          await loop.submit({ command: { type: 'call.settle', call, usage }, actor: system });
        },
      };
    },
  });

  /** Put together once a run, because spreading so many ports cost every step 4 µs; by name, so that all runs have one shape. */
  const performing: { readonly [Port in keyof Required<PerformPorts>]: PerformPorts[Port] } = {
    worker: ports.worker,
    planner: ports.planner,
    explore: ports.explore,
    council: ports.council,
    workspaces: ports.workspaces,
    commands: ports.commands,
    clock: ports.clock,
    limits: ports.limits,
    onProgress: ports.onProgress,
    onNotice: recordNotice,
    onReceipt: recordReceipt,
    meterFor,
    submit: decideHere,
  };

  const advance = async (): Promise<RunState> => {
    dead = await ports.attendance.deadExecutors(loop.state());
    return loop.submit({ command: { type: 'run.advance' }, actor: system });
  };

  /** Before the next steps start. Where steps work in the project itself, what moved it is most likely their own work. */
  const lookBetweenSteps = async (): Promise<void> => {
    if (ports.workspaces !== undefined) await ground?.look().catch(() => undefined);
  };

  /** What is refused and no longer due was done by another process meanwhile. */
  const isDue = ({ key }: Effect): boolean =>
    next(loop.state(), ports.attendance.executorId).some((effect) => effect.key === key);

  const interruptSteps = (steps: readonly RunStep[], reason: string): Promise<unknown> =>
    Promise.all(
      steps.map(({ step, try: tryNumber }) =>
        loop.submit({ command: { type: 'step.interrupt', step, try: tryNumber, reason }, actor: system }),
      ),
    );

  /** Recorded as under way here, though nobody works on it: its result could not be stored. It must not run under this try again. */
  const interruptLost = (): Promise<unknown> => {
    const underWay = ports.stepRunner().underWay(id);
    const lost = workingHere(loop.state(), ports.attendance.executorId).filter(({ key }) => !underWay.includes(key));
    return interruptSteps(lost, 'the process that worked on it could not store how it ended');
  };

  /** A step that was skipped, or a run that was cancelled, while its work was being kept leaves none behind. */
  const tidyUp = async (command: RunCommand, state: RunState): Promise<void> => {
    if (ports.workspaces === undefined || command.type !== 'step.settle' || isDone(state, command.step)) return;
    if (command.outcome.type !== 'done' || command.outcome.work === undefined) return;
    // What cannot be taken out now is looked at again before anything is applied.
    await takeOutStrays(state, ports.workspaces, { signal: new AbortController().signal }).catch(() => undefined);
  };

  const carriedOut = async (effect: Effect, stop: Stop): Promise<void> => {
    try {
      const command = await perform(effect, loop.state(), performing, stop);
      // A detached run is left as it was recorded; its next process does the work again. Of what is no longer wanted only
      // the result of a step is told: a plan that another process has drafted, or an answer to what was undone, is none.
      const isForNobody = effect.type !== 'run-step' || !ports.attendance.isAttending(id);
      if (command === undefined || (stop.aborted && isForNobody)) return;
      settling.add(effect.key);
      if (ground !== undefined) await lookBetweenSteps();
      await tidyUp(command, await loop.submit({ command, actor: system }));
    } catch (error) {
      if (!isRefusal(error) || isDue(effect)) breakDown(error);
    } finally {
      settling.delete(effect.key);
    }
  };

  return {
    loop,
    submit: async (submission) => {
      await ground?.look();
      if (ground !== undefined && !ports.attendance.isAttending(id)) isBystander = await ports.isAttendedElsewhere(id);
      return loop.submit(submission);
    },
    attend: async () => {
      // Before it attends: from then on, what is recorded for this process is carried out.
      if (!ports.attendance.isAttending(id)) await interruptLost();
      broken = undefined;
      await ports.attendance.attend(id);
      await ground?.look();
      isBystander = false;
      await loop.refresh();
      const state = await advance();
      if (ports.attendance.isAttending(id)) reconcile(state);
      return state;
    },
    detach: async (reason) => {
      const isHere = ports.attendance.isAttending(id);
      ports.attendance.leave(id);
      if (!isHere) return;
      // Decided behind whatever is being stored, which may be starts for this process.
      const state = await loop.submit({ command: { type: 'run.advance' }, actor: system });
      await interruptSteps(workingHere(state, ports.attendance.executorId), reason);
      const runner = ports.stepRunner();
      for (const key of runner.underWay(id)) runner.interrupt(id, key);
    },
    carryOut: ({ effect }) => {
      const stop = new Stop();
      return { done: carriedOut(effect, stop), stop: () => stop.abort() };
    },
    breakDown,
    follow: () => {
      loop.refresh().catch((error: unknown) => {
        if (!PlanwrightError.is(error) || !error.retryable) breakDown(error);
      });
    },
    beat: () => {
      const state = loop.state();
      if (hasEnded(state) || !othersWork(state, ports.attendance.executorId)) return;
      advance().catch(breakDown);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resting: () => until(isResting),
    ended: () => until(hasEnded),
  };
}

/** What happened before this process came is in the log of whoever was there. */
function writeLog(log: Log, { before, events, isOurs }: Change): void {
  if (before.seq === 0 && !isOurs) return;
  for (const line of logLines(before, events)) log.write(line);
}

function isRefusal(error: unknown): boolean {
  return PlanwrightError.is(error) && error.code === 'command-refused';
}

type RunStep = Extract<Effect, { type: 'run-step' }>;

function workingHere(state: RunState, executorId: string): readonly RunStep[] {
  return next(state, executorId).filter((effect) => effect.type === 'run-step');
}

function isDone({ execution }: RunState, id: StepId): boolean {
  const index = execution?.plan.steps.findIndex((step) => step.id === id) ?? -1;
  return execution?.steps[index]?.status === 'done';
}

function othersWork(state: RunState, executorId: string): boolean {
  return state.execution?.steps.some((step) => isWorking(step) && step.executor !== executorId) ?? false;
}

export function staffOf(executorId: string, { worker, planner }: Pick<DriverPorts, 'worker' | 'planner'>): Staff {
  const names = worker.agents.map(({ name }) => name);
  return {
    // A step for an agent that exists but is not here is handed over; only a name that nobody knows is a mistake.
    agents: [...worker.agents, ...builtInAgents.filter(({ name }) => !names.includes(name))],
    executor: {
      id: executorId,
      agents: names,
      writesAnswers: worker.answer !== undefined,
      redrafts: planner?.redrafts === true,
    },
  };
}
