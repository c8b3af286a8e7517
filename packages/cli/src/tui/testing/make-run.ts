import {
  type AgentSummary,
  builtInAgents,
  errorInfo,
  type Plan,
  planSchema,
  stepIdFor,
  type StepOutcome,
  type StepState,
} from '@planwright/core';
import {
  createMemoryEventStore,
  createRuntime,
  type EventStore,
  type Run,
  type Runtime,
  type StartOptions,
  type Worker,
} from '@planwright/runtime';
import { createCountingIds, createFixedClock } from '@planwright/runtime/testing';
import type { Progress } from '../use-progress.js';

type StepFields = { readonly label: string; readonly [field: string]: unknown };

/** A plan of steps of which only what matters is said. */
export function aPlan(steps: readonly StepFields[], fields: Readonly<Record<string, unknown>> = {}): Plan {
  return planSchema.parse({
    goal: 'Add a --json flag to the export command',
    mode: 'parallel',
    steps: steps.map((step) => ({
      id: stepIdFor(step.label, new Set()),
      title: `Do ${step.label}`,
      task: `Do ${step.label}`,
      agent: 'search',
      ...step,
    })),
    ...fields,
  });
}

export const threeSteps = aPlan([
  { label: 'E1', title: 'Find where the rows are written' },
  { label: 'E2', title: 'Add the flag', agent: 'coder', dependsOn: ['E1'] },
  { label: 'E3', title: 'Run the tests of the export command', agent: 'tester', dependsOn: ['E2'] },
]);

/** A worker whose steps end when a test says so. */
export type SteeredWorker = Worker & {
  readonly settle: (label: string, outcome: string | StepOutcome) => void;
  readonly say: (label: string, text: string) => void;
};

export function createSteeredWorker(agents: readonly AgentSummary[] = builtInAgents): SteeredWorker {
  const open = new Map<
    string,
    { readonly end: (outcome: StepOutcome) => void; readonly say: (text: string) => void }
  >();
  const at = (label: string): NonNullable<ReturnType<(typeof open)['get']>> => {
    const found = open.get(label);
    if (found === undefined) throw new Error(`nobody works on ${label}`);
    return found;
  };
  return {
    agents,
    work: ({ label }, { signal, onProgress }) =>
      new Promise((end) => {
        open.set(label, { end, say: (text) => onProgress?.(text) });
        signal.addEventListener('abort', () => end({ type: 'failed', error: errorInfo('agent-failed', 'stopped') }));
      }),
    settle: (label, outcome) => {
      at(label).end(typeof outcome === 'string' ? { type: 'done', answer: outcome } : outcome);
      open.delete(label);
    },
    say: (label, text) => at(label).say(text),
  };
}

/** A try that ended badly; whether there is another is up to the machine. */
export function failure(message: string): StepOutcome {
  return { type: 'failed', error: errorInfo('agent-failed', message) };
}

export type TestRun = {
  readonly run: Run;
  readonly runtime: Runtime;
  readonly store: EventStore;
  readonly worker: SteeredWorker;
  readonly progress: Progress;
};

/** A supervised run of a plan, waiting for approval, with the real machine behind it. */
export async function aRun(
  plan: Plan = threeSteps,
  options: StartOptions & { readonly worker?: SteeredWorker; readonly store?: EventStore } = {},
): Promise<TestRun> {
  const { worker = createSteeredWorker(), store = createMemoryEventStore(), ...start } = options;
  const listeners = new Set<(step: string | null, text: string) => void>();
  const runtime = createRuntime({
    worker,
    store,
    clock: createFixedClock(),
    ids: createCountingIds(),
    onProgress: (_run, step, text) => listeners.forEach((listener) => listener(step, text)),
  });
  const run = await runtime.start({ plan }, { approve: 'ask', supervised: true, onFailure: 'pause', ...start });
  const subscribe: Progress['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { run, runtime, store, worker, progress: { subscribe } };
}

export async function approveAndStart(run: Run): Promise<void> {
  await run.approve();
  await run.start();
}

/** Lets a step fail until its attempts are used. */
export async function failToTheCap({ run, worker }: TestRun, label: string): Promise<void> {
  for (let attempt = 1; attempt <= run.state().settings.maxAttempts; attempt += 1) {
    await workOn(run, label, attempt);
    worker.settle(label, failure('the compiler said no'));
  }
  await run.rest();
}

/** Resolves when a worker is on the step (for that attempt). */
export async function workOn(run: Run, label: string, attempt = 1): Promise<void> {
  await until(run, label, (own) => own.status === 'in_progress' && own.work === 'working' && own.attempts === attempt);
  // Recorded before it begins: the worker is called in the next turn.
  await nextTurn();
}

export async function isDone(run: Run, label: string): Promise<void> {
  await until(run, label, (own) => own.status === 'done');
}

async function until(run: Run, label: string, reached: (own: StepState) => boolean): Promise<void> {
  for (;;) {
    const { execution } = run.state();
    const index = execution?.plan.steps.findIndex((step) => step.label === label) ?? -1;
    const own = execution?.steps[index];
    if (own !== undefined && reached(own)) return;
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
