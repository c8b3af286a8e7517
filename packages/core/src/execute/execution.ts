import type { Plan } from '../plan/plan.js';
import type { OnFailure, Step } from '../plan/step.js';
import { stepGraph } from '../plan/step-graph.js';
import type { StepId } from '../shared/ids.js';
import type { ToolClass } from '../tools/tool-class.js';
import type { Hold, HoldReason } from './hold.js';
import { holdReasons } from './hold.js';
import type { Progress } from './progress.js';
import { isWorking, type StepState } from './step-state.js';

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
  /** What becomes of a call that the approved plan does not name. Without it: asked where somebody looks on, else refused. */
  readonly beyondPlan?: BeyondPlan | undefined;
};

export const beyondPlanWays = ['ask', 'refuse'] as const;
export type BeyondPlan = (typeof beyondPlanWays)[number];

export function beyondPlanIn({ beyondPlan, supervised }: RunSettings): BeyondPlan {
  return beyondPlan ?? (supervised ? 'ask' : 'refuse');
}

/** A plan being carried out. `steps` and `classes` stand in the order of `plan.steps`. */
export type Execution = {
  readonly plan: Plan;
  readonly classes: readonly ToolClass[];
  readonly steps: readonly StepState[];
  readonly progress: Progress;
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
  if (execution.holds.length === 0) return undefined;
  return firstByPrecedence(execution.holds.filter((hold) => hold.on === 'plan'));
}

export function stepHolds(execution: Execution, id: StepId): readonly Hold[] {
  return execution.holds.length === 0 ? execution.holds : execution.holds.filter((hold) => hold.on === id);
}

export function hasHold(execution: Execution, reason: HoldReason, on: 'plan' | StepId = 'plan'): boolean {
  return execution.holds.some((hold) => hold.on === on && hold.reason === reason);
}

export function workingCount({ steps, progress }: Execution): number {
  let count = 0;
  for (const index of progress.inProgress) {
    const step = steps[index];
    if (step !== undefined && isWorking(step)) count += 1;
  }
  return count;
}

/** Paused: a hold on the plan, or nothing runs and every ready step is held. */
export function pauseHold(execution: Execution): Hold | undefined {
  const onPlan = planHold(execution);
  if (onPlan !== undefined) return onPlan;
  if (execution.holds.length === 0 || workingCount(execution) > 0) return undefined;
  const holds = openSteps(execution).map(({ id }) => stepHolds(execution, id));
  if (holds.some((own) => own.length === 0)) return undefined;
  return firstByPrecedence(holds.flat());
}

/** The steps whose next try may start: it is due, and nothing holds it. */
export function dueRetries(execution: Execution): readonly number[] {
  const { plan, steps, progress } = execution;
  return progress.inProgress.filter((index) => {
    const step = plan.steps[index];
    const state = steps[index];
    if (step === undefined || state?.status !== 'in_progress' || state.work !== 'between-tries') return false;
    return state.due && stepHolds(execution, step.id).length === 0;
  });
}

/** Ready steps and those whose next try waits for a decision. */
function openSteps({ plan, progress }: Execution): readonly Step[] {
  return stepsAt(plan, [...progress.inProgress, ...progress.ready]);
}

function stepsAt(plan: Plan, indices: readonly number[]): readonly Step[] {
  return indices.flatMap((index) => plan.steps[index] ?? []);
}

function firstByPrecedence(holds: readonly Hold[]): Hold | undefined {
  return [...holds].sort((a, b) => holdReasons.indexOf(a.reason) - holdReasons.indexOf(b.reason))[0];
}

/** The steps under the pointer: those in progress, or the one that comes next. */
export function currentSteps({ plan, steps, progress }: Execution): readonly Step[] {
  if (progress.inProgress.length > 0) return stepsAt(plan, progress.inProgress);
  return stepsAt(
    plan,
    stepGraph(plan)
      .order.filter((index) => steps[index]?.status === 'pending')
      .slice(0, 1),
  );
}
