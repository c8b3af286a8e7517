import { errorInfo, type StepOutcome, stepOutcomeSchema, toErrorInfo, type WorkOrder } from '@planwright/core';
import type { Worker, WorkOptions } from './ports/worker.js';

export type StepLimits = { readonly stepTimeoutMs: number; readonly maxAnswerBytes: number };

/** One try by a worker, within its limits. Always an outcome: a throw, a silence, a flood and a hang are failures with a reason. */
export async function carryOutStep(
  worker: Worker,
  order: WorkOrder,
  options: WorkOptions,
  limits: StepLimits,
): Promise<StepOutcome> {
  const timeout = new AbortController();
  const signal = AbortSignal.any([options.signal, timeout.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<StepOutcome>((resolve) => {
    timer = setTimeout(() => {
      // Told before it is aborted, so that the reason is the time and not the abort.
      resolve(failed('step-timeout', `step ${order.label} took longer than ${limits.stepTimeoutMs} ms`));
      timeout.abort();
    }, limits.stepTimeoutMs);
  });
  const aborted = new Promise<StepOutcome>((resolve) => {
    options.signal.addEventListener('abort', () => resolve(failed('agent-failed', 'stopped by the supervisor')), {
      once: true,
    });
  });
  try {
    return await Promise.race([work(worker, order, { ...options, signal }, limits), timedOut, aborted]);
  } finally {
    clearTimeout(timer);
  }
}

async function work(worker: Worker, order: WorkOrder, options: WorkOptions, limits: StepLimits): Promise<StepOutcome> {
  try {
    return checked(await worker.work(order, options), order, limits);
  } catch (error) {
    return { type: 'failed', error: toErrorInfo(error, 'agent-failed') };
  }
}

function checked(outcome: unknown, order: WorkOrder, { maxAnswerBytes }: StepLimits): StepOutcome {
  const parsed = stepOutcomeSchema.safeParse(outcome);
  if (!parsed.success)
    return failed('answer-missing', `the worker for ${order.label} (${order.agent}) returned no outcome`);
  if (parsed.data.type === 'failed') return parsed.data;
  if (parsed.data.answer.trim() === '')
    return failed('answer-missing', `${order.agent} ended ${order.label} without an answer`);
  const size = new TextEncoder().encode(parsed.data.answer).length + (parsed.data.transcript?.length ?? 0);
  if (size > maxAnswerBytes) {
    return failed(
      'answer-too-large',
      `the answer of ${order.label} has ${size} bytes; at most ${maxAnswerBytes} are kept`,
    );
  }
  return parsed.data;
}

function failed(
  code: 'step-timeout' | 'agent-failed' | 'answer-missing' | 'answer-too-large',
  message: string,
): StepOutcome {
  return { type: 'failed', error: errorInfo(code, message) };
}
