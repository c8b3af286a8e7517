import { describe, expect, it } from 'vitest';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine } from '../testing/machine.js';
import { planState } from '../run/state.js';

const asked = { tool: 'shell', commands: ['npm publish'], files: [], reason: 'it wants to publish' };
const allow = (machine: Machine, label: string): Machine =>
  machine.do({ type: 'plan.approve', policy: 'person', step: machine.id(label) });

describe('another try of a step', () => {
  it('does not count towards the throttle', () => {
    const machine = Machine.started(aList(3)).done('E1');
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(1);
    expect(machine.fail('retry', 'E2').working).toEqual(['E2']);
    expect(machine.state.execution?.consecutiveAutoSteps).toBe(1);
  });

  it('waits for a place when others took its own meanwhile', () => {
    const machine = Machine.started(aList(4, { mode: 'parallel' }), { concurrency: 2 });
    machine.settle({ type: 'asks', asked }, 'E1');
    expect(machine.working).toEqual(['E2', 'E3']);
    expect(allow(machine, 'E1').working).toEqual(['E2', 'E3']);
    expect(planState(machine.state)).toBe('running');
    expect(machine.done('E2').working).toEqual(['E1', 'E3']);
  });

  it('waits for a step that took its files meanwhile', () => {
    const writer = (label: string) => aStep(label, { agent: 'coder', files: [{ path: 'a.ts' }] });
    const machine = Machine.started(aPlan([writer('E1'), writer('E2')], { mode: 'parallel' }));
    machine.settle({ type: 'asks', asked }, 'E1');
    expect(machine.working).toEqual(['E2']);
    expect(allow(machine, 'E1').working).toEqual(['E2']);
    expect(machine.done('E2').working).toEqual(['E1']);
  });
});
