import { close, closeSync, fdatasync, fdatasyncSync, fsync, open, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { storeUnwritable } from './sqlite-errors.js';

/** The store's write-ahead log, for making commits durable without stopping the event loop. */
export type WriteAheadLog = {
  /**
   * Resolves when everything committed so far, by any process, survives a power cut and can be found again; rejects with the
   * system's error, or `store-unwritable` when the database is no longer where it was opened.
   * `alone` says that nobody else waits for anything here.
   */
  readonly sync: (alone: boolean) => Promise<void>;
  readonly close: () => void;
};

/**
 * Opens the `-wal` file of a database that this process has open.
 *
 * Why a commit is durable although SQLite runs with `synchronous = NORMAL`, where COMMIT only writes to the log:
 *
 * 1. An append is acknowledged after `fdatasync` of the log, in libuv's thread pool. That flushes the file, not just
 *    what this descriptor wrote: the frames of this commit, all earlier ones and those of other processes. So whoever
 *    saw another process's event before it was synced, and then appends, has both on disk when the append resolves.
 * 2. Frames leave the log only through a checkpoint. In NORMAL mode it syncs the log, copies, syncs the database, and
 *    only then may the log be overwritten; the header of a log that starts anew is synced before its frames. When a
 *    checkpoint comes between a commit and our sync, the commit is in the synced database already.
 * 3. After a power cut SQLite reads the log up to the last commit whose checksums hold: exactly the synced prefix or more.
 * 4. The log cannot be deleted or replaced under us by SQLite, which does that only when the last connection closes. Whoever
 *    removes the folder (`git clean -fdx`) can: SQLite would go on writing to files that nobody finds again, so each sync looks.
 * 5. The names of new files, and of their new folder, are made durable by syncing folders with the first append.
 *
 * This descriptor is harmless to locking: SQLite locks the database and `-shm`, never `-wal`.
 *
 * `onLoopBelowMs`: where a sync usually takes less than this, a lone commit is synced on the event loop instead. On a
 * fast disk the way through the thread pool costs half as much again as the sync itself, in time and in CPU.
 */
export function openWriteAheadLog(
  databaseFile: string,
  options: { readonly onLoopBelowMs?: number } = {},
): WriteAheadLog {
  // Writable, because Windows refuses to flush a file that was opened for reading.
  const descriptor = openSync(`${databaseFile}-wal`, 'r+');
  const { onLoopBelowMs = 0 } = options;
  const opened = placeOf(databaseFile);
  let folderSynced = false;
  /** What a sync takes of late: one slow sync is forgotten after some ten quick ones. */
  let usualMs = Infinity;

  const measure = (startedAt: number): void => {
    const tookMs = performance.now() - startedAt;
    usualMs = usualMs === Infinity ? tookMs : usualMs * 0.8 + tookMs * 0.2;
  };
  const syncInPool = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      fdatasync(descriptor, (error) => {
        measure(startedAt);
        if (error) reject(error);
        else resolve();
      });
    });
  const syncOnLoop = (): void => {
    const startedAt = performance.now();
    fdatasyncSync(descriptor);
    measure(startedAt);
  };
  return {
    sync: async (alone) => {
      if (!folderSynced) {
        folderSynced = true;
        const folder = dirname(databaseFile);
        await Promise.all([syncInPool(), syncFolder(folder), syncFolder(dirname(folder))]);
      } else if (alone && usualMs < onLoopBelowMs) syncOnLoop();
      else await syncInPool();
      if (placeOf(databaseFile) !== opened)
        throw storeUnwritable(databaseFile, 'it was removed, moved or replaced while it was in use');
    },
    close: () => closeSync(descriptor),
  };
}

/** Which file is there, in one word. Asked by name: a descriptor of it must not be closed while SQLite has it open. */
function placeOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Best effort, as in SQLite itself: some systems cannot sync a folder, and none needs it more than once. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const descriptor = await promisify(open)(folder, 'r');
    await promisify(fsync)(descriptor).finally(() => promisify(close)(descriptor));
  } catch {
    // Windows and some network file systems: nothing can be done there.
  }
}
