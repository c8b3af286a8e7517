import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '@planwright/core';
import { afterAll, describe, expect, it } from 'vitest';
import { packData, writeBlobs } from './sqlite-blobs.js';
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.js';
import { createSqliteEventStore } from './sqlite-event-store.js';
import { migrations, prepareSchema } from './sqlite-schema.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-former-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const long = 'long '.repeat(4_000);
const hostile = '{"path":[],"hash"';
const oneCommand = { stream: 'run-a', actor: { kind: 'person', name: 'Ада "the first"' }, commandId: 'c"1' } as const;
const noCommand = { stream: 'room-1', actor: { kind: 'system', name: 'test' }, commandId: null } as const;
const at = '2026-11-15T12:00:00.000Z';

const stored: readonly StoredEvent[] = [
  { ...oneCommand, position: 1, seq: 1, at, type: 'run.created', v: 1, data: { odd: 'a\0b \ud83d "quoted"' } },
  { ...oneCommand, position: 2, seq: 2, at, type: 'step.succeeded', v: 2, data: { list: [1, { answer: long }, long] } },
  { ...noCommand, position: 3, seq: 1, at, type: 'room.noted', v: 1, data: long },
  { ...noCommand, position: 4, seq: 2, at, type: 'room.noted', v: 1, data: { [hostile]: { text: `${long}\ud83d` } } },
  { ...noCommand, position: 5, seq: 3, at, type: 'room.noted', v: 1, data: null },
];

/** As version 1 wrote it: one row an event, and what was taken out of its data beside it. */
function writeAsVersion1(database: SqliteDatabase, { stream, actor, commandId, data, ...event }: StoredEvent): void {
  database.run('INSERT INTO streams (name) VALUES (?) ON CONFLICT DO NOTHING', stream);
  const { text, references, blobs } = packData(data);
  for (const { hash, content } of blobs)
    database.run('INSERT INTO blobs (hash, bytes) VALUES (?, CAST(? AS BLOB)) ON CONFLICT DO NOTHING', hash, content);
  database.run(
    `INSERT INTO events (position, stream, seq, at, actor, command_id, type, v, data, blobs)
     VALUES (?, (SELECT number FROM streams WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[event.position, stream, event.seq, event.at, JSON.stringify(actor), commandId],
    ...[event.type, event.v, text, references],
  );
}

async function aFileOfVersion1(name: string): Promise<string> {
  const database = await openSqliteDatabase(join(folder, name));
  prepareSchema(database, migrations.slice(0, 1));
  for (const event of stored) writeAsVersion1(database, event);
  database.run(`INSERT INTO commands (command_id, first_position, last_position) VALUES ('c"1', 1, 2)`);
  database.close();
  return database.file;
}

describe('a store of version 1', () => {
  it('is read as it was written, and written on', async () => {
    const store = await createSqliteEventStore(await aFileOfVersion1('read.sqlite'));
    expect(await store.readAll(0, 100)).toEqual(stored);
    expect(await store.read('room-1', 1)).toEqual(stored.slice(3));
    expect(await store.findCommand('c"1')).toEqual(stored.slice(0, 2));
    const { events } = await store.append({
      at,
      actor: noCommand.actor,
      streams: [{ stream: 'room-1', expectedSeq: 3, events: [{ type: 'room.noted', v: 1, data: { long } }] }],
    });
    expect(events).toMatchObject([{ seq: 4, position: 6 }]);
    expect(await store.readAll(0, 100)).toEqual([...stored, ...events]);
    await store.close();
  });

  it('keeps each long text once, before and after', async () => {
    const file = await aFileOfVersion1('blobs.sqlite');
    await (await createSqliteEventStore(file)).close();
    const database = await openSqliteDatabase(file);
    const count = () => database.first({ sql: 'SELECT count(*) AS texts FROM blobs' });
    expect(count()).toEqual({ texts: 2 });
    writeBlobs(database, packData([long]).blobs);
    expect(count()).toEqual({ texts: 2 });
    expect(database.first({ sql: 'PRAGMA integrity_check' })).toEqual({ integrity_check: 'ok' });
    database.close();
  });
});
