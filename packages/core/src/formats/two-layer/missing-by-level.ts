import type { Plan } from '../../plan/plan.js';
import type { Step } from '../../plan/step.js';
import { isNothing } from './field-form.js';
import { taskPath } from './task-ids.js';
import { createFolderReport, type TwoLayerProblem } from './two-layer-problem.js';

type Expected<T> = {
  readonly field: string;
  readonly from: 'low' | 'medium' | 'high';
  readonly isMissing: (value: T) => boolean;
};

const levels = ['low', 'medium', 'high'] as const;

const ofPlan: readonly Expected<Plan>[] = [
  { field: 'complexity', from: 'low', isMissing: (plan) => isNothing(plan.complexity) },
  { field: 'design_decisions', from: 'medium', isMissing: (plan) => isNothing(plan.designDecisions) },
  { field: 'data_flow', from: 'high', isMissing: (plan) => isNothing(plan.dataFlow) },
];

const ofStep: readonly Expected<Step>[] = [
  { field: 'files', from: 'low', isMissing: (step) => isNothing(step.files) && isNothing(step.extra['files']) },
  { field: 'convergence.verification', from: 'low', isMissing: (step) => !hasVerification(step) },
  { field: 'rationale', from: 'medium', isMissing: (step) => isNothing(step.rationale) },
  { field: 'test', from: 'medium', isMissing: (step) => isNothing(step.test) },
  { field: 'risks', from: 'high', isMissing: (step) => isNothing(step.risks) },
  { field: 'code_skeleton', from: 'high', isMissing: (step) => isNothing(step.codeSkeleton) },
];

/**
 * What a plan of this level should say and does not. Readers accept it so, and it is never made up; whoever checks the plan
 * should know.
 */
export function missingByLevel(plan: Plan, ids: ReadonlyMap<string, string>): readonly TwoLayerProblem[] {
  const report = createFolderReport();
  const reached = levels.indexOf(plan.complexity ?? 'low');
  const isDue = ({ from }: Pick<Expected<never>, 'from'>): boolean => levels.indexOf(from) <= reached;
  const tell = ({ field, from }: Pick<Expected<never>, 'field' | 'from'>, file: string, step?: string): void => {
    const message =
      from === 'low'
        ? `"${field}" is missing`
        : `"${field}" is missing in a plan of ${plan.complexity ?? from} complexity`;
    report.problem('field-missing', message, { file, field, ...(step === undefined ? {} : { step }) });
  };
  for (const expected of ofPlan) if (isDue(expected) && expected.isMissing(plan)) tell(expected, 'plan.json');
  for (const step of plan.steps) {
    const id = ids.get(step.label) ?? step.label;
    for (const expected of ofStep) if (isDue(expected) && expected.isMissing(step)) tell(expected, taskPath(id), id);
  }
  return report.problems;
}

function hasVerification({ verify, extra }: Step): boolean {
  const kept = extra['convergence'];
  return verify.length > 0 || (typeof kept === 'object' && kept !== null && 'verification' in kept);
}
