import type { Plan } from '../plan/plan.js';
import type { OnFailure, Step } from '../plan/step.js';
import { stepGraph } from '../plan/step-graph.js';
import type { StepId } from '../shared/ids.js';
import type { ToolClass } from '../tools/tool-class.js';
import type { Hold, HoldReason } from './hold.js';
import { holdReasons } from './hold.js';
import { isTerminal, isWorking, type StepState } from './step-state.js';

/** Fixed when a run is created. */
export type RunSettings = {
  /** Whether somebody looks on: decides what happens at the retry cap. */
  readonly supervised: boolean;
  /** Automatic advances in a row before the throttle; null: none. */
  readonly autoSteps: number | null;
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly maxSteps: number;
  readonly onFailure: OnFailure;
};

/** A plan being carried out. `steps` and `classes` stand in the order of `plan.steps`. */
export type Execution = {
  readonly plan: Plan;
  readonly classes: readonly ToolClass[];
  readonly steps: readonly StepState[];
  readonly holds: readonly Hold[];
  readonly settings: RunSettings;
  readonly consecutiveAutoSteps: number;
  /** Dispatches due now were caused by a person (run, resume, a waking message), not by a step settling. */
  readonly freeDispatch: boolean;
  /** How many steps a person has let through the manual gate. */
  readonly manualCredit: number;
};

export function indexOfStep(execution: Execution, id: StepId): number {
  return stepGraph(execution.plan).indexOf.get(id) ?? -1;
}

export function planHold(execution: Execution): Hold | undefined {
  return firstByPrecedence(execution.holds.filter((hold) => hold.on === 'plan'));
}

export function stepHolds(execution: Execution, id: StepId): readonly Hold[] {
  return execution.holds.length === 0 ? [] : execution.holds.filter((hold) => hold.on === id);
}

export function hasHold(execution: Execution, reason: HoldReason, on: 'plan' | StepId = 'plan'): boolean {
  return execution.holds.some((hold) => hold.on === on && hold.reason === reason);
}

/** Indices of steps that could start but for holds and limits, in execution order. */
export function readySteps(execution: Execution): readonly number[] {
  const { order, needs } = stepGraph(execution.plan);
  const ready: number[] = [];
  for (const index of order) {
    const step = execution.steps[index];
    if (step === undefined || isTerminal(step)) continue;
    const met = (needs[index] ?? []).every((need) => settled(execution, need));
    if (step.status === 'pending' && met) ready.push(index);
    // Each step of a sequential plan builds on the one before it: nothing overtakes.
    if (execution.plan.mode === 'sequential') break;
  }
  return ready;
}

function settled(execution: Execution, index: number): boolean {
  const step = execution.steps[index];
  return step !== undefined && isTerminal(step);
}

export function workingCount(execution: Execution): number {
  let count = 0;
  for (const step of execution.steps) if (isWorking(step)) count += 1;
  return count;
}

/** Paused: a hold on the plan, or nothing runs and every ready step is held. */
export function pauseHold(execution: Execution): Hold | undefined {
  const onPlan = planHold(execution);
  if (onPlan !== undefined) return onPlan;
  if (execution.holds.length === 0 || execution.steps.some(movesByItself)) return undefined;
  const holds = openSteps(execution).map(({ id }) => stepHolds(execution, id));
  if (holds.length === 0 || holds.some((own) => own.length === 0)) return undefined;
  return firstByPrecedence(holds.flat());
}

function movesByItself(step: StepState): boolean {
  return step.status === 'in_progress' && (step.work === 'working' || step.due);
}

/** Ready steps and those whose next try waits for a decision. */
function openSteps(execution: Execution): readonly Step[] {
  const waiting = execution.plan.steps.filter((_, index) => execution.steps[index]?.status === 'in_progress');
  const ready = readySteps(execution).flatMap((index) => execution.plan.steps[index] ?? []);
  return [...waiting, ...ready];
}

function firstByPrecedence(holds: readonly Hold[]): Hold | undefined {
  return [...holds].sort((a, b) => holdReasons.indexOf(a.reason) - holdReasons.indexOf(b.reason))[0];
}

/** The steps under the pointer: those in progress, or the one that comes next. */
export function currentSteps(execution: Execution): readonly Step[] {
  const inProgress = execution.plan.steps.filter((_, index) => execution.steps[index]?.status === 'in_progress');
  if (inProgress.length > 0) return inProgress;
  const { order } = stepGraph(execution.plan);
  const next = order.find((index) => execution.steps[index]?.status === 'pending');
  return next === undefined ? [] : execution.plan.steps.slice(next, next + 1);
}
