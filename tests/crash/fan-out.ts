import { planSchema, stepIdFor } from '@planwright/core';

const step = (label: string, dependsOn: readonly string[]): unknown => ({
  id: stepIdFor(label, new Set()),
  label,
  title: label,
  task: `do ${label}`,
  agent: 'search',
  dependsOn,
});

/** One step, four beside one another, one that needs them all. */
export const fanOut = planSchema.parse({
  goal: 'fan out',
  mode: 'parallel',
  steps: [
    step('E1', []),
    ...['E2', 'E3', 'E4', 'E5'].map((label) => step(label, ['E1'])),
    step('E6', ['E2', 'E3', 'E4', 'E5']),
  ],
});
