import { runIdSchema, stepIdFor, type WorkOrder } from '@planwright/core';

/** An order for one step, showing only what matters. */
export function anOrder(changes: Partial<WorkOrder> = {}): WorkOrder {
  return {
    key: 'run-test1:abcde:1',
    runId: runIdSchema.parse('run-test1'),
    stepId: stepIdFor('E1', new Set()),
    label: 'E1',
    agent: 'search',
    goal: 'Know the project',
    title: 'Look',
    task: 'Look around.',
    criteria: [],
    verify: [],
    files: [],
    class: 'reads',
    overview: () => [],
    try: 1,
    attempt: 1,
    maxAttempts: 3,
    position: 1,
    steps: 1,
    earlierErrors: [],
    approvedCommands: [],
    beyondPlan: 'refuse',
    ...changes,
  };
}
