import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { executionId, executionStrategies } from './execution-strategy.js';
import { stepGraph } from './step-graph.js';

const strategies = (needs: Readonly<Record<string, readonly string[]>>): readonly string[] => {
  const plan = aPlan(Object.entries(needs).map(([label, dependsOn]) => aStep(label, { dependsOn: [...dependsOn] })));
  return executionStrategies(stepGraph(plan).needs).map(({ strategy, from }) =>
    [strategy, ...from.map((position) => plan.steps[position]!.label)].join(' '),
  );
};

describe('the strategy of a step', () => {
  it('is new where it needs nothing', () => {
    expect(strategies({ E1: [], E2: [] })).toEqual(['new', 'new']);
  });

  it('is resume along a chain, each from its own parent', () => {
    expect(strategies({ E1: [], E2: ['E1'], E3: ['E2'] })).toEqual(['new', 'resume E1', 'resume E2']);
  });

  it('is fork where the parent has another child, also one that needs more', () => {
    expect(strategies({ E1: [], E2: ['E1'], E3: ['E1'], E4: ['E2', 'E3'] })).toEqual([
      'new',
      'fork E1',
      'fork E1',
      'merge_fork E2 E3',
    ]);
    expect(strategies({ E1: [], E2: [], E3: ['E1'], E4: ['E1', 'E2'] })).toEqual([
      'new',
      'new',
      'fork E1',
      'merge_fork E1 E2',
    ]);
  });

  it('does not depend on the order the steps stand in', () => {
    expect(strategies({ E1: ['E2'], E2: [] })).toEqual(['resume E2', 'new']);
  });

  it('follows placeholders as it follows dependencies', () => {
    const plan = aPlan([aStep('E1'), aStep('E2', { task: 'use #E1' })]);
    expect(executionStrategies(stepGraph(plan).needs)[1]).toEqual({ strategy: 'resume', from: [0] });
  });
});

it('names a conversation by session and task', () => {
  expect(executionId('rate-limit', 'TASK-001')).toBe('rate-limit-TASK-001');
});
