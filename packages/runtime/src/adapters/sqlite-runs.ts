import { type RunRow, runRowSchema } from '@planwright/core';
import type { Query, SqliteDatabase } from './sqlite-database.js';
import { readRecord } from './sqlite-errors.js';
import type { StreamBook } from './sqlite-streams.js';

type RowColumn = { readonly row: string };

const runById: Query<RowColumn> = {
  sql: 'SELECT row FROM runs WHERE stream = (SELECT number FROM streams WHERE name = ?)',
};

/** The rows for lists. All of these are synchronous; writing ones are to be called inside a transaction. */

export function writeRun(database: SqliteDatabase, streams: StreamBook, row: RunRow): void {
  // A run is created once: with `created_at` among what changes, the index of all runs would be written anew each time.
  database.run(
    `INSERT INTO runs (stream, id, state, created_at, row) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET state = excluded.state, row = excluded.row`,
    streams.numberOf(row.id),
    row.id,
    row.state,
    row.createdAt,
    JSON.stringify(row),
  );
}

export function replaceRuns(database: SqliteDatabase, streams: StreamBook, rows: readonly RunRow[]): void {
  database.run('DELETE FROM runs');
  for (const row of rows) writeRun(database, streams, row);
}

export function findRun(database: SqliteDatabase, runId: string): RunRow | undefined {
  const found = database.first(runById, runId);
  return found && parseRow(database.file, found.row);
}

export function listRuns(
  database: SqliteDatabase,
  options: { readonly limit: number; readonly offset?: number; readonly states?: readonly string[] },
): readonly RunRow[] {
  const { limit, offset = 0, states } = options;
  const where = states ? `WHERE state IN (${states.map(() => '?').join(', ')})` : '';
  const query: Query<RowColumn> = {
    sql: `SELECT row FROM runs ${where} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
  };
  return database.all(query, ...(states ?? []), limit, offset).map(({ row }) => parseRow(database.file, row));
}

function parseRow(file: string, text: string): RunRow {
  return readRecord(file, () => runRowSchema.parse(JSON.parse(text)));
}
