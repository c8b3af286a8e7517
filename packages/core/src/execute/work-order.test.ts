import { expect, it } from 'vitest';
import { errorInfo } from '../shared/errors.js';
import { Machine } from '../testing/machine.js';
import { aList } from '../testing/make-plan.js';
import { workOrder } from './work-order.js';

it('a step that failed with a command is told the end of what it printed, and of anything else nothing', () => {
  const machine = Machine.started(aList(1));
  const order = () => workOrder(machine.state.id, machine.state.execution!, machine.id('E1'));
  const transcript = `${'a line of the beginning\n'.repeat(500)}expected 1, found 2`;
  const failure = { ...errorInfo('agent-failed', '`npm test` failed', { command: 'npm test' }), retryable: true };
  machine.settle({ type: 'failed', error: failure, transcript });
  expect(order()).toMatchObject({ attempt: 2, earlierErrors: ['`npm test` failed'] });
  expect(order()?.printed).toMatch(/^[^]{1,2000}$/);
  expect(order()?.printed).toMatch(/expected 1, found 2$/);
  machine.settle({ type: 'failed', error: { ...errorInfo('agent-failed', 'no idea'), retryable: true }, transcript });
  expect(order()?.printed).toBeUndefined();
});

it('what a plan does not name is asked for as the run was set, else where somebody looks on', () => {
  const beyond = (settings: Parameters<typeof Machine.started>[1]): unknown => {
    const { state, events } = Machine.started(aList(1), settings);
    const order = workOrder(state.id, state.execution!, state.execution!.plan.steps[0]!.id);
    const approved = events.find(({ type }) => type === 'plan.approved');
    expect(approved?.data).toMatchObject({ toolPolicy: [{ otherwise: order?.beyondPlan }] });
    return order?.beyondPlan;
  };
  expect(beyond({ supervised: true })).toBe('ask');
  expect(beyond({ supervised: false })).toBe('refuse');
  expect(beyond({ supervised: false, beyondPlan: 'ask' })).toBe('ask');
  expect(beyond({ supervised: true, beyondPlan: 'refuse' })).toBe('refuse');
});
