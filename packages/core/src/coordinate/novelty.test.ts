import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { isSameGraph, isTooAlike, similarity } from './novelty.js';

describe('how alike two texts are', () => {
  it.each([
    ['a b c d', 'a b c e', 0.6],
    ['A B', 'a  b', 1],
    ['', '', 1],
    ['a', '', 0],
  ])('"%s" and "%s": %d', (a, b, expected) => {
    expect(similarity(a, b)).toBe(expected);
  });

  it('is asked about as strictly as it is set', () => {
    const [a, b] = ['a b c d', 'a b c e'];
    expect([isTooAlike(a, b, 'strict'), isTooAlike(a, b, 'balanced'), isTooAlike(a, a, 'lenient')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the graph of a plan', () => {
  const plan = aPlan([aStep('E1'), aStep('E2', { task: 'use #E1', agent: 'coder', files: [{ path: 'a.ts' }] })]);

  it('is the same whatever the words and the labels', () => {
    const same = aPlan([aStep('E4'), aStep('E7', { task: 'with #E4', agent: 'coder', files: [{ path: 'a.ts' }] })]);
    expect(isSameGraph(plan, same)).toBe(true);
  });

  it.each([
    ['files', { files: [{ path: 'b.ts' }] }],
    ['agent', { agent: 'writer' }],
    ['needs', { task: 'use nothing' }],
    ['proof', { verify: ['npm test'] }],
  ])('is another one with other %s', (_, fields) => {
    const [first, second] = plan.steps;
    expect(isSameGraph(plan, aPlan([first!, { ...second!, ...fields }], { mode: 'parallel' }))).toBe(false);
  });
});
