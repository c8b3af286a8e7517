import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../shared/canonical-json.js';
import { withoutEmpty } from '../shared/without-empty.js';
import type { Plan } from './plan.js';
import type { Step } from './step.js';

/** Begins every hashed text, so that a later form of the plan can never have the hash of this one. */
const form = 'planwright-plan-1\n';

/**
 * What is approved: lower-case hex SHA-256 over everything that was authored, the order of the steps included.
 * Step ids are left out, so equal proposals have equal hashes. Unknown fields are hashed under `extra`, where none of them
 * can pass for one of ours.
 */
export function planHash(plan: Plan): string {
  const known = remembered.get(plan);
  if (known !== undefined) return known;
  const authored = { ...withoutEmpty(plan), steps: plan.steps.map(authoredStep) };
  const hash = bytesToHex(sha256(utf8ToBytes(`${form}${canonicalJson(authored)}`)));
  remembered.set(plan, hash);
  return hash;
}

/** Plans never change in place, so a memory of a pure answer, kept only as long as its plan. */
const remembered = new WeakMap<Plan, string>();

/** Leaving out what is empty lets a later version add a list without undoing approvals. */
function authoredStep(step: Step): unknown {
  return withoutEmpty({ ...step, id: undefined });
}
