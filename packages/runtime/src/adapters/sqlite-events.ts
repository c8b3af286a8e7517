import { type Actor, actorSchema, type RunRow, type StoredEvent } from '@planwright/core';
import type { Append, Appended, StreamAppend } from '../ports/event-store.js';
import { asStored, assertKey } from './event-json.js';
import { type PackedData, packData, unpackData, writeBlobs } from './sqlite-blobs.js';
import type { Query, SqliteDatabase } from './sqlite-database.js';
import { readRecord, storeDamaged } from './sqlite-errors.js';
import { writeRun } from './sqlite-runs.js';
import type { StreamBook } from './sqlite-streams.js';
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
  readonly stream: string | null;
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly commandId: string | null;
  readonly type: string;
  readonly v: number;
  readonly data: string;
  readonly blobs: string | null;
};

// Joined from the left, so that an event is found even where damage took the name of its stream.
const events = `
  SELECT position, name AS stream, seq, at, actor, command_id AS commandId, type, v, data, blobs
  FROM events LEFT JOIN streams ON number = stream`;
const eventsOfStream: Query<EventColumns> = {
  sql: `${events} WHERE stream = (SELECT number FROM streams WHERE name = ?) AND seq > ? ORDER BY seq`,
};
const eventsOfAll: Query<EventColumns> = {
  sql: `${events} WHERE position > ? ORDER BY position LIMIT ?`,
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
export function writeAppend(database: SqliteDatabase, streams: StreamBook, append: PackedAppend): Appended {
  const before = append.commandId === null ? undefined : readCommand(database, append.commandId);
  if (before) return { events: before, repeated: true };
  assertExpected(streams, append.streams);
  const events: StoredEvent[] = [];
  for (const added of append.streams) writeStream(database, streams, { cause: append, added, events });
  if (append.commandId !== null) writeCommand(database, append.commandId, events);
  return { events, repeated: false };
}

/** Writes what one stream gains, and adds it to `events` as it is stored. */
function writeStream(
  database: SqliteDatabase,
  streams: StreamBook,
  write: { readonly cause: PackedAppend; readonly added: PackedStream; readonly events: StoredEvent[] },
): void {
  const { at, actor, commandId } = write.cause;
  const { stream, expectedSeq, events, row } = write.added;
  if (row) writeRun(database, streams, row);
  const number = streams.numberOf(stream);
  for (let from = 0; from < events.length; from += mostPerStatement) {
    const chunk = events.length <= mostPerStatement ? events : events.slice(from, from + mostPerStatement);
    let seq = expectedSeq + from;
    let position = insertEvents(database, write.cause, { stream: number, lastSeq: seq, events: chunk }) - chunk.length;
    for (const { type, v, data } of chunk) {
      seq += 1;
      position += 1;
      write.events.push({ stream, seq, position, at, actor, commandId, type, v, data });
    }
  }
  streams.wrote(stream, expectedSeq + events.length);
}

/** SQLite takes some 32,000 values a statement; this many rows keep the prepared statements few. */
const mostPerStatement = 50;

/** The statement for each number of rows, made once: putting the text together anew took 3 µs an append. */
const insertsOfRows = Array.from({ length: mostPerStatement + 1 }, (_, rows) => {
  const values = Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  return `INSERT INTO events (stream, seq, at, actor, command_id, type, v, data, blobs) VALUES ${values}`;
});

/**
 * One statement for several events: each statement costs more than what it writes. Gives the last row id; those before it
 * are one less each, because nobody else writes meanwhile and no row was ever deleted.
 */
function insertEvents(
  database: SqliteDatabase,
  { at, actorText, commandId }: PackedAppend,
  added: { readonly stream: number; readonly lastSeq: number; readonly events: readonly PackedEvent[] },
): number {
  const values: (string | number | null)[] = [];
  let seq = added.lastSeq;
  for (const { type, v, packed } of added.events) {
    if (packed.references !== null) writeBlobs(database, packed.blobs);
    seq += 1;
    values.push(added.stream, seq, at, actorText, commandId, type, v, packed.text, packed.references);
  }
  return database.run(insertsOfRows[added.events.length] ?? '', ...values).rowId;
}

/** An append may add to one stream twice; the second part then expects the end of the first. */
function assertExpected(book: StreamBook, streams: readonly PackedStream[]): void {
  const ends = streams.length > 1 ? new Map<string, number>() : undefined;
  for (const { stream, expectedSeq, events } of streams) {
    const found = ends?.get(stream) ?? book.lastSeq(stream);
    if (found !== expectedSeq) throw storeConflict(stream, expectedSeq, found);
    ends?.set(stream, expectedSeq + events.length);
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
      stream: named(database, stream),
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

function named(database: SqliteDatabase, stream: string | null): string {
  if (stream === null) throw storeDamaged(database.file, 'the name of a stream is missing');
  return stream;
}
