import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import type { Plan } from './plan.js';
import { compareLabels, orderSteps, stepGraph, waves } from './step-graph.js';

/** A plan from `{ E1: [], E2: ['E1'] }`, in this order. */
function planOf(
  needs: Readonly<Record<string, readonly string[]>>,
  fields: Partial<Plan> = { mode: 'parallel' },
): Plan {
  return aPlan(
    Object.entries(needs).map(([label, dependsOn]) => aStep(label, { dependsOn: [...dependsOn] })),
    fields,
  );
}

const labels = (steps: readonly { readonly label: string }[]) => steps.map(({ label }) => label);

describe('stepGraph', () => {
  it('has an edge for each dependency and each placeholder, and one where both say the same', () => {
    const plan = aPlan([
      aStep('E1'),
      aStep('E2', { dependsOn: ['E1'], task: 'use #E1 and #E1.summary' }),
      aStep('E3', { task: 'use #E2' }),
    ]);
    expect(stepGraph(plan)).toMatchObject({ size: 3, needs: [[], [0], [1]], dependents: [[1], [2], []] });
  });

  it('has no edge for an escaped placeholder or a label the plan does not have', () => {
    const plan = aPlan([aStep('E1'), aStep('E2', { task: 'mention \\#E1 and #E9' })]);
    expect(stepGraph(plan).needs).toEqual([[], []]);
  });

  it('finds steps by id and by label', () => {
    const plan = planOf({ E7: [], E3: [] });
    const { indexOf, indexOfLabel } = stepGraph(plan);
    expect(indexOfLabel.get('E3')).toBe(1);
    expect(indexOf.get(plan.steps[0]!.id)).toBe(0);
  });

  it('gives each position its rank in the order', () => {
    const { order, rank } = stepGraph(planOf({ E1: ['E3'], E2: [], E3: [] }));
    expect(order).toEqual([1, 2, 0]);
    expect(rank).toEqual([2, 0, 1]);
  });

  it('is worked out once for a plan', () => {
    const plan = planOf({ E1: [], E2: ['E1'] });
    expect(stepGraph(plan)).toBe(stepGraph(plan));
  });

  it('puts steps that form a circle last, so that an order always has every step', () => {
    expect(labels(orderSteps(planOf({ E1: ['E2'], E2: ['E1'], E3: [] })))).toEqual(['E3', 'E1', 'E2']);
  });
});

describe('orderSteps', () => {
  it('puts a step after what it needs, wherever it stands', () => {
    expect(labels(orderSteps(planOf({ E1: ['E2'], E2: [] })))).toEqual(['E2', 'E1']);
  });

  it('breaks ties by number in a parallel plan', () => {
    expect(labels(orderSteps(planOf({ E10: [], E2: [], E1: [] })))).toEqual(['E1', 'E2', 'E10']);
  });

  it('breaks ties by place in a sequential plan', () => {
    expect(labels(orderSteps(planOf({ E10: [], E2: [], E1: [] }, { mode: 'sequential' })))).toEqual([
      'E10',
      'E2',
      'E1',
    ]);
  });

  it('continues with a step that was just freed before later ones', () => {
    expect(labels(orderSteps(planOf({ E1: [], E2: ['E1'], E3: [] })))).toEqual(['E1', 'E2', 'E3']);
  });

  it('keeps every need before its step, in any plan without circles', () => {
    const edges = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 80 });
    fc.assert(
      fc.property(edges, fc.boolean(), (pairs, isParallel) => {
        const steps = Array.from({ length: 31 }, (_, position) =>
          aStep(`E${position + 1}`, {
            dependsOn: pairs.filter(([from, to]) => to === position && from < to).map(([from]) => `E${from + 1}`),
          }),
        );
        const plan = aPlan(steps, { mode: isParallel ? 'parallel' : 'sequential' });
        const { needs, order, rank } = stepGraph(plan);
        expect([...order].sort((a, b) => a - b)).toEqual([...steps.keys()]);
        needs.forEach((list, position) => list.forEach((need) => expect(rank[need]).toBeLessThan(rank[position]!)));
      }),
    );
  });
});

describe('waves', () => {
  it('puts each step into the first wave in which all it needs is done', () => {
    const plan = planOf({ E1: [], E2: [], E3: ['E1'], E4: ['E2'], E5: ['E3', 'E4'], E6: ['E1'] });
    expect(waves(plan).map(labels)).toEqual([['E1', 'E2'], ['E3', 'E4', 'E6'], ['E5']]);
  });

  it('follows the longest way to a step, not the shortest', () => {
    const plan = planOf({ E1: [], E2: ['E1'], E3: ['E1', 'E2'] });
    expect(waves(plan).map(labels)).toEqual([['E1'], ['E2'], ['E3']]);
  });

  it('orders a wave by number', () => {
    const plan = planOf({ E5: [], E1: ['E5'], E2: [], E3: ['E2'] });
    expect(waves(plan).map(labels)).toEqual([
      ['E2', 'E5'],
      ['E1', 'E3'],
    ]);
  });

  it('has one step a wave in a sequential plan', () => {
    expect(waves(planOf({ E1: [], E2: [] }, { mode: 'sequential' })).map(labels)).toEqual([['E1'], ['E2']]);
  });
});

describe('compareLabels', () => {
  it('compares numbers as numbers', () => {
    expect(['E10', 'E9', 'E1', 'E100'].sort(compareLabels)).toEqual(['E1', 'E9', 'E10', 'E100']);
  });

  it('compares anything else by its characters', () => {
    expect(['b', 'E1', 'a'].sort(compareLabels)).toEqual(['E1', 'a', 'b']);
    expect(compareLabels('E1', 'E1')).toBe(0);
  });
});

describe('a plan of 10,000 steps', () => {
  const size = 10_000;

  it.each([
    ['free', () => []],
    ['in one chain', (n: number) => (n > 1 ? [`E${n - 1}`] : [])],
    ['in a chain written backwards', (n: number) => (n < size ? [`E${n + 1}`] : [])],
    ['that all need one', (n: number) => (n > 1 ? ['E1'] : [])],
  ])('is ordered at once when its steps are %s', (_, needs: (n: number) => string[]) => {
    const steps = Array.from({ length: size }, (__, index) => aStep(`E${index + 1}`, { dependsOn: needs(index + 1) }));
    const plan = aPlan(steps, { mode: 'parallel' });
    const started = performance.now();
    expect(orderSteps(plan)).toHaveLength(size);
    expect(waves(plan).flat()).toHaveLength(size);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
