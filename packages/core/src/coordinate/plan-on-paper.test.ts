import { describe, expect, it } from 'vitest';
import { planHash } from '../plan/plan-hash.js';
import type { Plan } from '../plan/plan.js';
import { planOnPaper } from './plan-on-paper.js';
import { readProposal } from './read-proposal.js';

function read(written: object): Plan {
  const proposal = readProposal(JSON.stringify(written), { proposals: 'plan', maxSteps: 20 });
  if (!('plan' in proposal)) throw new Error('this is no plan');
  return proposal.plan;
}

const usual = { goal: 'g', steps: [{ label: 'E1', title: 'look', task: 'Look at it.' }] };

const unusual = {
  ...{ goal: 'g', summary: 's', mode: 'parallel', advance: 'manual', venue: 'sidekick', priority: 'high' },
  steps: [
    {
      ...{ label: 'E1', title: 'write', task: 'Write "it".\nThen stop.', agent: 'coder', action: 'Create' },
      files: [{ path: 'a.ts', action: 'create', target: 'a', change: 'is new' }],
      ...{ implementation: ['one', 'two'], criteria: ['it is there'], verify: ['npm test'], onFailure: 'abort' },
    },
    { label: 'E2', title: 'look', task: 'Look at #E1.', dependsOn: ['E1'], risks: [{ description: 'none' }] },
  ],
};

describe('a plan on the paper of a round', () => {
  it.each([
    ['says no more than its author', usual],
    ['says all that its author said', unusual],
  ])('%s, and reads back as the same plan', (_, written) => {
    const plan = read(written);
    expect(planHash(read(JSON.parse(planOnPaper(plan)) as object))).toBe(planHash(plan));
  });

  it('leaves out our ids, what is empty and what goes without saying', () => {
    expect(JSON.parse(planOnPaper(read(usual)))).toEqual(usual);
  });

  it('shows what is not usual', () => {
    const { mode, advance, venue, steps } = JSON.parse(planOnPaper(read({ ...unusual, steps: usual.steps }))) as Plan;
    expect({ mode, advance, venue }).toEqual({ mode: 'parallel', advance: 'manual', venue: 'sidekick' });
    expect(steps).toEqual(usual.steps);
    expect(planOnPaper(read(unusual))).toContain('"agent":"coder"');
  });
});
