import { errorInfo, type StepOutcome, stepOutcomeSchema, toErrorInfo, type WorkOrder } from '@planwright/core';
import type { Worker, WorkOptions } from './ports/worker.js';

export type StepLimits = { readonly stepTimeoutMs: number; readonly maxAnswerBytes: number };

export type StepWork = {
  readonly worker: Worker;
  /** Aborted by whoever stops the step, and here when its time is up. */
  readonly stop: AbortController;
  readonly limits: StepLimits;
  readonly onProgress: (text: string) => void;
};

/** One try by a worker, within its limits. Always an outcome: a throw, a silence, a flood and a hang are failures with a reason. */
export function carryOutStep(order: WorkOrder, { worker, stop, limits, onProgress }: StepWork): Promise<StepOutcome> {
  const { signal } = stop;
  return new Promise((resolve) => {
    const end = (outcome: StepOutcome): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      // Told before it is aborted, so that the reason is the time and not the abort.
      end(failed('step-timeout', `step ${order.label} took longer than ${limits.stepTimeoutMs} ms`));
      stop.abort();
    }, limits.stepTimeoutMs);
    signal.addEventListener('abort', () => end(failed('agent-failed', 'stopped by the supervisor')), { once: true });
    void work(worker, order, { signal, onProgress }, limits).then(end);
  });
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
  const { answer, transcript = '' } = parsed.data;
  if (answer.trim() === '') return failed('answer-missing', `${order.agent} ended ${order.label} without an answer`);
  // UTF-8 has at most three bytes for each UTF-16 unit, so that most answers need no counting.
  if ((answer.length + transcript.length) * 3 <= maxAnswerBytes) return parsed.data;
  const size = new TextEncoder().encode(answer + transcript).length;
  if (size <= maxAnswerBytes) return parsed.data;
  return failed(
    'answer-too-large',
    `the answer of ${order.label} has ${size} bytes; at most ${maxAnswerBytes} are kept`,
  );
}

function failed(
  code: 'step-timeout' | 'agent-failed' | 'answer-missing' | 'answer-too-large',
  message: string,
): StepOutcome {
  return { type: 'failed', error: errorInfo(code, message) };
}
