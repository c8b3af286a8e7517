import { parsePlan } from '../plan/parse-plan.js';
import type { Plan } from '../plan/plan.js';
import type { Step } from '../plan/step.js';
import { unlessEmpty } from '../shared/unless-empty.js';
import type { PlanMeta, ReadableFormat } from './format.js';

/** Our own form, `plan.json`: everything that was authored, strict JSON, `"planwright": 1` first. */
export const native: ReadableFormat = {
  name: 'native',
  write: (plan, meta) => `${JSON.stringify(nativeData(plan, meta), null, 2)}\n`,
  read: parsePlan,
};

/** Fields that are `undefined` are left out by `JSON.stringify`. */
function nativeData({ goal, steps, extra, ...plan }: Plan, { id, revision, hash }: PlanMeta = {}): object {
  const identity = { id, revision, hash };
  return { planwright: 1, ...identity, goal, ...plan, steps: steps.map(stepData), extra: unlessEmpty(extra) };
}

/** Unknown fields go under `extra`, where none of them can be taken for one of ours. */
function stepData({ dependsOn, files, implementation, criteria, verify, extra, ...step }: Step): object {
  const lists = { dependsOn, files, implementation, criteria, verify, extra };
  return { ...step, ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, unlessEmpty(list)])) };
}
