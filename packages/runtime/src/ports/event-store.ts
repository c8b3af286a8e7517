import type { Actor, NewEvent, RunRow, StoredEvent } from '@planwright/core';

/** What one stream gains in an append; refused whole when the stream's last seq is not `expectedSeq`. */
export type StreamAppend = {
  readonly stream: string;
  readonly expectedSeq: number;
  readonly events: readonly NewEvent[];
  /** The run's row for lists, written in the same transaction. */
  readonly row?: RunRow | undefined;
};

export type Append = {
  readonly at: string;
  readonly actor: Actor;
  /** A command that was appended before under this id is not appended again: its first answer is returned. */
  readonly commandId?: string | undefined;
  readonly streams: readonly StreamAppend[];
};

export type Appended = {
  /** In the order of the append. */
  readonly events: readonly StoredEvent[];
  /** True when `commandId` was known: nothing was written now. */
  readonly repeated: boolean;
};

/** A process that carries steps out, told apart from every other by machine, boot, pid and the pid's start. */
export type ExecutorRecord = {
  readonly id: string;
  readonly machine: string;
  readonly boot: string;
  readonly pid: number;
  readonly pidStarted: string;
  /** ISO 8601, UTC; renewed while the process lives. */
  readonly heartbeatAt: string;
  /** The runs this process attends to now. */
  readonly runs: readonly string[];
};

/**
 * Keeps the ordered events of each stream.
 * Every method throws `store-damaged`, `store-newer` or `store-unwritable` when the store itself is the trouble.
 */
export interface EventStore {
  /**
   * Resolves when everything is on disk: all streams or none.
   * Throws `store-conflict` (details: stream, expected, found) when somebody else was first; then nothing was written.
   * Appends made while an earlier one is being synced share the next sync.
   */
  readonly append: (append: Append) => Promise<Appended>;
  /** A stream's events after `afterSeq` (default 0), in order; empty for a stream never written. */
  readonly read: (stream: string, afterSeq?: number) => Promise<readonly StoredEvent[]>;
  /** What a command appended, if it was appended before; undefined for one never seen. */
  readonly findCommand: (commandId: string) => Promise<readonly StoredEvent[] | undefined>;
  /** Events of all streams after a position, in order: what a live client resumes from. */
  readonly readAll: (afterPosition: number, limit: number) => Promise<readonly StoredEvent[]>;
  /** Rows of runs, the newest (by `createdAt`, then id) first. */
  readonly listRuns: (options: {
    readonly limit: number;
    readonly offset?: number;
    readonly states?: readonly string[];
  }) => Promise<readonly RunRow[]>;
  readonly findRun: (runId: string) => Promise<RunRow | undefined>;
  /** Replaces all rows, for rebuilding them from events. */
  readonly replaceRuns: (rows: readonly RunRow[]) => Promise<void>;
  /** Inserts or renews; never part of an event. */
  readonly heartbeat: (executor: ExecutorRecord) => Promise<void>;
  readonly executors: () => Promise<readonly ExecutorRecord[]>;
  readonly removeExecutor: (id: string) => Promise<void>;
  /**
   * Calls back soon after another process, or another store object on the same file, may have appended. Appends through
   * this very object need not call back: whoever makes them knows. May call without a change.
   */
  readonly watch: (onChange: () => void) => () => void;
  /** Waits for appends under way, then lets go of everything. Repeatable. */
  readonly close: () => Promise<void>;
}
