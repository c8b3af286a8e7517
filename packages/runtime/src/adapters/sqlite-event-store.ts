import { PlanwrightError } from '@planwright/core';
import type { EventStore } from '../ports/event-store.js';
import { createChangeWatch } from './change-watch.js';
import { retryWhileBusy } from './sqlite-busy.js';
import { openSqliteDatabase, type Query, type SqliteDatabase } from './sqlite-database.js';
import { toStoreError } from './sqlite-errors.js';
import { packAppend, readAll, readCommand, readStream, writeAppend } from './sqlite-events.js';
import { deleteExecutor, listExecutors, writeExecutor } from './sqlite-executors.js';
import { createGroupCommit, type JobOptions } from './sqlite-group-commit.js';
import { findRun, listRuns, replaceRuns } from './sqlite-runs.js';
import { assertKnownVersion, assertSound, prepareSchema } from './sqlite-schema.js';
import { createStreamBook } from './sqlite-streams.js';
import { openWriteAheadLog, type WriteAheadLog } from './sqlite-wal.js';

export type SqliteEventStoreOptions = {
  /** Files up to this size are checked for damage when they are opened. Default 4 MiB, some 4 ms. */
  readonly quickCheckUpToBytes?: number;
  /** How often a watched store looks for appends of other processes. Default 100. */
  readonly pollMs?: number;
  /**
   * Where a sync of late took less than this, a lone append is synced on the event loop: quicker and cheaper on fast
   * disks, at the price of standing still for the occasional slow sync. Default 0.5; 0 for always off the event loop.
   */
  readonly syncOnLoopBelowMs?: number;
};

/**
 * Opens, or creates with its folder, a store in one SQLite file that several processes may use at once.
 * Throws `store-newer`, `store-damaged` or `store-unwritable`, each naming the file.
 * A process that ends without `close` loses nothing that was acknowledged.
 */
export async function createSqliteEventStore(file: string, options: SqliteEventStoreOptions = {}): Promise<EventStore> {
  let database: SqliteDatabase | undefined;
  try {
    const opened = await openSqliteDatabase(file);
    database = opened;
    await retryWhileBusy(() => {
      prepareSchema(opened);
      assertSound(opened, options.quickCheckUpToBytes ?? 4 * 1024 * 1024);
    });
    return createStoreOn(opened, openWriteAheadLog(file, { onLoopBelowMs: options.syncOnLoopBelowMs ?? 0.5 }), options);
  } catch (error) {
    database?.close();
    throw toStoreError(file, error);
  }
}

/** The store on a database that is open and has the present schema; it closes both in the end. */
export function createStoreOn(
  database: SqliteDatabase,
  log: WriteAheadLog,
  options: SqliteEventStoreOptions = {},
): EventStore {
  const changes = createChangeWatch({ pollMs: options.pollMs ?? 100, version: () => dataVersion(database) });
  const streams = createStreamBook(database);
  const commits = createGroupCommit({ database, sync: log.sync, listener: streams });
  let closed: Promise<void> | undefined;

  const read = async <Result>(query: () => Result): Promise<Result> => {
    if (closed) throw storeClosed(database.file);
    try {
      return await retryWhileBusy(query);
    } catch (error) {
      throw toStoreError(database.file, orNewer(database, error));
    }
  };
  const write = <Result>(work: () => Result, options: JobOptions): Promise<Result> =>
    closed ? Promise.reject(storeClosed(database.file)) : commits.submit(work, options);
  const close = async (): Promise<void> => {
    changes.stop();
    await commits.idle();
    log.close();
    foldLog(database);
    database.close();
  };

  return {
    append: async (append) => {
      const packed = packAppend(append);
      const source = packed.streams[0]?.stream ?? '';
      return write(() => writeAppend(database, streams, packed), { durable: true, source });
    },
    read: (stream, afterSeq = 0) => read(() => readStream(database, stream, afterSeq)),
    findCommand: (commandId) => read(() => readCommand(database, commandId)),
    readAll: (afterPosition, limit) => read(() => readAll(database, afterPosition, limit)),
    listRuns: (query) => read(() => listRuns(database, query)),
    findRun: (runId) => read(() => findRun(database, runId)),
    replaceRuns: (rows) => write(() => replaceRuns(database, streams, rows), { durable: true }),
    // A heartbeat that a power cut takes away belongs to a process that the power cut took away too.
    heartbeat: (executor) => write(() => writeExecutor(database, executor), { durable: false }),
    executors: () => read(() => listExecutors(database)),
    removeExecutor: (id) => write(() => deleteExecutor(database, id), { durable: false }),
    watch: changes.watch,
    close: () => (closed ??= close()),
  };
}

/** What a newer program made of the file while it was open here cannot be read, and is no damage. */
function orNewer(database: SqliteDatabase, error: unknown): unknown {
  try {
    assertKnownVersion(database);
    return error;
  } catch (newer) {
    return PlanwrightError.is(newer) ? newer : error;
  }
}

/**
 * Leaves everything in the one file when nobody else uses it. Closing the last connection would do the same, but the
 * binding for Node 20 closes for good only when its statements are garbage. What cannot be folded stays in the log,
 * where the next to open finds it.
 */
function foldLog(database: SqliteDatabase): void {
  try {
    database.first({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)' });
  } catch {
    // Another process is busy with the file, or the disk is full: nothing is lost by leaving the log as it is.
  }
}

const dataVersionQuery: Query<{ readonly data_version: number }> = { sql: 'PRAGMA data_version' };

/** Changes when another connection has committed. Unreadable counts as a change: whoever then reads learns why. */
function dataVersion(database: SqliteDatabase): unknown {
  try {
    return database.first(dataVersionQuery)?.data_version;
  } catch {
    return 'unreadable';
  }
}

function storeClosed(file: string): Error {
  return new Error(`the store ${file} is closed`);
}
