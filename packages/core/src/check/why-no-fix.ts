import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { nearestName } from '../shared/nearest-name.js';
import { actionOf } from './action-of.js';
import { betterCriterion } from './better-criterion.js';
import type { CheckContext, Fix } from './finding.js';
import { type PatchOperation, pointerKeys } from './json-patch.js';
import { agentName } from './reading-agents.js';
import { respellModifiers } from './respell-modifiers.js';

type Change = Exclude<PatchOperation, { op: 'test' }>;
type Subject = { readonly plan: Plan; readonly step: Step; readonly context: CheckContext };

/** The fields a fix may touch, and what each may become. Everything else a person or the planner decides. */
const allowed: Readonly<Record<string, (change: Change, subject: Subject) => boolean>> = {
  action: (change, { step }) => change.op === 'add' && change.value === actionOf(step.title),
  agent: (change, { step, context }) =>
    change.op === 'replace' &&
    change.value === nearestName(agentName(step.agent), (context.agents ?? []).map(agentName)),
  task: (change, { step }) => change.op === 'replace' && change.value === respellModifiers(step.task),
  dependsOn: (change, { plan, step }) =>
    change.op === 'add' && plan.steps.some(({ label }) => label === change.value && label !== step.label),
  criteria: (change, subject) => removesBlank(change, subject.step.criteria) || isReviewers(change, subject),
  implementation: (change, { step }) => removesBlank(change, step.implementation),
};

/** Why a patch is not a fix: it touches what it may not, or says something that the plan did not say before. */
export function whyNoFix(plan: Plan, step: Step, { patch }: Fix, context: CheckContext): string | undefined {
  const changes = patch.filter((operation): operation is Change => operation.op !== 'test');
  if (changes.length === 0) return 'it changes nothing';
  for (const change of changes) {
    const [field = ''] = pointerKeys(change.path) ?? [];
    if (!Object.hasOwn(allowed, field)) return `"${change.path}" is not a field that a fix may change`;
    if (allowed[field]?.(change, { plan, step, context }) !== true)
      return `what it puts at "${change.path}" does not follow from the plan`;
  }
  return undefined;
}

function removesBlank(change: Change, texts: readonly string[]): boolean {
  return change.op === 'remove' && texts[placeIn(change)]?.trim() === '';
}

/** Only a reviewer's word replaces a criterion, and only one that could not be measured. */
function isReviewers(change: Change, { step, context }: Subject): boolean {
  const better = betterCriterion(step, placeIn(change), context);
  return change.op === 'replace' && better !== undefined && change.value === better;
}

/** Which item of a list a change is about; -1 where it is about none. */
function placeIn({ path }: Change): number {
  const [, index = ''] = pointerKeys(path) ?? [];
  return /^[0-9]+$/.test(index) ? Number(index) : -1;
}
