import { PlanwrightError } from '@planwright/core';

const busy = 5;
const locked = 6;
/** Corrupt, not a database, wrong format, and "no such table" from a schema that is not ours. */
const damaged: ReadonlySet<number> = new Set([1, 11, 24, 26]);
const reasons: ReadonlyMap<number, string> = new Map([
  [3, 'permission denied'],
  [busy, 'another process keeps it locked'],
  [locked, 'another connection keeps it locked'],
  [7, 'out of memory'],
  [8, 'it is read-only'],
  [10, 'input/output error'],
  [13, 'the disk is full'],
  [14, 'it cannot be opened or created'],
]);

/** SQLite's own words for what the binding for Node 20 reports without a code when several rows were asked for. */
const codesByMessage: ReadonlyMap<string, number> = new Map([
  ['database is locked', busy],
  ['database table is locked', locked],
  ['out of memory', 7],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
]);

/** SQLite's primary result code, or undefined for an error that is not SQLite's. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  return codesByMessage.get(error.message) ?? 1;
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === busy || code === locked;
}

/** True when one statement was at fault; false when the store itself is the trouble and the transaction is lost. */
export function concernsOneStatement(error: unknown): boolean {
  const code = resultCode(error);
  return code === undefined || code === 18 || code === 19 || code === 20;
}

/** Any error met while using the file, in our words. What is ours already, or a bug, is passed on as it is. */
export function toStoreError(file: string, error: unknown): unknown {
  if (PlanwrightError.is(error)) return error;
  const code = resultCode(error);
  if (code !== undefined && damaged.has(code)) return storeDamaged(file, messageOf(error), error);
  const reason = code === undefined ? undefined : reasons.get(code);
  if (reason !== undefined) return storeUnwritable(file, `${reason} (${messageOf(error)})`, error);
  return isSystemError(error) ? storeUnwritable(file, messageOf(error), error) : error;
}

/** Runs `decode` on what was read; text that is not what we write means damage. SQLite's own errors are passed on. */
export function readRecord<Result>(file: string, decode: () => Result): Result {
  try {
    return decode();
  } catch (error) {
    if (PlanwrightError.is(error) || resultCode(error) !== undefined) throw error;
    throw storeDamaged(file, `a record is unreadable: ${messageOf(error)}`, error);
  }
}

export function storeDamaged(file: string, reason: string, cause?: unknown): PlanwrightError {
  return new PlanwrightError('store-damaged', `${file} is damaged or not a Planwright store: ${reason}`, {
    details: { file, reason },
    cause,
  });
}

export function storeUnwritable(file: string, reason: string, cause?: unknown): PlanwrightError {
  return new PlanwrightError('store-unwritable', `${file} cannot be written: ${reason}`, {
    details: { file, reason },
    cause,
  });
}

/** ENOSPC, EROFS, EACCES and the like, from the file system calls around SQLite. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
