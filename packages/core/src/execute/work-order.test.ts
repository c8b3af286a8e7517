import { describe, expect, it } from 'vitest';
import { errorInfo } from '../shared/errors.js';
import { stepIdSchema } from '../shared/ids.js';
import { Machine } from '../testing/machine.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { type OrderContext, type WorkOrder, workOrder } from './work-order.js';

const orderOf = (machine: Machine, label: string, context?: OrderContext): WorkOrder | undefined =>
  workOrder(machine.state.id, machine.state.execution!, machine.id(label), context);

describe('a work order', () => {
  const files = [{ path: 'a.ts', change: 'say hello' }];
  const writer = aStep('E2', {
    ...{ agent: 'coder', title: 'Say hello', task: 'use #E1, then `npm run lint`' },
    ...{ criteria: ['it says hello'], verify: ['npm test'], files },
    execution: { strategy: 'resume', from: ['E1'] },
  });
  const machine = Machine.started(aPlan([aStep('E1'), writer])).done('E1', 'a.ts');
  const context: OrderContext = {
    presenter: 'a',
    pathRules: [{ path: '.env', permission: 'protected' }],
    timeMs: 5000,
  };

  it('has everything that a worker needs', () => {
    const order = orderOf(machine, 'E2', context);
    expect({ ...order, overview: order?.overview() }).toEqual({
      key: `run-test1:${machine.id('E2')}:1`,
      runId: 'run-test1',
      stepId: machine.id('E2'),
      label: 'E2',
      agent: 'coder',
      goal: 'a goal',
      title: 'Say hello',
      task: expect.stringMatching(/^use [^]*<[^]*a\.ts[^]*>, then `npm run lint`$/),
      criteria: ['it says hello'],
      verify: ['npm test'],
      files,
      class: 'external',
      overview: [
        { label: 'E1', agent: 'search', title: 'do E1', status: 'done' },
        { label: 'E2', agent: 'coder', title: 'Say hello', status: 'in_progress' },
      ],
      session: { strategy: 'resume', from: [{ label: 'E1', answer: 'a.ts' }] },
      try: 1,
      attempt: 1,
      maxAttempts: 3,
      position: 2,
      steps: 2,
      earlierErrors: [],
      approvedCommands: ['npm test', 'npm run lint'],
      beyondPlan: 'ask',
      ...context,
    });
  });

  it('of a step that is not at work is that of its next try', () => {
    const waiting = Machine.started(aList(2)).fail('retry').do({ type: 'run.pause' }).fail('retry');
    expect(orderOf(waiting, 'E1')).toMatchObject({ key: `run-test1:${waiting.id('E1')}:3`, try: 3, attempt: 3 });
    expect(orderOf(waiting, 'E2')).toMatchObject({ try: 1, attempt: 1, position: 2, class: 'reads' });
  });

  it('has what a person said, and what a person allowed, each time', () => {
    const again = Machine.started(aPlan([aStep('E1', { agent: 'coder', files: [{ path: 'a.ts' }] })]));
    const asks = { tool: 'write', commands: [], files: ['b.ts'], suggested: 'evil.example', reason: 'it wants b.ts' };
    for (const asked of [asks, { tool: 'shell', commands: ['npm ci'], files: [], reason: 'it wants packages' }])
      again.settle({ type: 'asks', asked }).do({ type: 'plan.approve', policy: 'person', step: again.id('E1') });
    expect(orderOf(again, 'E1')).toMatchObject({
      files: [{ path: 'a.ts' }, { path: 'b.ts' }],
      granted: ['b.ts', 'evil.example'],
      approvedCommands: ['npm ci'],
    });
    again
      .fail('retry')
      .fail('retry')
      .fail('retry')
      .do({ type: 'step.retry', step: again.id('E1'), hint: 'look at c.ts' });
    expect(orderOf(again, 'E1')).toMatchObject({ hint: 'look at c.ts', granted: ['b.ts', 'evil.example'] });
  });

  it('of a step that says no files says none, whatever was allowed', () => {
    const free = Machine.started(aPlan([aStep('E1', { agent: 'coder' })]));
    free.settle({ type: 'asks', asked: { tool: 'write', commands: [], files: ['b.ts'], reason: 'it wants b.ts' } });
    free.do({ type: 'plan.approve', policy: 'person', step: free.id('E1') });
    expect(orderOf(free, 'E1')).toMatchObject({ files: [], granted: ['b.ts'] });
  });

  it('is not there for a step that the plan does not have', () => {
    expect(workOrder(machine.state.id, machine.state.execution!, stepIdSchema.parse('zzzzz'))).toBeUndefined();
  });
});

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
