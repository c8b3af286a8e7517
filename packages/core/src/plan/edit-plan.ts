import { canonicalJson } from '../shared/canonical-json.js';
import type { StepId } from '../shared/ids.js';
import type { Plan, PlanProblem } from './plan.js';
import type { Step } from './step.js';
import { labelNumber } from './step-graph.js';

export type Editable = {
  readonly plan: Plan;
  /** Steps that ran or run: they must come back as they were. */
  readonly frozen: ReadonlySet<StepId>;
  readonly lastLabel: number;
  readonly maxSteps: number;
};

export type EditedPlan =
  { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Puts an edited plan in place of the current one, if the edit leaves alone what must stay: steps that ran, and labels. */
export function editPlan(current: Editable, edited: Plan): EditedPlan {
  const problems = [
    ...wrongCount(current, edited),
    ...changedFrozen(current, edited),
    ...labelProblems(current, edited),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, plan: edited };
}

/** Without any step the run would be done; whoever means that cancels it. */
function wrongCount({ maxSteps }: Editable, { steps }: Plan): readonly PlanProblem[] {
  const at = { step: null, field: 'steps' } as const;
  if (steps.length === 0)
    return [{ ...at, code: 'steps-missing', message: 'the edited plan has no steps; cancel the run to give it up' }];
  if (steps.length <= maxSteps) return [];
  const message = `a plan has at most ${maxSteps} steps; the edited one has ${steps.length}`;
  return [{ ...at, code: 'steps-too-many', message }];
}

function changedFrozen({ plan, frozen }: Editable, edited: Plan): readonly PlanProblem[] {
  return plan.steps.flatMap((step): PlanProblem[] => {
    if (!frozen.has(step.id)) return [];
    const after = edited.steps.find((candidate) => candidate.id === step.id);
    if (after !== undefined && canonicalJson(after) === canonicalJson(step)) return [];
    const what = after === undefined ? 'removed' : 'changed';
    return [stepProblem(step, `step ${step.label} is in progress or finished and cannot be ${what}`)];
  });
}

/** Labels are for good: a step keeps its own, and a new step takes one that was never used. */
function labelProblems({ plan, lastLabel }: Editable, edited: Plan): readonly PlanProblem[] {
  const before = new Map(plan.steps.map((step) => [step.id, step]));
  return edited.steps.flatMap((step): PlanProblem[] => {
    const known = before.get(step.id);
    if (known !== undefined && known.label !== step.label)
      return [stepProblem(step, `step ${known.label} cannot be renamed to ${step.label}`)];
    if (known === undefined && (labelNumber(step.label) ?? 0) <= lastLabel) {
      return [
        stepProblem(
          step,
          `label ${step.label} was used before in this run; a new step takes E${lastLabel + 1} or higher`,
        ),
      ];
    }
    return [];
  });
}

function stepProblem(step: Step, message: string): PlanProblem {
  return { code: 'step-invalid', step: step.label, field: null, message };
}
