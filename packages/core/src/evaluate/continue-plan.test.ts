import { expect, it } from 'vitest';
import { Machine } from '../testing/machine.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { continuePlan, keptSteps } from './continue-plan.js';

const ended = Machine.started(
  aPlan([aStep('E1'), aStep('E2', { dependsOn: ['E1'] }), aStep('E3'), aStep('E4', { alias: 'TASK-001' })]),
  { maxAttempts: 1, onFailure: 'continue' },
)
  .fail(undefined, 'E1')
  .done('E2')
  .fail(undefined, 'E3')
  .done('E4').state.execution!;
const kept = keptSteps(ended);

it('keeps what is done and what that rests on, though it failed', () => {
  expect(kept).toEqual(['E1', 'E2', 'E4'].map((label) => aStep(label).id));
});

it('gives what is missing labels and ids that were never used, wherever they are named', () => {
  const missing = aPlan([
    aStep('E1', { alias: 'TASK-001' }),
    aStep('E2', {
      task: 'from #E1.head=20, not \\#E1 nor #E12, with #E1.',
      dependsOn: ['E1'],
      execution: { strategy: 'resume', from: ['E1'] },
    }),
  ]);
  const { steps } = continuePlan({ plan: ended.plan, kept, lastLabel: 9 }, missing);
  expect(steps.map(({ label }) => label)).toEqual(['E1', 'E2', 'E4', 'E10', 'E11']);
  expect(steps[4]).toMatchObject({
    task: 'from #E10.head=20, not \\#E1 nor #E12, with #E10.',
    dependsOn: ['E10'],
    execution: { from: ['E10'] },
  });
  expect(new Set(steps.map(({ id }) => id)).size).toBe(5);
  expect(steps.map(({ alias }) => alias)).toEqual([undefined, undefined, 'TASK-001', undefined, undefined]);
});
