import { type NewEvent, PlanwrightError, type RunRow, type StoredEvent } from '@planwright/core';
import type { Append } from '../../../ports/event-store.js';

export const at = '2026-11-15T12:00:00.000Z';

export const anEvent = (data: unknown = {}, type = 'run.noted'): NewEvent => ({ type, v: 1, data });

export const anAppend = (stream: string, expectedSeq: number, events: readonly NewEvent[] = [anEvent()]): Append => ({
  at,
  actor: { kind: 'system', name: 'contract' },
  streams: [{ stream, expectedSeq, events }],
});

export const aRow = (id: string, changes: Partial<RunRow> = {}): RunRow => ({
  id,
  goal: 'make it so',
  state: 'running',
  pauseReason: null,
  stepsDone: 0,
  stepsTotal: 3,
  hadErrors: false,
  revision: 1,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const seqs = (events: readonly StoredEvent[]): readonly number[] => events.map(({ seq }) => seq);

/** What a promise is rejected with, which must be one of our errors. */
export async function refusalOf(promise: Promise<unknown>): Promise<PlanwrightError> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (PlanwrightError.is(thrown)) return thrown;
  throw new Error('expected a PlanwrightError', { cause: thrown });
}
