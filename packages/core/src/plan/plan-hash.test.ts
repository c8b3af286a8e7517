import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { stepIdSchema } from '../shared/ids.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { planHash } from './plan-hash.js';
import type { Step } from './step.js';

const plan = aPlan([aStep('E1'), aStep('E2', { dependsOn: ['E1'], extra: { b: [1, { d: 1, c: 2 }], a: null } })]);

describe('planHash', () => {
  it('is the SHA-256 of the named form and the canonical JSON', () => {
    const text =
      'planwright-plan-1\n' +
      '{"advance":"auto","goal":"a goal","mode":"sequential",' +
      '"steps":[{"agent":"search","label":"E1","task":"do E1","title":"do E1"}],"venue":"main"}';
    expect(planHash(aPlan([aStep('E1')]))).toBe(bytesToHex(sha256(utf8ToBytes(text))));
  });

  it('does not depend on the ids of steps', () => {
    const renamed = { ...plan, steps: plan.steps.map((step, n) => ({ ...step, id: stepIdSchema.parse(`zzzz${n}`) })) };
    expect(planHash(renamed)).toBe(planHash(plan));
  });

  it('does not depend on the order of keys, at any depth', () => {
    const reversed = reverseKeys(plan) as typeof plan;
    expect(Object.keys(reversed)[0]).not.toBe(Object.keys(plan)[0]);
    expect(planHash(reversed)).toBe(planHash(plan));
  });

  it('does not tell a list that is empty from one that is missing', () => {
    const withoutLists = JSON.parse(
      JSON.stringify(aStep('E1'), (_, value: unknown) => (Array.isArray(value) ? undefined : value)),
    ) as Step;
    expect(Object.keys(withoutLists)).not.toContain('verify');
    expect(planHash({ ...aPlan([aStep('E1')]), steps: [withoutLists] })).toBe(planHash(aPlan([aStep('E1')])));
  });

  it.each([
    ['the goal', { ...plan, goal: 'another' }],
    ['the mode', { ...plan, mode: 'sequential' as const }],
    ['the order of steps', { ...plan, steps: plan.steps.toReversed() }],
    ['an unknown field of the plan', { ...plan, extra: { x: 1 } }],
    ['an unknown field of a step', { ...plan, steps: [plan.steps[0]!, { ...plan.steps[1]!, extra: {} }] }],
    ['a label', { ...plan, steps: [{ ...plan.steps[0]!, label: 'E3' }, plan.steps[1]!] }],
    ['an unknown field that has the name of ours', { ...plan, extra: { goal: 'a goal' } }],
  ])('changes with %s', (_, changed) => {
    expect(planHash(changed)).not.toBe(planHash(plan));
  });
});

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, reverseKeys(field)]),
  );
}
