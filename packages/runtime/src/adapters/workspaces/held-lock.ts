import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteDatabase } from '../sqlite-database.js';
import { isBusy } from '../sqlite-errors.js';

/** Lets a lock go. Safe to call twice. */
export type Release = () => void;

const pollMs = 50;

/**
 * Takes a lock that one holder at a time has, among all processes of this machine; undefined when somebody has it. A lock of
 * SQLite's on an empty file, because the system lets go of it when its process dies: no lock outlives its holder.
 */
export async function tryLock(file: string): Promise<Release | undefined> {
  const database = await openSqliteDatabase(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return once(() => database.close());
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function once(close: () => void): Release {
  let isHeld = true;
  return () => {
    if (isHeld) close();
    isHeld = false;
  };
}

/** Does something while holding a lock, and waits for the lock as long as it takes. */
export async function whileLocked<Result>(
  file: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  let release = await tryLock(file);
  while (!release) {
    await pause(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    release = await tryLock(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
