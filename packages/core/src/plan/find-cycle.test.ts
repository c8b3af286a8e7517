import { describe, expect, it } from 'vitest';
import { findCycle, findCycles } from './find-cycle.js';

const needs = (edges: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(edges));

describe('findCycle', () => {
  it('finds none where every need comes to an end', () => {
    expect(findCycle(needs({ E1: [], E2: ['E1'], E3: ['E1', 'E2'] }))).toBeUndefined();
  });

  it('names the steps along the circle, without those that only lead into it', () => {
    expect(findCycle(needs({ E0: ['E1'], E1: ['E2'], E2: ['E3'], E3: ['E1'] }))).toEqual(['E1', 'E2', 'E3']);
  });

  it('finds a step that needs itself', () => {
    expect(findCycle(needs({ E1: ['E1'] }))).toEqual(['E1']);
  });

  it('ignores needs that do not exist', () => {
    expect(findCycle(needs({ E1: ['E9'] }))).toBeUndefined();
  });

  it('follows a chain longer than the call stack', () => {
    const size = 100_000;
    const chain = new Map(Array.from({ length: size }, (_, n) => [`E${n}`, [`E${(n + 1) % size}`]]));
    expect(findCycle(chain)).toHaveLength(size);
  });
});

describe('findCycles', () => {
  it('finds circles that have nothing in common', () => {
    expect(findCycles(needs({ E1: ['E2'], E2: ['E1'], E3: ['E4'], E4: ['E3'] }))).toEqual([
      ['E1', 'E2'],
      ['E3', 'E4'],
    ]);
  });

  it('tells one circle once, however many ways lead round it', () => {
    expect(findCycles(needs({ E1: ['E2', 'E3'], E2: ['E1'], E3: ['E1'] }))).toEqual([['E1', 'E2']]);
  });
});
