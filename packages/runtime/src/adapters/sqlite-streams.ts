import type { Query, SqliteDatabase } from './sqlite-database.js';
import { assertKnownVersion } from './sqlite-schema.js';

/** A stream as the file has it: the number that stands for its name, and the seq of its last event. */
type Stream = { readonly number: number; readonly lastSeq: number };

/**
 * The streams of one connection, remembered so that an append needs no look at the file for what this process has just
 * written itself. All but `forget` are to be called inside a transaction.
 */
export type StreamBook = {
  /**
   * To be called when a transaction begins: drops what another process may have changed since. Throws `store-newer` when that
   * was the form of the file.
   */
  readonly begin: () => void;
  /** The seq of the stream's last event; 0 for a stream never written. */
  readonly lastSeq: (name: string) => number;
  /** The position of the store's last event; 0 for an empty store. */
  readonly lastPosition: () => number;
  /** The stream's number, which it is given now if it has none. */
  readonly numberOf: (name: string) => number;
  /** To be called after each write to a stream, with where the stream and the store end now. */
  readonly wrote: (name: string, end: { readonly seq: number; readonly position: number }) => void;
  /** To be called when a transaction was rolled back: numbers and events of it are gone. */
  readonly forget: () => void;
};

/** Some 100 bytes each; far more than the runs that one process has under way. */
const mostRemembered = 5_000;

const streamByName: Query<Stream> = {
  sql: `SELECT number, coalesce((SELECT max(seq) FROM appends WHERE stream = number), 0) AS lastSeq
        FROM streams WHERE name = ?`,
};
const endOfStore: Query<{ readonly position: number }> = {
  sql: 'SELECT coalesce(max(position), 0) AS position FROM appends',
};
const dataVersion: Query<{ readonly data_version: number }> = { sql: 'PRAGMA data_version' };

export function createStreamBook(database: SqliteDatabase): StreamBook {
  const known = new Map<string, Stream>();
  let version: number | undefined;
  let position: number | undefined;

  const forget = (): void => {
    known.clear();
    position = undefined;
  };
  const remember = (name: string, stream: Stream): void => {
    known.set(name, stream);
    if (known.size <= mostRemembered) return;
    // The one that was added first; it is looked up again should it still be in use.
    for (const oldest of known.keys()) {
      known.delete(oldest);
      return;
    }
  };
  const find = (name: string): Stream | undefined => {
    const remembered = known.get(name);
    if (remembered) return remembered;
    const stored = database.first(streamByName, name);
    if (stored) remember(name, stored);
    return stored;
  };
  const add = (name: string): Stream => {
    const added = { number: database.run('INSERT INTO streams (name) VALUES (?)', name).rowId, lastSeq: 0 };
    remember(name, added);
    return added;
  };

  return {
    begin: () => {
      // Differs from the last time when, and only when, another connection has committed in between.
      const now = database.first(dataVersion)?.data_version;
      if (now === version) return;
      forget();
      assertKnownVersion(database);
      version = now;
    },
    lastSeq: (name) => find(name)?.lastSeq ?? 0,
    numberOf: (name) => (find(name) ?? add(name)).number,
    lastPosition: () => (position ??= database.first(endOfStore)?.position ?? 0),
    wrote: (name, end) => {
      remember(name, { number: (find(name) ?? add(name)).number, lastSeq: end.seq });
      position = end.position;
    },
    forget,
  };
}
