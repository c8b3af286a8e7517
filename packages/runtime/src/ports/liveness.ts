import type { ExecutorRecord } from './event-store.js';

/** Tells whether the process behind an executor still lives. */
export interface Liveness {
  /** This process, as others can recognise it. */
  readonly describe: (executorId: string) => Omit<ExecutorRecord, 'heartbeatAt' | 'runs'>;
  /** At once for a process of this machine; by the age of its heartbeat for another's. */
  readonly isAlive: (executor: ExecutorRecord, now: string) => boolean;
}
