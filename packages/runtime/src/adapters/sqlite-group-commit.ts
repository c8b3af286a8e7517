import { PlanwrightError } from '@planwright/core';
import { retryWhileBusy } from './sqlite-busy.js';
import { rollBack, type SqliteDatabase } from './sqlite-database.js';
import { concernsOneStatement, storeUnwritable, toStoreError } from './sqlite-errors.js';

/** Bounds how long one transaction keeps the event loop and the write lock. */
const mostAtOnce = 200;

type Transaction = (work: () => void) => void;

type Job = {
  readonly work: () => unknown;
  readonly durable: boolean;
  readonly source: string | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  outcome: { readonly value: unknown } | { readonly error: unknown } | undefined;
};

/** Told of every transaction, for what is remembered of the file between them. */
export type TransactionListener = { readonly begin: () => void; readonly forget: () => void };

export type JobOptions = {
  readonly durable: boolean;
  /** Who asks: one that was alone with the last piece of work is believed to be alone with the next. */
  readonly source?: string;
};

export type GroupCommit = {
  /**
   * Runs `work` inside a transaction: what it throws undoes and rejects only itself. `store-conflict` must be thrown before
   * anything is written.
   * Resolves with its result after the commit and, when `durable`, after the sync. `work` may be run again after a
   * failed try, so it must do nothing but database work.
   */
  readonly submit: <Result>(work: () => Result, options: JobOptions) => Promise<Result>;
  /** Resolves when nothing is queued or under way. */
  readonly idle: () => Promise<void>;
};

/**
 * Lets work that arrives while a sync is under way share the next transaction and the next sync.
 * Nothing waits for a timer: a lone piece of work is committed in the turn of the event loop it arrives in.
 */
export function createGroupCommit(options: {
  readonly database: SqliteDatabase;
  readonly sync: (alone: boolean) => Promise<void>;
  readonly listener?: TransactionListener;
}): GroupCommit {
  const { database, sync, listener } = options;
  const queue: Job[] = [];
  let flushing: Promise<void> | undefined;
  let broken: unknown;
  let lastSource: string | undefined;

  /** Throws what failed; then nothing of it was written. */
  const inTransaction: Transaction = (work) => {
    database.run('BEGIN IMMEDIATE');
    try {
      listener?.begin();
      work();
      database.run('COMMIT');
    } catch (error) {
      rollBack(database);
      listener?.forget();
      throw error;
    }
  };

  /** After a failed sync nobody knows what is on disk, and a second try may claim success: no more promises are made. */
  const breakDown = (cause: unknown): void => {
    const failed = 'syncing it to disk failed, so nothing more is acknowledged';
    broken = PlanwrightError.is(cause) ? cause : storeUnwritable(database.file, failed, cause);
  };

  const settle = (jobs: readonly Job[]): void => {
    for (const { outcome, resolve, reject } of jobs) {
      if (outcome && 'value' in outcome) resolve(outcome.value);
      else reject(outcome?.error);
    }
  };

  /** Several sources at work tend to ask right after one another: the second is told to wait, so that the rest can join it. */
  const isAlone = (jobs: readonly Job[]): boolean => {
    const source = jobs.at(-1)?.source;
    const alone = jobs.length === 1 && queue.length === 0 && source === lastSource;
    lastSource = source;
    return alone;
  };

  /** Each waits for the lock on its own: what is committed must not be run again because the next one finds the file busy. */
  const commitOneByOne = async (jobs: readonly Job[]): Promise<void> => {
    for (const job of jobs)
      try {
        await retryWhileBusy(() => transact(inTransaction, [job]));
      } catch (error) {
        job.outcome = { error: toStoreError(database.file, error) };
      }
  };

  const commit = async (jobs: readonly Job[]): Promise<void> => {
    const alone = isAlone(jobs);
    try {
      await retryWhileBusy(() => transact(inTransaction, jobs));
    } catch (error) {
      if (concernsOneStatement(error)) await commitOneByOne(jobs);
      else for (const job of jobs) job.outcome = { error: toStoreError(database.file, error) };
    }
    const toSync = jobs.filter(({ outcome, durable }) => durable && outcome && 'value' in outcome);
    if (toSync.length > 0) {
      try {
        await sync(alone);
      } catch (error) {
        breakDown(error);
        for (const job of toSync) job.outcome = { error: broken };
      }
    }
    settle(jobs);
  };

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const jobs = queue.splice(0, mostAtOnce);
      if (broken === undefined) await commit(jobs);
      else for (const job of jobs) job.reject(broken);
    }
    flushing = undefined;
  };

  return {
    submit: <Result>(work: () => Result, { durable, source }: JobOptions) =>
      new Promise<Result>((resolve, reject) => {
        // A job carries its own type from `work` to `resolve`; the queue holds jobs of all types.
        queue.push({ work, durable, source, resolve: resolve as (value: unknown) => void, reject, outcome: undefined });
        flushing ??= afterThisTick().then(flush);
      }),
    idle: () => flushing ?? Promise.resolve(),
  };
}

/** After the microtasks that are due, so that appends made by promises settled together go together. */
function afterThisTick(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

/**
 * All jobs in one transaction. A conflict shows before anything is written and needs no undoing; should a statement fail in the
 * middle of a job, the whole is rolled back and has to be done again job by job, because a savepoint around each would cost
 * every append two statements for what hardly ever happens.
 */
function transact(inTransaction: Transaction, jobs: readonly Job[]): void {
  inTransaction(() => {
    for (const job of jobs) job.outcome = attempt(job);
  });
}

function attempt(job: Job): Job['outcome'] {
  try {
    return { value: job.work() };
  } catch (error) {
    if (!isConflict(error)) throw error;
    return { error };
  }
}

function isConflict(error: unknown): boolean {
  return PlanwrightError.is(error) && error.code === 'store-conflict';
}
