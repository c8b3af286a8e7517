import {
  type Assessment,
  assessTask,
  type Plan,
  planIdOf,
  type PlanningWish,
  priorAnalysis,
  shouldPlanFirst,
} from '@planwright/core';
import type { Run, StartOptions } from '@planwright/runtime';
import { offeredPlan } from './offer-plan.js';
import { assessmentView } from './output/assessment-view.js';
import { planningWish } from './planning-wish.js';
import type { Session } from './session.js';

/** What a run is created with, from the settings and whether somebody looks on. */
export function runSettings({ settings, isSupervised }: Session): StartOptions {
  const { autoSteps, concurrency, maxAttempts, onFailure, beyondPlan, budget } = settings;
  return {
    supervised: isSupervised,
    autoSteps,
    concurrency,
    maxAttempts,
    ...(onFailure === null ? {} : { onFailure }),
    ...(beyondPlan === null ? {} : { beyondPlan }),
    ...(budget === null ? {} : { budget }),
  };
}

/** A run of a plan that is there already, as a draft: who approves it comes after. */
export function startPlan(
  session: Session,
  plan: Plan,
  options: Pick<StartOptions, 'notes' | 'origin'> & { readonly task?: string },
): Promise<Run> {
  const { task = '', ...others } = options;
  return session.runtime.start({ plan, task }, { ...runSettings(session), ...others, approve: 'ask' });
}

export type TaskOptions = {
  /** A planner is asked for, whatever the score. */
  readonly armed: boolean;
  /** What the command wishes beyond what its flags say. */
  readonly wish?: Partial<PlanningWish>;
};

/** Through the gate: scores the task, says what follows from it, and creates the run. */
export async function startTask(session: Session, written: string, options: TaskOptions): Promise<Run> {
  const { context, settings, runtime } = session;
  const { armed } = options;
  const { task, analysis } = priorAnalysis(written);
  const wish = { ...(await planningWish(context)), ...options.wish };
  const planning = analysis === undefined ? wish : { explore: false, analysis, ...wish };
  const assessment: Assessment = assessTask(task);
  const { planFirstMode: mode, threshold } = settings;
  const gate = shouldPlanFirst(assessment, { mode, threshold, armed });
  if (!context.flags.has('json')) context.out.print(`${assessmentView(assessment, gate)}\n`);
  const again = gate.plan ? await offeredPlan(session, task) : undefined;
  if (again?.execution) {
    const origin = { plan: planIdOf(again.id), revision: again.revision };
    return startPlan(session, again.execution.plan, { task, origin });
  }
  const created = { ...runSettings(session), gate: { ...gate, score: assessment.score, mode, forced: armed } };
  return runtime.start({ task }, { ...created, planning });
}
