import { isWorking, type RunId, type RunState } from '@planwright/core';
import type { Clock } from './ports/clock.js';
import type { EventStore, ExecutorRecord } from './ports/event-store.js';
import type { Liveness } from './ports/liveness.js';

/** This process as an executor: which runs it attends to, its heartbeat, and which other executors are gone. */
export type Attendance = {
  readonly executorId: string;
  /** Resolves when others can know of it; rejects, attending to nothing, when the store cannot be written. */
  readonly attend: (runId: RunId) => Promise<void>;
  readonly leave: (runId: RunId) => void;
  readonly isAttending: (runId: RunId) => boolean;
  /** Executors of the run's working steps that no longer live, or live and have given the run up: their store failed them. */
  readonly deadExecutors: (state: RunState) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

export type AttendancePorts = {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly liveness: Liveness;
  readonly executorId: string;
  readonly heartbeatMs: number;
};

export function createAttendance(
  { store, clock, liveness, executorId, heartbeatMs }: AttendancePorts,
  onBeat: (runId: RunId) => void,
): Attendance {
  /** What the record says; `attending` once that is stored. */
  const runs = new Set<RunId>();
  const attending = new Set<RunId>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isRegistered = false;
  const record = (): ExecutorRecord => ({
    ...liveness.describe(executorId),
    heartbeatAt: clock.now(),
    runs: [...runs],
  });

  // A heartbeat that cannot be written now is written by the next beat; only its age tells others anything.
  const beat = (): void => {
    store.heartbeat(record()).catch(() => undefined);
    for (const run of attending) onBeat(run);
  };

  // An executor that is not known counts as gone, so those that are need not be kept.
  const forgetDead = async (): Promise<void> => {
    const known = await store.executors().catch(() => []);
    const dead = known.filter((each) => each.id !== executorId && !liveness.isAlive(each, clock.now()));
    await Promise.all(dead.map((each) => store.removeExecutor(each.id).catch(() => undefined)));
  };

  const register = (): void => {
    isRegistered = true;
    timer = setInterval(beat, heartbeatMs);
    timer.unref();
    void forgetDead();
  };

  const leave = (runId: RunId): void => {
    runs.delete(runId);
    attending.delete(runId);
  };

  return {
    executorId,
    attend: async (runId) => {
      if (attending.has(runId)) return;
      runs.add(runId);
      try {
        // Before any step starts: to others, steps of a run that this record does not name are left behind.
        await store.heartbeat(record());
      } catch (error) {
        leave(runId);
        throw error;
      }
      if (!isRegistered) register();
      if (runs.has(runId)) attending.add(runId);
    },
    leave,
    isAttending: (runId) => attending.has(runId),
    deadExecutors: async (state) => {
      const others = workingExecutors(state).filter((id) => id !== executorId);
      if (others.length === 0) return [];
      const known = new Map((await store.executors()).map((each) => [each.id, each]));
      return others.filter((id) => {
        const other = known.get(id);
        return other === undefined || !other.runs.includes(state.id) || !liveness.isAlive(other, clock.now());
      });
    },
    close: async () => {
      if (!isRegistered) return;
      clearInterval(timer);
      await store.removeExecutor(executorId).catch(() => undefined);
    },
  };
}

function workingExecutors(state: RunState): readonly string[] {
  return [...new Set((state.execution?.steps ?? []).flatMap((step) => (isWorking(step) ? [step.executor] : [])))];
}
