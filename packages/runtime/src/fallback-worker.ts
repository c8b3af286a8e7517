import {
  addUsage,
  type ErrorInfo,
  errorInfo,
  type Notice,
  PlanwrightError,
  type StepOutcome,
  toErrorInfo,
} from '@planwright/core';
import type { Draft, Planner, Worker, WorkOptions } from './ports/worker.js';

/** Who plans and works, by one name. */
export type Staff = { readonly name: string; readonly worker: Worker; readonly planner: Planner };

/**
 * The same staff, with another that takes over when no model replies, or none with a plan: what the second cannot do is
 * handed over to a person, never pretended, and a plan of the second is degraded. Each take-over is a `model-replaced` notice.
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
    planner: { ...first.planner, draft: (task, options) => draftBy(first, second, task, options) },
  };
}

async function draftBy(first: Staff, second: Staff, task: string, options: WorkOptions): Promise<Draft> {
  const drafted = await firstDraft(first.planner, task, options);
  if (drafted.type === 'plan') return drafted.draft;
  const { failure, why, usage } = drafted;
  options.onNotice?.(replaced(first, second, failure));
  const draft = await second.planner.draft(task, options);
  const spent = usage ? { usage: addUsage(draft.usage ?? {}, usage) } : {};
  if (!draft.ok) return { ...draft, ...spent };
  const degraded = `drafted by ${second.name}, because ${why}: ${failure.message}`;
  return { ...draft, ...spent, degraded, notes: [degraded, ...draft.notes] };
}

type FirstDraft =
  | { readonly type: 'plan'; readonly draft: Draft }
  | { readonly type: 'none'; readonly failure: ErrorInfo; readonly why: string; readonly usage?: Draft['usage'] };

async function firstDraft(planner: Planner, task: string, options: WorkOptions): Promise<FirstDraft> {
  try {
    const draft = await planner.draft(task, options);
    if (draft.ok) return { type: 'plan', draft };
    const message = draft.problems.map((problem) => problem.message).join('; ');
    const failure = errorInfo('model-reply-unreadable', message, { failure: 'unreadable' });
    return { type: 'none', failure, why: 'no plan of a model can be used', usage: draft.usage };
  } catch (error) {
    options.signal.throwIfAborted();
    if (!isSilence(error)) throw error;
    return { type: 'none', failure: toErrorInfo(error, 'model-unavailable'), why: 'no model replied' };
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
