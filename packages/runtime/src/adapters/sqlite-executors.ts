import * as z from 'zod';
import type { ExecutorRecord } from '../ports/event-store.js';
import type { Query, SqliteDatabase } from './sqlite-database.js';
import { readRecord } from './sqlite-errors.js';

type ExecutorColumns = Omit<ExecutorRecord, 'runs'> & { readonly runs: string };

const allExecutors: Query<ExecutorColumns> = {
  sql: `SELECT id, machine, boot, pid, pid_started AS pidStarted, heartbeat_at AS heartbeatAt, runs
        FROM executors ORDER BY id`,
};

const runsSchema = z.array(z.string());

/** To be called inside a transaction. */
export function writeExecutor(database: SqliteDatabase, executor: ExecutorRecord): void {
  database.run(
    `INSERT INTO executors (id, machine, boot, pid, pid_started, heartbeat_at, runs) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET machine = excluded.machine, boot = excluded.boot, pid = excluded.pid,
       pid_started = excluded.pid_started, heartbeat_at = excluded.heartbeat_at, runs = excluded.runs`,
    executor.id,
    executor.machine,
    executor.boot,
    executor.pid,
    executor.pidStarted,
    executor.heartbeatAt,
    JSON.stringify(executor.runs),
  );
}

/** To be called inside a transaction. */
export function deleteExecutor(database: SqliteDatabase, id: string): void {
  database.run('DELETE FROM executors WHERE id = ?', id);
}

export function listExecutors(database: SqliteDatabase): readonly ExecutorRecord[] {
  return database.all(allExecutors).map((columns) => ({
    ...columns,
    runs: readRecord(database.file, () => runsSchema.parse(JSON.parse(columns.runs))),
  }));
}
