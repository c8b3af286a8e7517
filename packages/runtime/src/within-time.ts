import { duration, PlanwrightError } from '@planwright/core';
import { untilAborted } from './until-aborted.js';

export type TimeLimit = {
  /** For the message: what took too long. */
  readonly what: string;
  readonly limitMs: number;
  readonly signal: AbortSignal;
};

/**
 * What the work comes to, given a signal that is aborted with the caller's own and when its time is up. Rejects with the
 * caller's reason, or with `step-timeout`, at once.
 */
export async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { what, limitMs, signal }: TimeLimit,
): Promise<Result> {
  const limit = new AbortController();
  const tooSlow = new PlanwrightError('step-timeout', `${what} took longer than ${duration(limitMs)}`);
  const timer = setTimeout(() => limit.abort(tooSlow), limitMs);
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    return await untilAborted(work(either), either);
  } finally {
    clearTimeout(timer);
  }
}
