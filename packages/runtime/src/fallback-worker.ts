import { type ErrorInfo, type Notice, PlanwrightError, type StepOutcome, toErrorInfo } from '@planwright/core';
import type { Planner, Worker, WorkOptions } from './ports/worker.js';

/** Who plans and works, by one name. */
export type Staff = { readonly name: string; readonly worker: Worker; readonly planner: Planner };

/**
 * The same staff, with another that takes over when no model replies: what the second cannot do is handed over to a person,
 * never pretended. Each take-over is a `model-replaced` notice.
 */
export function createFallbackStaff(first: Staff, second: Staff): Staff {
  return {
    name: `${first.name},${second.name}`,
    worker: {
      ...first.worker,
      work: async (order, options) => {
        const outcome = await first.worker.work(order, options);
        const failure = silenceOf(outcome);
        if (failure === undefined) return outcome;
        options.onNotice?.(replaced(first, second, failure));
        const isAble = second.worker.agents.some(({ name }) => name === order.agent);
        if (isAble) return second.worker.work(order, options);
        return {
          type: 'handed-over',
          reason: `no model replied, and ${second.name} is no ${order.agent}: ${failure.message}`,
        };
      },
    },
    planner: { draft: (task, options) => draftBy(first, second, task, options) },
  };
}

async function draftBy(first: Staff, second: Staff, task: string, options: WorkOptions): ReturnType<Planner['draft']> {
  try {
    return await first.planner.draft(task, options);
  } catch (error) {
    options.signal.throwIfAborted();
    const failure = isSilence(error) ? toErrorInfo(error, 'model-unavailable') : undefined;
    if (failure === undefined) throw error;
    options.onNotice?.(replaced(first, second, failure));
    const draft = await second.planner.draft(task, options);
    const note = `drafted by ${second.name}, because no model replied: ${failure.message}`;
    return draft.ok ? { ...draft, notes: [note, ...draft.notes] } : draft;
  }
}

const silent: readonly string[] = ['model-unavailable', 'model-reply-unreadable'];

function isSilence(error: unknown): boolean {
  return PlanwrightError.is(error) && silent.includes(error.code);
}

function silenceOf(outcome: StepOutcome): ErrorInfo | undefined {
  return outcome.type === 'failed' && silent.includes(outcome.error.code) ? outcome.error : undefined;
}

function replaced(first: Staff, second: Staff, { message, details }: ErrorInfo): Notice {
  const kind = details?.['failure'];
  return {
    type: 'model-replaced',
    from: first.name,
    to: second.name,
    failure: kind === 'missing' || kind === 'auth' || kind === 'unreadable' ? kind : 'server',
    reason: message,
  };
}
