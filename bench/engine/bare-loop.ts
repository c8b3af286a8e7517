import { DatabaseSync } from '@photostructure/sqlite';

/** The floor: what a loop costs that only keeps each step's result in SQLite, with a sync each or shared. */
export type BareLoop = {
  readonly insert: (text: string) => void;
  readonly insertMany: (texts: readonly string[]) => void;
  readonly close: () => void;
};

export function createBareLoop(file: string): BareLoop {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS results (id INTEGER PRIMARY KEY, text TEXT)',
  );
  const insert = database.prepare('INSERT INTO results (text) VALUES (?)');
  return {
    insert: (text) => void insert.run(text),
    insertMany: (texts) => {
      database.exec('BEGIN');
      for (const text of texts) insert.run(text);
      database.exec('COMMIT');
    },
    close: () => database.close(),
  };
}

/** A loop that shares each sync among everything that was asked for meanwhile. */
export function createGroupedBareLoop(file: string): {
  readonly insert: (text: string) => Promise<void>;
  readonly close: () => void;
} {
  const bare = createBareLoop(file);
  let waiting: { readonly text: string; readonly resolve: () => void }[] = [];
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    bare.insertMany(batch.map((each) => each.text));
    for (const { resolve } of batch) resolve();
  };
  return {
    insert: (text) =>
      new Promise((resolve) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ text, resolve });
      }),
    close: bare.close,
  };
}
