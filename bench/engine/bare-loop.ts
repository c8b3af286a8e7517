import { DatabaseSync } from '@photostructure/sqlite';

/** The floor: what a loop costs that only keeps each step's result in SQLite, with a sync for each. */
export type BareLoop = { readonly insert: (text: string) => void; readonly close: () => void };

export function createBareLoop(file: string): BareLoop {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE results (id INTEGER PRIMARY KEY, text TEXT)',
  );
  const insert = database.prepare('INSERT INTO results (text) VALUES (?)');
  return { insert: (text) => void insert.run(text), close: () => database.close() };
}

type Kept = { readonly plan: string; readonly step: number; readonly answer: string };

/**
 * The floor of many plans at once: each result is kept under its plan and step, so that a restart could find it, and everything
 * that was asked for meanwhile shares a transaction and its sync.
 */
export function createGroupedBareLoop(file: string): {
  readonly keep: (kept: Kept) => Promise<void>;
  readonly close: () => void;
} {
  const database = new DatabaseSync(file);
  database.exec(
    `PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
     CREATE TABLE results (plan TEXT, step INTEGER, record TEXT, PRIMARY KEY (plan, step))`,
  );
  const insert = database.prepare('INSERT INTO results (plan, step, record) VALUES (?, ?, ?)');
  let waiting: { readonly kept: Kept; readonly resolve: () => void }[] = [];
  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    database.exec('BEGIN IMMEDIATE');
    for (const { kept } of batch) {
      insert.run(kept.plan, kept.step, JSON.stringify({ answer: kept.answer, at: new Date().toISOString() }));
    }
    database.exec('COMMIT');
    for (const { resolve } of batch) resolve();
  };
  return {
    keep: (kept) =>
      new Promise((resolve) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ kept, resolve });
      }),
    close: () => database.close(),
  };
}
