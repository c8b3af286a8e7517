import {
  type Actor,
  apply,
  type CommandContext,
  decide,
  emptyRun,
  type ErrorInfo,
  type NewRunEvent,
  parseRunEvent,
  PlanwrightError,
  type RunCommand,
  type RunEvent,
  type RunId,
  type RunRow,
  type RunState,
} from '@planwright/core';
import { endOfTurn } from './end-of-turn.js';
import type { Clock } from './ports/clock.js';
import type { EventStore } from './ports/event-store.js';
import { createRowWriter } from './row-writer.js';

export type Submission = {
  readonly command: RunCommand;
  readonly actor: Actor;
  /** A command repeated under the same id answers as it did the first time. */
  readonly commandId?: string;
};

type Waiting = Pick<Submission, 'command' | 'actor'> & {
  readonly commandId: string | undefined;
  readonly resolve: (state: RunState) => void;
  readonly reject: (error: unknown) => void;
};

export type Change = {
  readonly before: RunState;
  readonly state: RunState;
  /** What made the one of the other. */
  readonly events: readonly RunEvent[];
  /** Others may have appended it long ago. */
  readonly isOurs: boolean;
};

export type RunLoopPorts = {
  readonly store: EventStore;
  readonly clock: Clock;
  /** What this process can do for the run now, and which executors are known to be gone. */
  readonly context: (cause: Pick<CommandContext, 'at' | 'actor'>) => CommandContext;
  /** Called after every change, our own and others'. */
  readonly onChange: (change: Change) => void;
  /** Called after a refresh that found something: what others decided may let something start here. */
  readonly onOthers: (state: RunState) => void;
};

/** One run in this process: folds its events, decides commands one after another, stores what follows from them. */
export type RunLoop = {
  readonly state: () => RunState;
  /** Resolves with the state after the command; rejects with `command-refused` and its like, or when the store is in trouble. */
  readonly submit: (submission: Submission) => Promise<RunState>;
  /** Takes in what other processes appended. */
  readonly refresh: () => Promise<RunState>;
};

export function createRunLoop(id: RunId, ports: RunLoopPorts): RunLoop {
  let state = emptyRun(id);
  const rows = createRowWriter(ports, () => state);
  let queue: Waiting[] = [];
  let pumping = false;
  let appending = false;
  let waitingForAppend: (() => void)[] = [];

  const readNew = async (): Promise<RunState> => {
    const stored = await ports.store.read(id, state.seq);
    // Two reads may overlap: what the other one has folded already is left out.
    const events = stored.filter((event) => event.seq > state.seq).map(parseRunEvent);
    if (events.length === 0) return state;
    const before = state;
    state = events.reduce(apply, before);
    rows.overtaken();
    ports.onChange({ before, state, events, isOurs: false });
    return state;
  };

  /** Not while an append of ours is on its way: its events can be read before they are on disk, and nothing may act on them yet. */
  const refresh = async (): Promise<RunState> => {
    while (appending) await new Promise<void>((resolve) => waitingForAppend.push(resolve));
    const { seq } = state;
    await readNew();
    if (state.seq > seq) ports.onOthers(state);
    return state;
  };

  /** Decides a batch on the current state and appends it whole; when somebody else was first, reads and decides again. */
  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    const first = batch[0];
    if (first === undefined) return;
    const { actor, commandId } = first;
    // A command that was appended before is not decided again: what it asked for may be refused by now.
    if (commandId !== undefined && (await ports.store.findCommand(commandId)) !== undefined) {
      await readNew();
      for (const waiting of batch) waiting.resolve(state);
      return;
    }
    for (;;) {
      const { after, events, refusals } = decideAll(state, batch, ports.context({ at: ports.clock.now(), actor }));
      // Under an id also what changes nothing is kept: asked again later, it might.
      if (events.length > 0 || (commandId !== undefined && refusals[0] === undefined)) {
        const row = rows.rowFor(after);
        const streams = [{ stream: id, expectedSeq: state.seq, events, row }];
        // Before the store is asked: it may tell of the append from within.
        appending = true;
        try {
          const stored = await ports.store.append({ at: after.updatedAt, actor, commandId, streams });
          if (stored.repeated) await readNew();
          else keep(after, stored.events as readonly RunEvent[], row);
        } catch (error) {
          if (!isConflict(error)) throw error;
          await readNew();
          continue;
        } finally {
          appending = false;
          goOnReading();
        }
      }
      batch.forEach((waiting, index) => answer(waiting, refusals[index], state));
      return;
    }
  };

  /** What was appended here is stored. */
  const keep = (after: RunState, events: readonly RunEvent[], row: RunRow | undefined): void => {
    rows.stored(row);
    // A read that began before it may have seen it already.
    if (state.seq >= after.seq) return;
    const before = state;
    state = after;
    ports.onChange({ before, state, events, isOurs: true });
  };

  const goOnReading = (): void => {
    if (waitingForAppend.length === 0) return;
    const waiting = waitingForAppend;
    waitingForAppend = [];
    for (const goOn of waiting) goOn();
  };

  const pump = async (): Promise<void> => {
    // Steps that end together share one append and its sync; a step that is at work alone has nobody to wait for.
    await (hasStepsSideBySide(state) ? endOfTurn() : undefined);
    while (queue.length > 0) {
      const batch = nextBatch(queue);
      queue = batch === queue ? [] : queue.slice(batch.length);
      try {
        await commit(batch);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    pumping = false;
  };

  return {
    state: () => state,
    refresh,
    submit: (submission) =>
      new Promise((resolve, reject) => {
        const { command, actor, commandId } = submission;
        queue.push({ command, actor, commandId, resolve, reject });
        if (pumping) return;
        pumping = true;
        void pump();
      }),
  };
}

function hasStepsSideBySide({ execution }: RunState): boolean {
  return execution !== null && execution.progress.inProgress.length > 1;
}

/** An append has one actor and at most one command id: a command with an id stands alone, results of one worker go together. */
function nextBatch(queue: readonly Waiting[]): readonly Waiting[] {
  const first = queue[0];
  if (first === undefined || first.commandId !== undefined) return queue.slice(0, 1);
  const end = queue.findIndex(
    (each) =>
      each.commandId !== undefined || each.actor.kind !== first.actor.kind || each.actor.name !== first.actor.name,
  );
  return end === -1 ? queue : queue.slice(0, end);
}

type Batch = {
  readonly after: RunState;
  readonly events: readonly NewRunEvent[];
  readonly refusals: readonly (ErrorInfo | undefined)[];
};

/** A batch has one actor: see nextBatch. */
function decideAll(state: RunState, batch: readonly Waiting[], context: CommandContext): Batch {
  let after = state;
  const events: NewRunEvent[] = [];
  const refusals = batch.map(({ command }) => {
    const decided = decide(after, command, context);
    if (!decided.ok) return decided.refusal;
    events.push(...decided.events);
    after = decided.state;
    return undefined;
  });
  return { after, events, refusals };
}

function isConflict(error: unknown): boolean {
  return PlanwrightError.is(error) && error.code === 'store-conflict';
}

function answer(waiting: Waiting, refusal: ErrorInfo | undefined, state: RunState): void {
  if (refusal === undefined) waiting.resolve(state);
  else
    waiting.reject(
      new PlanwrightError(
        refusal.code,
        refusal.message,
        refusal.details === undefined ? {} : { details: refusal.details },
      ),
    );
}
