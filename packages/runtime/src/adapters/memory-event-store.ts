import type { RunRow, StoredEvent } from '@planwright/core';
import { endOfTurn } from '../end-of-turn.js';
import type { Append, Appended, EventStore, ExecutorRecord } from '../ports/event-store.js';
import { assertKey, frozenCopy } from './event-json.js';
import { storeConflict } from './store-conflict.js';
import { createWatchers } from './watchers.js';

/**
 * A store that lives as long as the process: for tests, and for programs that need no durability.
 * What it keeps and gives out is frozen, so that no two users of it share anything they could change.
 */
export function createMemoryEventStore(): EventStore {
  const log: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const commands = new Map<string, readonly StoredEvent[]>();
  const runs = new Map<string, RunRow>();
  const executors = new Map<string, ExecutorRecord>();
  const watchers = createWatchers();
  let closed = false;
  let telling = false;

  /** Once for all that changed in this turn: told of every append, a hundred runs at once would look a hundred times as often. */
  const tellWatchers = (): void => {
    if (telling) return;
    telling = true;
    void endOfTurn().then(() => {
      telling = false;
      watchers.notify();
    });
  };

  /** Everything is done at once, in the order of the calls; only the answer comes later. */
  const answer = <Result>(work: () => Result): Promise<Result> =>
    new Promise((resolve) => {
      if (closed) throw new Error('the store is closed');
      resolve(work());
    });
  const writeRun = (row: RunRow): void => void runs.set(row.id, Object.freeze({ ...row }));

  const append = (asked: Append): Appended => {
    const before = asked.commandId === undefined ? undefined : commands.get(asked.commandId);
    if (before) return { events: before, repeated: true };
    const events = storedEvents(asked, log.length, (stream) => streams.get(stream)?.length ?? 0);
    for (const event of events) {
      const stream = streams.get(event.stream);
      if (stream) stream.push(event);
      else streams.set(event.stream, [event]);
      log.push(event);
    }
    for (const { row } of asked.streams) if (row) writeRun(row);
    if (asked.commandId !== undefined) commands.set(asked.commandId, events);
    tellWatchers();
    return { events, repeated: false };
  };

  return {
    append: (asked) => answer(() => append(asked)),
    read: (stream, afterSeq = 0) => answer(() => (streams.get(stream) ?? []).slice(afterSeq)),
    findCommand: (commandId) => answer(() => commands.get(commandId)),
    readAll: (afterPosition, limit) => answer(() => log.slice(afterPosition, afterPosition + limit)),
    listRuns: (options) => answer(() => listOf([...runs.values()], options)),
    findRun: (runId) => answer(() => runs.get(runId)),
    replaceRuns: (rows) =>
      answer(() => {
        runs.clear();
        rows.forEach(writeRun);
        tellWatchers();
      }),
    heartbeat: (executor) =>
      answer(
        () => void executors.set(executor.id, Object.freeze({ ...executor, runs: Object.freeze([...executor.runs]) })),
      ),
    executors: () => answer(() => [...executors.values()].sort((a, b) => (a.id < b.id ? -1 : 1))),
    removeExecutor: (id) => answer(() => void executors.delete(id)),
    watch: watchers.add,
    close: () => {
      closed = true;
      watchers.clear();
      return Promise.resolve();
    },
  };
}

/** What an append would store, or its refusal. Changes nothing, so that a refusal leaves nothing behind. */
function storedEvents(
  { at, actor, commandId, streams }: Append,
  lastPosition: number,
  lastSeqOf: (stream: string) => number,
): readonly StoredEvent[] {
  if (commandId !== undefined) assertKey('command id', commandId);
  const cause = { at, actor: Object.freeze({ kind: actor.kind, name: actor.name }), commandId: commandId ?? null };
  const ends = new Map<string, number>();
  const stored: StoredEvent[] = [];
  for (const { stream, expectedSeq, events } of streams) {
    assertKey('stream', stream);
    const found = ends.get(stream) ?? lastSeqOf(stream);
    if (found !== expectedSeq) throw storeConflict(stream, expectedSeq, found);
    for (const [index, { type, v, data }] of events.entries()) {
      assertKey('event type', type);
      const place = { stream, seq: expectedSeq + index + 1, position: lastPosition + stored.length + 1 };
      stored.push(Object.freeze({ ...place, ...cause, type, v, data: frozenCopy(data) }));
    }
    ends.set(stream, expectedSeq + events.length);
  }
  return Object.freeze(stored);
}

function listOf(
  rows: readonly RunRow[],
  { limit, offset = 0, states }: Parameters<EventStore['listRuns']>[0],
): readonly RunRow[] {
  return rows
    .filter(({ state }) => !states || states.includes(state))
    .sort((a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id))
    .slice(offset, offset + limit);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
