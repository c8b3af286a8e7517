import { describe, expect, it } from 'vitest';
import { Machine, settings, system } from '../testing/machine.js';
import { aList } from '../testing/make-plan.js';

describe('a draft of more steps than a plan may have', () => {
  it('becomes a plan of the first ones; the rest is kept as an outline and told', () => {
    const machine = new Machine().do({ type: 'run.create', task: 'a task', settings });
    machine.do({ type: 'plan.draft', plan: aList(60), source: 'planner', notes: ['a note'] }, system);
    expect(machine.state.execution?.plan.steps).toHaveLength(20);
    expect(machine.state.outline).toHaveLength(40);
    expect(machine.state.outline[0]?.label).toBe('E21');
    expect(machine.state.notes).toEqual(['a note', 'the work needs 60 steps: 40 are left for plans that follow']);
  });

  it('is refused where somebody gave it: what was written is not taken apart', () => {
    const machine = Machine.draft(aList(21));
    expect(machine.refusal?.message).toBe('a plan has at most 20 steps; this one has 21');
  });

  it('leaves nothing to follow once a draft fits', () => {
    const machine = new Machine().do({ type: 'run.create', task: 'a task', settings });
    machine.do({ type: 'plan.draft', plan: aList(30), source: 'planner' }, system);
    machine.do({ type: 'plan.revise', feedback: 'fewer steps' });
    machine.do({ type: 'plan.draft', plan: aList(3), source: 'planner' }, system);
    expect(machine.state.outline).toEqual([]);
  });
});
