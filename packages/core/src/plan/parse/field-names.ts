import { type Plan, planSchema } from '../plan.js';
import { type Step, stepSchema } from '../step.js';
import { fieldKey } from './field-key.js';
import type { FieldNames } from './fields.js';
import type { FileKeys } from './take-extra.js';

export type PlanField = keyof Plan | 'planwright' | 'parallelGroups';
export type StepField = keyof Step;

/** Our fields by every spelling; what other forms call them comes behind. */
export const planFields: FieldNames<PlanField> = new Map<string, PlanField>([
  ...ourSpellings<PlanField>([...planSchema.keyof().options, 'planwright', 'parallelGroups']),
  ['tasksummary', 'goal'],
]);
export const stepFields: FieldNames<StepField> = new Map<string, StepField>([
  ...ourSpellings<StepField>(stepSchema.keyof().options),
  ['deps', 'dependsOn'],
  ['dependencies', 'dependsOn'],
]);

export const planFileKeys: FileKeys = {
  identity: ['id', 'revision', 'hash'],
  run: ['state', 'pausereason', 'currentstepids', 'consecutiveautosteps', 'approval', 'usage'],
};
export const stepFileKeys: FileKeys = {
  identity: [],
  run: ['status', 'attempts', 'answer', 'transcript', 'error', 'usage'],
};

function ourSpellings<Name extends string>(names: readonly Name[]): readonly (readonly [string, Name])[] {
  return names.map((name) => [fieldKey(name), name]);
}
