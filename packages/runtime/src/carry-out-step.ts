import {
  duration,
  errorInfo,
  type Notice,
  stated,
  type StepOutcome,
  stepOutcomeSchema,
  toErrorInfo,
  type WorkOrder,
} from '@planwright/core';
import type { Commands } from './ports/commands.js';
import type { Meter } from './ports/meter.js';
import type { Worker, WorkOptions } from './ports/worker.js';
import type { Workspaces } from './ports/workspaces.js';
import { keepWork } from './keep-work.js';
import type { Stop } from './stop.js';

export type StepLimits = { readonly stepTimeoutMs: number; readonly maxAnswerBytes: number };

/** Who carries steps out, where they work, and what proves them. */
export type StepPorts = {
  readonly worker: Worker;
  /** Without it, steps work in the project itself. */
  readonly workspaces?: Workspaces | undefined;
  /** Runs `verify` commands. Without it, a step that has some cannot be proven and fails. */
  readonly commands?: Commands | undefined;
  readonly limits: StepLimits;
};

/** One try: how it is stopped, who is told about it, and what it may spend. */
export type StepTry = {
  /** Aborted by whoever stops the step, and here when its time is up. */
  readonly stop: Stop;
  readonly onProgress: (text: string) => void;
  readonly onNotice: (notice: Notice) => void;
  readonly meter: Meter;
};

/** One try by a worker, within its limits. Always an outcome: a throw, a silence, a flood and a hang are failures with a reason. */
export function carryOutStep(order: WorkOrder, ports: StepPorts, within: StepTry): Promise<StepOutcome> {
  const { stop, onProgress, onNotice, meter } = within;
  const options: WorkOptions = {
    // Made when the worker looks at it.
    get signal() {
      return stop.signal;
    },
    onProgress,
    onNotice,
    meter,
  };
  const { limitMs, code, whose } = timeFor(order, ports.limits);
  return new Promise((resolve) => {
    const end = (outcome: StepOutcome): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      // Told before it is aborted, so that the reason is the time and not the abort.
      end(failed(code, `step ${order.label} took longer than ${duration(limitMs)}${whose}`));
      stop.abort();
    }, limitMs);
    stop.onAbort(() => end(failed('agent-failed', 'stopped by the supervisor')));
    void attempt(order, ports, options).then(end);
  });
}

/** Whichever is shorter: what a budget allows, which can be raised, or what any step may take. */
function timeFor({ timeMs = Infinity }: WorkOrder, { stepTimeoutMs }: StepLimits) {
  return timeMs < stepTimeoutMs
    ? { limitMs: timeMs, code: 'budget-spent' as const, whose: ', which is its budget' }
    : { limitMs: stepTimeoutMs, code: 'step-timeout' as const, whose: '' };
}

/** Work in a place of its own, then proof, then one commit; what is not kept leaves no trace. */
async function attempt(order: WorkOrder, ports: StepPorts, options: WorkOptions): Promise<StepOutcome> {
  try {
    const workspace = ports.workspaces === undefined ? undefined : await ports.workspaces.open(order, options);
    try {
      if (workspace !== undefined) options.signal.throwIfAborted();
      const where = workspace === undefined ? options : { ...options, root: workspace.root };
      const outcome = checked(await ports.worker.work(order, where), order, ports.limits);
      if (outcome.type !== 'done' || (workspace === undefined && order.verify.length === 0)) return outcome;
      return await keepWork(outcome, order, { commands: ports.commands, workspace }, options);
    } finally {
      if (workspace !== undefined) await workspace.drop();
    }
  } catch (error) {
    return { type: 'failed', error: toErrorInfo(error, 'agent-failed') };
  }
}

function checked(outcome: unknown, order: WorkOrder, { maxAnswerBytes }: StepLimits): StepOutcome {
  const parsed = stepOutcomeSchema.safeParse(outcome);
  if (!parsed.success)
    return failed('answer-missing', `the worker for ${order.label} (${order.agent}) returned no outcome`);
  const { data } = parsed;
  if (data.type === 'done' && data.answer.trim() === '')
    return failed('answer-missing', `${order.agent} ended ${order.label} without an answer`);
  if (isSurelyWithin(data, maxAnswerBytes)) return data;
  const size = sizeOf(data);
  if (size <= maxAnswerBytes) return data;
  if (data.type === 'failed') return inShort(data);
  return failed(
    'answer-too-large',
    `the answer of ${order.label} has ${size} bytes; at most ${maxAnswerBytes} are kept`,
  );
}

/** UTF-8 has at most three bytes for each UTF-16 unit, so that most answers need no counting. */
function isSurelyWithin(outcome: StepOutcome, bytes: number): boolean {
  if (outcome.type !== 'done' || outcome.proof !== undefined) return false;
  return (outcome.answer.length + (outcome.transcript?.length ?? 0)) * 3 <= bytes;
}

/** In bytes. Throws for what no store can keep. */
function sizeOf(outcome: StepOutcome): number {
  const texts =
    outcome.type === 'done'
      ? [outcome.answer, outcome.transcript, outcome.proof && JSON.stringify(outcome.proof)]
      : [JSON.stringify(outcome)];
  return new TextEncoder().encode(texts.join('')).length;
}

/** A failure stays the one it is, with the beginning of its words. */
function inShort({ error, next, usage, model }: Extract<StepOutcome, { type: 'failed' }>): StepOutcome {
  return { type: 'failed', error: errorInfo(error.code, error.message), ...stated({ next, usage, model }) };
}

function failed(
  code: 'step-timeout' | 'budget-spent' | 'agent-failed' | 'answer-missing' | 'answer-too-large',
  message: string,
): StepOutcome {
  return { type: 'failed', error: errorInfo(code, message) };
}
