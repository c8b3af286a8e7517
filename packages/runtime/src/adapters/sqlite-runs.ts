import { type RunRow, runRowSchema } from '@planwright/core';
import type { Query, SqliteDatabase } from './sqlite-database.js';
import { readRecord } from './sqlite-errors.js';

type RowColumn = { readonly row: string };

const runById: Query<RowColumn> = { sql: 'SELECT row FROM runs WHERE id = ?' };

/** The rows for lists. All of these are synchronous; writing ones are to be called inside a transaction. */

export function writeRun(database: SqliteDatabase, row: RunRow): void {
  const text = JSON.stringify(row);
  // Naming no indexed column keeps SQLite from rewriting both indexes; most updates change neither state nor time.
  const { changes } = database.run(
    'UPDATE runs SET row = ? WHERE id = ? AND state = ? AND created_at = ?',
    text,
    row.id,
    row.state,
    row.createdAt,
  );
  if (changes > 0) return;
  database.run(
    `INSERT INTO runs (id, state, created_at, row) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET state = excluded.state, created_at = excluded.created_at, row = excluded.row`,
    row.id,
    row.state,
    row.createdAt,
    text,
  );
}

export function replaceRuns(database: SqliteDatabase, rows: readonly RunRow[]): void {
  database.run('DELETE FROM runs');
  for (const row of rows) writeRun(database, row);
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
