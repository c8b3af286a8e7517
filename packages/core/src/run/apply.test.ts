import { describe, expect, it } from 'vitest';
import type { Plan } from '../plan/plan.js';
import { errorInfo } from '../shared/errors.js';
import { Coordinated, planText } from '../testing/coordinated.js';
import { Machine, settings, system } from '../testing/machine.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';

const second = (count: number): string => `2026-01-01T00:00:0${count}.000Z`;
const created = (): Machine => new Machine().do({ type: 'run.create', task: 'a task', settings });

describe('a run keeps', () => {
  it('all that it was created with', () => {
    const wish = {
      ...{ task: 'a task', settings, budget: { tokens: 100 }, origin: { plan: 'plan-old11', revision: 2 } },
      gate: { plan: true, reason: 'asked for', score: 7, mode: 'auto', forced: false },
      planning: { explore: false, clarify: 'ask' },
    } as const;
    expect(new Machine().do({ type: 'run.create', ...wish }).state).toMatchObject({ ...wish, coordination: null });
    expect(created().state).toMatchObject({ budget: null, origin: null, gate: null, planning: null });
  });

  it('every receipt, in order', () => {
    const receipt = { agent: 'planner', before: 'a', after: 'a', changes: [], calls: [], refused: [] };
    const machine = created();
    for (const phase of ['explore', 'plan'] as const)
      machine.do({ type: 'receipt.record', receipt: { ...receipt, phase } }, system);
    expect(machine.state.receipts).toMatchObject([{ phase: 'explore' }, { phase: 'plan' }]);
  });

  it('why its plan is less than it could be, until there is another', () => {
    const machine = created().do({ type: 'plan.draft', plan: aList(1), source: 'given', degraded: 'no model' });
    expect(machine.state.degraded).toBe('no model');
    expect(machine.do({ type: 'plan.draft', plan: aList(2), source: 'given' }).state.degraded).toBeNull();
  });

  it('what all tries of a step took, however it ended', () => {
    const machine = Machine.started(aList(3, { mode: 'parallel' }), { maxAttempts: 2, onFailure: 'continue' });
    const usage = { inputTokens: 5 };
    const failed = { type: 'failed', error: errorInfo('agent-failed', 'it broke'), next: 'retry', usage } as const;
    for (const label of ['E1', 'E2', 'E3']) machine.settle(failed, label);
    machine.settle({ type: 'done', answer: 'yes', usage }, 'E1').settle(failed, 'E2');
    machine.do({ type: 'step.skip', step: machine.id('E3') });
    expect(machine.state.execution?.steps).toMatchObject([
      { status: 'done', tries: 2, attempts: 2, usage: { inputTokens: 10 } },
      { status: 'failed', tries: 2, attempts: 2, usage: { inputTokens: 10 } },
      { status: 'skipped', tries: 2, attempts: 2, usage },
    ]);
    expect(machine.state.usage).toEqual({ inputTokens: 25 });
  });

  it('every failure of a step, with the try it ended', () => {
    const machine = Machine.started(aList(1), { onFailure: 'continue' })
      .fail('retry', 'E1', 'first')
      .fail('retry', 'E1', 'second');
    expect(machine.step('E1').failures).toMatchObject([
      { try: 1, next: 'retry', error: { message: 'first' } },
      { try: 2, next: 'retry', error: { message: 'second' } },
    ]);
  });

  it('how the draft before a failed redraft stands, and says that there is no other', () => {
    const machine = created().do({ type: 'plan.draft', plan: aList(1), source: 'given', notes: ['read from a file'] });
    machine.do({ type: 'plan.revise', feedback: 'smaller' });
    machine.do({ type: 'planning.fail', error: errorInfo('model-unavailable', 'down') }, system);
    expect(machine.state).toMatchObject({
      ...{ status: 'draft', revision: 1, redraft: null },
      notes: ['read from a file', 'no new draft could be made: down'],
    });
  });
});

describe('a run knows', () => {
  it('when it was created, started, last changed and ended', () => {
    const machine = Machine.started(aList(1)).do({ type: 'run.pause' }).done();
    expect(machine.state).toMatchObject({
      ...{ createdAt: second(1), startedAt: second(4), updatedAt: second(6), endedAt: second(6) },
    });
  });

  it.each<[string, Machine]>([
    ['planned', created().do({ type: 'planning.fail', error: errorInfo('model-unavailable', 'down') })],
    ['carried out', created().do({ type: 'run.cancel' })],
  ])('when it ended that could not be %s', (_, { state }) => {
    expect(state.endedAt).toBe(second(2));
  });

  it('that it went wrong where it could not be planned, until it is planned once more', () => {
    const machine = created().do({ type: 'planning.fail', error: errorInfo('model-unavailable', 'down') });
    expect(machine.state).toMatchObject({ status: 'failed', hadErrors: true, error: { message: 'down' } });
    expect(machine.do({ type: 'planning.retry' }).state).toMatchObject({
      ...{ status: 'planning', hadErrors: false, error: null, endedAt: null },
    });
  });

  it('that it ended where agents chose an answer, and who wrote it', () => {
    const { state } = Coordinated.of(['a'], { proposals: 'text' }).propose('a', 'Rome');
    expect(state).toMatchObject({ status: 'done', answer: { text: 'Rome', source: 'model' }, endedAt: second(2) });
  });

  it('when it first started, also after a restart', () => {
    const machine = Coordinated.of(['a'], { restarts: 1 }).propose('a', planText('x'));
    const start = (): Machine => machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
    const { startedAt } = start().state;
    machine.done().do({ type: 'run.answer', answer: 'first' }, system);
    const verdict = { type: 'restart', reason: 'too little', instructions: 'more' } as const;
    machine.do({ type: 'evaluation.finish', attempt: 1, evaluator: 'a', verdict }, system);
    machine.propose('a', planText('y'));
    expect(start().state).toMatchObject({ status: 'running', attempt: 2, startedAt });
  });

  it('when the last try of a step began, and when the step ended', () => {
    const machine = Machine.started(aList(1)).fail('retry').done();
    expect(machine.step('E1')).toMatchObject({ startedAt: second(5), endedAt: second(6), proof: [] });
    const stopped = Machine.started(aList(1)).do({ type: 'run.pause' });
    stopped.do({ type: 'step.interrupt', step: stopped.id('E1'), try: 1, reason: 'gone' }, system);
    expect(stopped.step('E1')).toMatchObject({ work: 'between-tries', startedAt: second(4) });
    const waiting = Machine.started(aList(1), { maxAttempts: 1 }).fail('retry');
    expect(waiting.step('E1')).toMatchObject({ work: 'between-tries', startedAt: second(4) });
    const failed = Machine.started(aList(1), { maxAttempts: 1, onFailure: 'continue' }).fail('retry');
    expect(failed.step('E1')).toMatchObject({ status: 'failed', startedAt: second(4), endedAt: second(5) });
    const skipped = Machine.started(aList(1)).fail('skip');
    expect(skipped.step('E1')).toMatchObject({ status: 'skipped', endedAt: second(5) });
  });
});

it('a step that waits for somebody leaves the count of automatic steps as it is', () => {
  const machine = Machine.started(aPlan([aStep('E1'), aStep('E2'), aStep('E3', { agent: 'nobody' })])).done('E1');
  expect(machine.done('E2').state.execution).toMatchObject({ consecutiveAutoSteps: 1, holds: [{ reason: 'handoff' }] });
});

describe('an edit of a plan under way', () => {
  const asked = { tool: 'write', commands: [], files: ['b.ts'], reason: 'it wants b.ts' };
  const parallel = (count: number): Plan => aList(count, { mode: 'parallel' });
  const counted = ({ state }: Machine): number | undefined => state.execution?.consecutiveAutoSteps;

  it('keeps the count of automatic steps', () => {
    const machine = Machine.started(parallel(2), { concurrency: 1 }).done('E1');
    expect(counted(machine)).toBe(1);
    expect(counted(machine.do({ type: 'plan.edit', plan: parallel(3), approve: true }))).toBe(1);
  });

  it('keeps the word that lets one step of a manual plan start', () => {
    const plan = aPlan([aStep('E1', { agent: 'nobody' }), aStep('E2', { dependsOn: ['E1'] })], { advance: 'manual' });
    const machine = Machine.started(plan).do({ type: 'run.resume' });
    expect(machine.working).toEqual([]);
    const steps = [{ ...plan.steps[0]!, agent: 'search' }, plan.steps[1]!];
    machine
      .do({ type: 'plan.edit', plan: { ...plan, steps }, approve: true })
      .do({ type: 'run.resume', hold: 'handoff' });
    expect(machine.working).toEqual(['E1']);
  });

  it('that a person approves at once starts steps at no cost to the throttle', () => {
    const machine = Machine.started(parallel(2), { concurrency: 3 }).done('E1');
    machine.do({ type: 'plan.edit', plan: parallel(3), approve: true });
    expect(machine.working).toEqual(['E2', 'E3']);
    expect(counted(machine)).toBe(0);
  });

  it('takes back what a step asked for when the step is rewritten', () => {
    const machine = Machine.started(aPlan([aStep('E1', { agent: 'coder' })]));
    machine.settle({ type: 'asks', asked });
    const { plan } = machine.state.execution!;
    machine.do({ type: 'plan.edit', plan: { ...plan, steps: [{ ...plan.steps[0]!, task: 'another way' }] } });
    expect(machine.step('E1')).toMatchObject({ status: 'pending', tries: 1 });
    machine.do({ type: 'plan.approve', policy: 'person' });
    machine.do({ type: 'plan.approve', policy: 'person', step: machine.id('E1') });
    expect(machine.step('E1')).toMatchObject({ work: 'working', tries: 2 });
    expect(machine.step('E1').grants).toBeUndefined();
  });

  it.each<[string, (machine: Machine) => Machine]>([
    ['has used its attempts', (machine) => machine.fail('retry', 'E2')],
    ['asks for more', (machine) => machine.settle({ type: 'asks', asked }, 'E2')],
    ['was handed over', (machine) => machine.settle({ type: 'handed-over', reason: 'no model' }, 'E2')],
  ])('that takes out a step that %s goes on without it', (_, wait) => {
    const machine = wait(Machine.started(parallel(2), { maxAttempts: 1 }));
    machine.do({ type: 'plan.edit', plan: parallel(1), approve: true });
    expect(machine.state.execution?.holds).toEqual([]);
    expect(machine.do({ type: 'run.resume' }).refusal).toBeNull();
    expect(machine.done('E1').state.status).toBe('done');
  });

  it('leaves a step that waits for a word as it is when another one is rewritten', () => {
    const machine = Machine.started(parallel(3), { maxAttempts: 1, concurrency: 2 }).fail('retry', 'E2');
    const { plan } = machine.state.execution!;
    const [first, second, third] = plan.steps;
    machine.do({ type: 'plan.edit', plan: { ...plan, steps: [first!, second!, { ...third!, task: 'other' }] } });
    expect(machine.step('E2')).toMatchObject({ work: 'between-tries', attempts: 1 });
  });
});
