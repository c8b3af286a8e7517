import type { StepId } from '../shared/ids.js';
import { dueRetries, type Execution, planHold, stepHolds, workingCount } from './execution.js';
import { filesInUse } from './files-in-use.js';

/** What is to start now, what no worker here can do, and whether the throttle stops the rest. */
export type Dispatch = {
  readonly starts: readonly {
    readonly step: StepId;
    readonly try: number;
    readonly attempt: number;
    readonly counted: boolean;
  }[];
  readonly handOver: readonly StepId[];
  readonly throttled: boolean;
};

const nothing: Dispatch = { starts: [], handOver: [], throttled: false };

/**
 * Chooses what starts now, in a fixed order: retries first, then ready steps. What would write the files of another step waits
 * until that one has ended.
 * A start caused by a settling step counts towards the throttle; the one that would reach the limit waits for a person.
 */
export function dispatch(execution: Execution, agents: readonly string[]): Dispatch {
  if (planHold(execution) !== undefined) return nothing;
  let slots = execution.settings.concurrency - workingCount(execution);
  const starts: Dispatch['starts'][number][] = [];
  const handOver: StepId[] = [];
  const files = filesInUse(execution);
  for (const index of dueRetries(execution)) {
    const step = execution.plan.steps[index];
    if (slots <= 0 || step === undefined) return { starts, handOver, throttled: false };
    if (!agents.includes(step.agent)) {
      handOver.push(step.id);
      continue;
    }
    if (files.holdsUp(index)) continue;
    files.take(index);
    starts.push(startOf(execution, index, false));
    slots -= 1;
  }
  let counted = execution.consecutiveAutoSteps;
  let credit = execution.manualCredit;
  for (const index of execution.progress.ready) {
    const step = execution.plan.steps[index];
    if (slots <= 0 || step === undefined) break;
    if (stepHolds(execution, step.id).length > 0) continue;
    if (execution.plan.advance === 'manual' && credit <= 0) break;
    if (!agents.includes(step.agent)) {
      handOver.push(step.id);
      continue;
    }
    if (files.holdsUp(index)) continue;
    if (!execution.freeDispatch) {
      counted += 1;
      if (reaches(counted, execution.settings.autoSteps)) return { starts, handOver, throttled: true };
    }
    files.take(index);
    starts.push(startOf(execution, index, !execution.freeDispatch));
    slots -= 1;
    credit -= 1;
  }
  return { starts, handOver, throttled: false };
}

function reaches(count: number, limit: number | null): boolean {
  return limit !== null && count >= limit;
}

function startOf(execution: Execution, index: number, counted: boolean): Dispatch['starts'][number] {
  const step = execution.plan.steps[index];
  const state = execution.steps[index];
  if (step === undefined || state === undefined) throw new Error(`no step at ${index}`);
  return { step: step.id, try: state.tries + 1, attempt: state.attempts + 1, counted };
}
