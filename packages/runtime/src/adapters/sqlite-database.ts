import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { storeDamaged } from './sqlite-errors.js';

type Value = string | number | null | Uint8Array;

/** The part of the `node:sqlite` API in use; declared here because the types for Node 20 do not have it. */
interface Statement {
  run(...values: readonly Value[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  get(...values: readonly Value[]): unknown;
  all(...values: readonly Value[]): unknown[];
}

interface Binding {
  readonly DatabaseSync: new (file: string) => {
    prepare(sql: string): Statement;
    exec(sql: string): void;
    close(): void;
  };
}

/** A statement that reads, with the type of its rows. */
export type Query<Row> = { readonly sql: string; readonly row?: Row };

/** One connection. Statements are prepared when first used and kept. Throws the binding's own errors. */
export type SqliteDatabase = {
  readonly file: string;
  readonly exec: (sql: string) => void;
  /** For a statement that writes: how many rows it changed and the last row id it gave. */
  readonly run: (sql: string, ...values: readonly Value[]) => { readonly changes: number; readonly rowId: number };
  readonly first: <Row>(query: Query<Row>, ...values: readonly Value[]) => Row | undefined;
  readonly all: <Row>(query: Query<Row>, ...values: readonly Value[]) => readonly Row[];
  readonly close: () => void;
};

/**
 * Opens the file, and creates it (readable by its owner only) with its folder if needed. Throws `store-damaged` for a log whose
 * file is empty or gone.
 * The file is never opened here by other means than SQLite: closing such a descriptor would drop, for the whole
 * process, the POSIX locks that another connection to the same file holds. Creating is safe: nobody has it open yet.
 */
export async function openSqliteDatabase(file: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = await loadBinding();
  mkdirSync(dirname(file), { recursive: true });
  assertNotLogAlone(file);
  createPrivately(file);
  const connection = new DatabaseSync(file);
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    file,
    exec: (sql) => connection.exec(sql),
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepared(sql).run(...values);
      return { changes: Number(changes), rowId: Number(lastInsertRowid) };
    },
    // Rows are believed to be of the query's type: the tables are STRICT, so SQLite itself checks every column.
    first: <Row>({ sql }: Query<Row>, ...values: readonly Value[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>({ sql }: Query<Row>, ...values: readonly Value[]) => prepared(sql).all(...values) as readonly Row[],
    close: () => connection.close(),
  };
}

export function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full.
  }
}

/**
 * SQLite deletes the log of an empty file, and with it all that is not in the file yet. The log is looked at first: another
 * process that creates the store meanwhile writes the file before the log.
 */
function assertNotLogAlone(file: string): void {
  const log = `${file}-wal`;
  if (sizeOf(log) > 0 && sizeOf(file) === 0)
    throw storeDamaged(
      file,
      `it is empty or gone, but its log ${log} is not; put it back, or remove the log to start anew`,
    );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** SQLite would create it readable by all; its `-wal` and `-shm` take the mode of the file. */
function createPrivately(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It exists, or it cannot be created, which SQLite then tells in its own words.
  }
}

/** Loaded when a store is opened, so that importing the adapter costs nothing. */
async function loadBinding(): Promise<Binding> {
  return hasBuiltIn(process.versions.node) ? quietly(importBuiltIn) : import('@photostructure/sqlite');
}

/** `node:sqlite` needs no flag from 22.13 on. */
export function hasBuiltIn(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

async function importBuiltIn(): Promise<Binding> {
  // In a variable, because the types for Node 20 do not know the module.
  const name: string = 'node:sqlite';
  return (await import(name)) as Binding;
}

/** Node 22 warns on stderr that its SQLite is experimental; a user of the program can do nothing about that. */
async function quietly<Result>(load: () => Promise<Result>): Promise<Result> {
  const emitWarning = process.emitWarning.bind(process);
  const filtered = (warning: string | Error, ...rest: readonly unknown[]): void => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).includes('SQLite')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  process.emitWarning = filtered;
  try {
    return await load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
