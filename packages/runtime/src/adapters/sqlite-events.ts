import type { RunRow, StoredEvent } from '@planwright/core';
import type { Append, Appended, StreamAppend } from '../ports/event-store.js';
import { assertKey } from './event-json.js';
import { eventsOf, type PackedRecord, packRecords, parseRecord } from './sqlite-append-record.js';
import { unpackData, writeBlobs } from './sqlite-blobs.js';
import type { Query, SqliteDatabase } from './sqlite-database.js';
import { readRecord, storeDamaged } from './sqlite-errors.js';
import { writeRun } from './sqlite-runs.js';
import type { StreamBook } from './sqlite-streams.js';
import { storeConflict } from './store-conflict.js';

type PackedStream = {
  readonly stream: string;
  readonly expectedSeq: number;
  readonly count: number;
  readonly records: readonly PackedRecord[];
  readonly row: RunRow | undefined;
};

/** An append with everything done that needs no database, so that the write lock is held for a short time. */
export type PackedAppend = { readonly commandId: string | null; readonly streams: readonly PackedStream[] };

type RecordColumns = {
  readonly position: number;
  readonly stream: string | null;
  readonly seq: number;
  readonly record: string;
  readonly blobs: string | null;
};

// Joined from the left, so that an append is found even where damage took the name of its stream.
const records = `
  SELECT position, name AS stream, seq, record, blobs
  FROM appends LEFT JOIN streams ON number = stream`;
const recordsOfStream: Query<RecordColumns> = {
  sql: `${records} WHERE stream = (SELECT number FROM streams WHERE name = ?) AND seq > ? ORDER BY seq`,
};
const recordsOfAll: Query<RecordColumns> = {
  sql: `${records} WHERE position > ? ORDER BY position LIMIT ?`,
};
const commandById: Query<{ readonly first: number; readonly last: number }> = {
  sql: 'SELECT first_position AS first, last_position AS last FROM commands WHERE command_id = ?',
};

/** Throws for a stream, command id or event type that not every store can keep as it is. */
export function packAppend(append: Append): PackedAppend {
  if (append.commandId !== undefined) assertKey('command id', append.commandId);
  return { commandId: append.commandId ?? null, streams: append.streams.map((added) => packStream(append, added)) };
}

function packStream(append: Append, added: StreamAppend): PackedStream {
  const { stream, expectedSeq, events, row } = added;
  assertKey('stream', stream);
  return { stream, expectedSeq, count: events.length, records: packRecords(append, added), row };
}

/** To be called inside a transaction. Throws `store-conflict` before anything is written. */
export function writeAppend(database: SqliteDatabase, streams: StreamBook, append: PackedAppend): Appended {
  const before = append.commandId === null ? undefined : readCommand(database, append.commandId);
  if (before) return { events: before, repeated: true };
  assertExpected(streams, append.streams);
  const events: StoredEvent[] = [];
  for (const added of append.streams) writeStream(database, streams, added, events);
  if (append.commandId !== null) writeCommand(database, append.commandId, events);
  return { events, repeated: false };
}

/** An append may add to one stream twice; the second part then expects the end of the first. */
function assertExpected(book: StreamBook, streams: readonly PackedStream[]): void {
  const ends = streams.length > 1 ? new Map<string, number>() : undefined;
  for (const { stream, expectedSeq, count } of streams) {
    const found = ends?.get(stream) ?? book.lastSeq(stream);
    if (found !== expectedSeq) throw storeConflict(stream, expectedSeq, found);
    ends?.set(stream, expectedSeq + count);
  }
}

/** Writes what one stream gains, and adds it to `events` as it is stored. */
function writeStream(database: SqliteDatabase, streams: StreamBook, added: PackedStream, events: StoredEvent[]): void {
  const { stream, expectedSeq, records, row } = added;
  if (row) writeRun(database, streams, row);
  const number = streams.numberOf(stream);
  let seq = expectedSeq;
  let position = streams.lastPosition();
  for (const { record, packed } of records) {
    writeBlobs(database, packed.blobs);
    seq += record.events.length;
    position += record.events.length;
    database.run(
      'INSERT INTO appends (position, stream, seq, record, blobs) VALUES (?, ?, ?, ?, ?)',
      position,
      number,
      seq,
      packed.text,
      packed.references,
    );
    events.push(...eventsOf(record, { stream, seq, position }));
  }
  streams.wrote(stream, { seq, position });
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
  const events = database.all(recordsOfStream, stream, afterSeq).flatMap((columns) => toEvents(database, columns));
  // The first record may have begun before the place asked for.
  const after = events.filter(({ seq }) => seq > afterSeq);
  if (after.length !== (after.at(-1)?.seq ?? afterSeq) - afterSeq)
    throw storeDamaged(database.file, `events of ${stream} are missing`);
  return after;
}

export function readAll(database: SqliteDatabase, afterPosition: number, limit: number): readonly StoredEvent[] {
  const events: StoredEvent[] = [];
  for (const columns of database.all(recordsOfAll, afterPosition, limit)) {
    if (events.length >= limit) break;
    events.push(...toEvents(database, columns).filter(({ position }) => position > afterPosition));
  }
  return events.slice(0, limit);
}

function toEvents(database: SqliteDatabase, columns: RecordColumns): readonly StoredEvent[] {
  const { stream, seq, position, record, blobs } = columns;
  if (stream === null) throw storeDamaged(database.file, 'the name of a stream is missing');
  return readRecord(database.file, () =>
    eventsOf(parseRecord(unpackData(database, record, blobs)), { stream, seq, position }),
  );
}
