import { type Actor, actorSchema, type RunRow, type StoredEvent } from '@planwright/core';
import type { Append, Appended, StreamAppend } from '../ports/event-store.js';
import { asStored, assertKey } from './event-json.js';
import { type PackedData, packData, unpackData, writeBlobs } from './sqlite-blobs.js';
import type { Query, SqliteDatabase } from './sqlite-database.js';
import { readRecord } from './sqlite-errors.js';
import { writeRun } from './sqlite-runs.js';
import { storeConflict } from './store-conflict.js';

type PackedEvent = {
  readonly type: string;
  readonly v: number;
  readonly data: unknown;
  readonly packed: PackedData;
};

type PackedStream = {
  readonly stream: string;
  readonly expectedSeq: number;
  readonly events: readonly PackedEvent[];
  readonly row: RunRow | undefined;
};

/** An append with everything done that needs no database, so that the write lock is held for a short time. */
export type PackedAppend = {
  readonly at: string;
  readonly actor: Actor;
  readonly actorText: string;
  readonly commandId: string | null;
  readonly streams: readonly PackedStream[];
};

type EventColumns = {
  readonly position: number;
  readonly stream: string;
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly commandId: string | null;
  readonly type: string;
  readonly v: number;
  readonly data: string;
  readonly blobs: string | null;
};

const columns = 'position, stream, seq, at, actor, command_id AS commandId, type, v, data, blobs';
const eventsOfStream: Query<EventColumns> = {
  sql: `SELECT ${columns} FROM events WHERE stream = ? AND seq > ? ORDER BY seq`,
};
const eventsOfAll: Query<EventColumns> = {
  sql: `SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`,
};
const lastOfStream: Query<{ readonly seq: number }> = {
  sql: 'SELECT seq FROM events WHERE stream = ? ORDER BY seq DESC LIMIT 1',
};
const commandById: Query<{ readonly first: number; readonly last: number }> = {
  sql: 'SELECT first_position AS first, last_position AS last FROM commands WHERE command_id = ?',
};

/** Takes a copy of the data as text: what the caller does to its objects afterwards changes nothing. */
export function packAppend({ at, actor, commandId, streams }: Append): PackedAppend {
  if (commandId !== undefined) assertKey('command id', commandId);
  return {
    at,
    actor,
    actorText: JSON.stringify({ kind: actor.kind, name: actor.name }),
    commandId: commandId ?? null,
    streams: streams.map(packStream),
  };
}

function packStream({ stream, expectedSeq, events, row }: StreamAppend): PackedStream {
  assertKey('stream', stream);
  return {
    stream,
    expectedSeq,
    events: events.map(({ type, v, data }) => {
      assertKey('event type', type);
      const stored = asStored(data);
      return { type, v, data: stored, packed: packData(stored) };
    }),
    row,
  };
}

/** To be called inside a transaction. Throws `store-conflict` before anything is written. */
export function writeAppend(database: SqliteDatabase, append: PackedAppend): Appended {
  const before = append.commandId === null ? undefined : readCommand(database, append.commandId);
  if (before) return { events: before, repeated: true };
  assertExpected(database, append.streams);
  const events = append.streams.flatMap((stream) => writeStream(database, append, stream));
  if (append.commandId !== null) writeCommand(database, append.commandId, events);
  return { events, repeated: false };
}

function writeStream(
  database: SqliteDatabase,
  cause: PackedAppend,
  { stream, expectedSeq, events, row }: PackedStream,
): StoredEvent[] {
  const { at, actor, commandId } = cause;
  if (row) writeRun(database, row);
  return chunksOf(events, mostPerStatement).flatMap((chunk, place) => {
    const firstSeq = expectedSeq + place * mostPerStatement + 1;
    const lastPosition = insertEvents(database, cause, { stream, firstSeq, events: chunk });
    return chunk.map(({ type, v, data }, index) => {
      const position = lastPosition - chunk.length + index + 1;
      return { stream, seq: firstSeq + index, position, at, actor, commandId, type, v, data };
    });
  });
}

/** SQLite takes some 32,000 values a statement; this many rows keep the prepared statements few. */
const mostPerStatement = 50;

/**
 * One statement for several events: each statement costs more than what it writes. Gives the last row id; those before it
 * are one less each, because nobody else writes meanwhile and no row was ever deleted.
 */
function insertEvents(
  database: SqliteDatabase,
  { at, actorText, commandId }: PackedAppend,
  {
    stream,
    firstSeq,
    events,
  }: { readonly stream: string; readonly firstSeq: number; readonly events: readonly PackedEvent[] },
): number {
  for (const { packed } of events) if (packed.references !== null) writeBlobs(database, packed.blobs);
  const rows = events.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  return database.run(
    `INSERT INTO events (stream, seq, at, actor, command_id, type, v, data, blobs) VALUES ${rows}`,
    ...events.flatMap(({ type, v, packed }, index) => {
      return [stream, firstSeq + index, at, actorText, commandId, type, v, packed.text, packed.references];
    }),
  ).rowId;
}

function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}

/** An append may add to one stream twice; the second part then expects the end of the first. */
function assertExpected(database: SqliteDatabase, streams: readonly PackedStream[]): void {
  const ends = new Map<string, number>();
  for (const { stream, expectedSeq, events } of streams) {
    const found = ends.get(stream) ?? database.first(lastOfStream, stream)?.seq ?? 0;
    if (found !== expectedSeq) throw storeConflict(stream, expectedSeq, found);
    ends.set(stream, expectedSeq + events.length);
  }
}

/** The events of one append stand side by side: there is one writer at a time, and events are never deleted. */
export function readCommand(database: SqliteDatabase, commandId: string): readonly StoredEvent[] | undefined {
  const known = database.first(commandById, commandId);
  return known && readAll(database, known.first - 1, known.last - known.first + 1);
}

function writeCommand(database: SqliteDatabase, commandId: string, events: readonly StoredEvent[]): void {
  const first = events[0]?.position ?? 1;
  database.run(
    'INSERT INTO commands (command_id, first_position, last_position) VALUES (?, ?, ?)',
    commandId,
    first,
    first + events.length - 1,
  );
}

export function readStream(database: SqliteDatabase, stream: string, afterSeq: number): readonly StoredEvent[] {
  return toEvents(database, database.all(eventsOfStream, stream, afterSeq));
}

export function readAll(database: SqliteDatabase, afterPosition: number, limit: number): readonly StoredEvent[] {
  return toEvents(database, database.all(eventsOfAll, afterPosition, limit));
}

function toEvents(database: SqliteDatabase, rows: readonly EventColumns[]): readonly StoredEvent[] {
  const actors = new Map<string, Actor>();
  const actorOf = (text: string): Actor => {
    const actor = actors.get(text) ?? actorSchema.parse(JSON.parse(text));
    actors.set(text, actor);
    return actor;
  };
  return readRecord(database.file, () =>
    rows.map(({ stream, seq, position, at, actor, commandId, type, v, data, blobs }) => ({
      stream,
      seq,
      position,
      at,
      actor: actorOf(actor),
      commandId,
      type,
      v,
      data: unpackData(database, data, blobs),
    })),
  );
}
