import { decide, type PlanCard, type RunCommand, type RunState } from '@planwright/core';
import { person } from '@planwright/runtime';
import type { PlanKey, StepKey } from './keymap.js';

type Step = NonNullable<RunState['execution']>['plan']['steps'][number];

/** Why something does not apply to the run now, or null when it does. */
export function whyNotPlan(card: PlanCard, key: PlanKey): string | null {
  // In a draft the key also starts: it applies when somebody else has approved already.
  if (key === 'approve' && card.state === 'draft') return null;
  const action = card.actions.find(({ name }) => name === key);
  return action === undefined || action.enabled ? null : action.why;
}

/** The same for a step. The machine itself is asked, so that the screen has no rules of its own. */
export function whyNotStep(state: RunState, stepId: string, key: StepKey): string | null {
  const step = state.execution?.plan.steps.find(({ id }) => id === stepId);
  if (step === undefined) return 'there are no steps yet';
  const decision = decide(state, commandFor(key, step), { actor: person, at: state.updatedAt });
  if (!decision.ok) return decision.refusal.message;
  return decision.events.length === 0 ? `step ${step.label} is ${statusOf(state, step)} already` : null;
}

function statusOf({ execution }: RunState, step: Step): string {
  return execution?.steps[execution.plan.steps.indexOf(step)]?.status ?? 'settled';
}

function commandFor(key: StepKey, { id: step }: Step): RunCommand {
  switch (key) {
    case 'retry':
      return { type: 'step.retry', step };
    case 'skip':
      return { type: 'step.skip', step };
    case 'done':
      return { type: 'step.done', step, answer: 'an answer' };
    case 'failed':
      return { type: 'step.fail', step, reason: 'a reason' };
  }
}
