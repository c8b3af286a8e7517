import { PlanwrightError } from '@planwright/core';
import { type Query, rollBack, type SqliteDatabase } from './sqlite-database.js';
import { storeDamaged, storeUnwritable } from './sqlite-errors.js';

/** "PLNW": tells our files from those of other programs that use SQLite. */
export const applicationId = 0x504c4e57;

/**
 * How the file came to its present form: the n-th entry leads from version n - 1 to n. Released entries never change.
 *
 * - `streams` gives each stream a number in order of appearance, and `appends` and `runs` are kept by it: names are random,
 *   so an index of names would touch a page of its own with every append, where runs under way together are neighbours here.
 * - `appends` has one row for what an append adds to a stream; see sqlite-append-record.ts. `position` and `seq` are those of
 *   its last event, so that the end of a stream, and of the store, is the largest.
 * - `appends.blobs` names the texts that were taken out of `record`; see sqlite-blobs.ts.
 * - `blobs_by_hash` holds the first digits only: hashes come in no order, so every long text touches a page of this index,
 *   and the fewer there are, the more texts of one commit share one. What shares its first digits is told apart by the whole.
 * - `runs.row` is the row as JSON, so that a new field needs no migration; what lists select and sort by stands beside.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE streams (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
   CREATE TABLE events (
     position INTEGER PRIMARY KEY,
     stream INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     at TEXT NOT NULL,
     actor TEXT NOT NULL,
     command_id TEXT,
     type TEXT NOT NULL,
     v INTEGER NOT NULL,
     data TEXT NOT NULL,
     blobs TEXT
   ) STRICT;
   CREATE UNIQUE INDEX events_by_stream ON events (stream, seq);
   CREATE TABLE commands (
     command_id TEXT PRIMARY KEY,
     first_position INTEGER NOT NULL,
     last_position INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
   CREATE TABLE runs (
     stream INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     state TEXT NOT NULL,
     created_at TEXT NOT NULL,
     row TEXT NOT NULL
   ) STRICT;
   CREATE INDEX runs_newest_first ON runs (created_at DESC, id DESC);
   CREATE INDEX runs_by_state ON runs (state, created_at DESC, id DESC);
   CREATE TABLE executors (
     id TEXT PRIMARY KEY,
     machine TEXT NOT NULL,
     boot TEXT NOT NULL,
     pid INTEGER NOT NULL,
     pid_started TEXT NOT NULL,
     heartbeat_at TEXT NOT NULL,
     runs TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE appends (
     position INTEGER PRIMARY KEY,
     stream INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     record TEXT NOT NULL,
     blobs TEXT
   ) STRICT;
   INSERT INTO appends (position, stream, seq, record, blobs)
   SELECT position, stream, seq,
     '{"at":' || json_quote(at) || ',"actor":' || actor || ',"commandId":' || json_quote(command_id) ||
       ',"events":[{"type":' || json_quote(type) || ',"v":' || v || ',"data":' || data || '}]}',
     replace(replace(blobs, '{"path":[', '{"path":["events",0,"data",'), '"data",],"hash"', '"data"],"hash"')
   FROM events ORDER BY position;
   CREATE UNIQUE INDEX appends_by_stream ON appends (stream, seq);
   DROP TABLE events;
   ALTER TABLE blobs RENAME TO former_blobs;
   CREATE TABLE blobs (hash TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;
   INSERT INTO blobs (hash, bytes) SELECT hash, bytes FROM former_blobs ORDER BY rowid;
   CREATE INDEX blobs_by_hash ON blobs (substr(hash, 1, 8));
   DROP TABLE former_blobs;`,
];

/**
 * Brings a file that was just opened to the present form; throws `store-newer` or `store-damaged` where it cannot be.
 * Repeatable, and safe while other processes do the same: each step looks at the version again inside its transaction.
 */
export function prepareSchema(database: SqliteDatabase, steps: readonly string[] = migrations): void {
  const version = readVersion(database, steps.length);
  useWriteAheadLog(database);
  // Checkpoints still sync; commits do not. Who waits for the disk instead, and why nothing is lost: sqlite-wal.ts.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
  for (let next = version; next < steps.length; next += 1) migrate(database, steps);
}

/** Takes one step from whatever version the file has by now. */
function migrate(database: SqliteDatabase, steps: readonly string[]): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database, steps.length);
    const step = steps[version];
    if (step !== undefined) {
      database.exec(step);
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version + 1}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** In one statement, so that another process that creates the schema meanwhile is seen before or after, not halfway. */
const headerOf: Query<{ readonly version: number; readonly application: number; readonly tables: number }> = {
  sql: `SELECT user_version AS version, application_id AS application, (SELECT count(*) FROM sqlite_schema) AS tables
        FROM pragma_user_version, pragma_application_id`,
};

function readVersion(database: SqliteDatabase, known: number): number {
  const { version, application, tables } = database.first(headerOf) ?? { version: 0, application: 0, tables: 0 };
  const isNew = application === 0 && version === 0 && tables === 0;
  if (application !== applicationId && !isNew)
    throw storeDamaged(database.file, 'it is a SQLite database of another program');
  if (version > known) throw storeNewer(database.file, version, known);
  return version;
}

/** Throws `store-newer` when a newer program has brought the file to a form that this one does not know, while it had it open. */
export function assertKnownVersion(database: SqliteDatabase): void {
  readVersion(database, migrations.length);
}

const quickCheck: Query<{ readonly quick_check: string }> = { sql: 'PRAGMA quick_check(1)' };
const sizeOf: Query<{ readonly bytes: number }> = {
  sql: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
};

/**
 * Throws `store-damaged` when the structure of the file does not hold. Reads all of it, a millisecond for each MB, so
 * larger files are passed over: damage in them shows when the damaged page is read.
 */
export function assertSound(database: SqliteDatabase, upToBytes: number): void {
  if ((database.first(sizeOf)?.bytes ?? 0) > upToBytes) return;
  const verdict = database.first(quickCheck)?.quick_check;
  if (verdict !== 'ok') throw storeDamaged(database.file, verdict ?? 'the quick check gave no answer');
}

const journalMode: Query<{ readonly journal_mode: string }> = { sql: 'PRAGMA journal_mode = WAL' };

function useWriteAheadLog(database: SqliteDatabase): void {
  if (database.first(journalMode)?.journal_mode !== 'wal')
    throw storeUnwritable(database.file, 'its file system cannot share memory between processes (no write-ahead log)');
}

function storeNewer(file: string, found: number, known: number): PlanwrightError {
  return new PlanwrightError(
    'store-newer',
    `${file} has store version ${found}; this program knows versions up to ${known}`,
    { details: { file, found, known } },
  );
}
