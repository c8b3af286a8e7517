import { actorSchema, type StoredEvent } from '@planwright/core';
import * as z from 'zod';
import type { Append, StreamAppend } from '../ports/event-store.js';
import { asStored, assertKey } from './event-json.js';
import { type PackedData, packData } from './sqlite-blobs.js';

const recordSchema = z.object({
  at: z.string(),
  actor: actorSchema,
  commandId: z.string().nullable(),
  events: z.array(z.object({ type: z.string(), v: z.number(), data: z.unknown() })).min(1),
});

/**
 * What an append adds to one stream, as one row keeps it: its events share what caused them. A row an event cost twice
 * as many entries in the table and its index, and said the same in each.
 */
export type AppendRecord = z.infer<typeof recordSchema>;

/** A record ready to be written, with the text of it made before the write lock is taken. */
export type PackedRecord = { readonly record: AppendRecord; readonly packed: PackedData };

/** Where a record stands: the number of its last event in the stream and in the store. */
export type RecordPlace = { readonly stream: string; readonly seq: number; readonly position: number };

/** Bounds what has to be read for one event of it. */
const mostEventsPerRecord = 50;

/** Takes a copy of the data as text: what the caller does to its objects afterwards changes nothing. */
export function packRecords({ at, actor, commandId }: Append, { events }: StreamAppend): readonly PackedRecord[] {
  const records: PackedRecord[] = [];
  for (let from = 0; from < events.length; from += mostEventsPerRecord) {
    const record: AppendRecord = {
      at,
      actor: { kind: actor.kind, name: actor.name },
      commandId: commandId ?? null,
      events: events.slice(from, from + mostEventsPerRecord).map(({ type, v, data }) => {
        assertKey('event type', type);
        return { type, v, data: asStored(data) };
      }),
    };
    records.push({ record, packed: packData(record) });
  }
  return records;
}

/** A record that was read; throws when it is not one. */
export function parseRecord(stored: unknown): AppendRecord {
  return recordSchema.parse(stored);
}

/** The events of a record, in order. */
export function eventsOf({ at, actor, commandId, events }: AppendRecord, place: RecordPlace): readonly StoredEvent[] {
  const { stream } = place;
  return events.map(({ type, v, data }, index) => {
    const after = events.length - 1 - index;
    const seq = place.seq - after;
    return { stream, seq, position: place.position - after, at, actor, commandId, type, v, data };
  });
}
