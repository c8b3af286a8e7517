import { describe, expect, it } from 'vitest';
import { toolFailureNote } from '../execute/step-prompt.js';
import { workOrder } from '../execute/work-order.js';
import { errorInfo } from '../shared/errors.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { Machine, system } from '../testing/machine.js';
import { pauseOf, planState } from './state.js';

const start = (count = 2): Machine => Machine.started(aList(count));

describe('the edges between step states', () => {
  it('S01 a written step is pending, with no attempt and no answer', () => {
    expect(Machine.draft(aList(1)).step('E1')).toEqual({ status: 'pending', tries: 0, attempts: 0, failures: [] });
  });

  it('S02 a started step is in progress on its first attempt and names its executor', () => {
    expect(start().step('E1')).toMatchObject({ status: 'in_progress', attempts: 1, tries: 1, executor: 'exec-1' });
  });

  it('S03 a step that is done keeps its answer, and the next one starts', () => {
    const machine = start().done('E1', 'found it');
    expect(machine.step('E1')).toMatchObject({ status: 'done', answer: 'found it' });
    expect(machine.working).toEqual(['E2']);
  });

  it('S03 what the worker gave beside the answer is kept with it', () => {
    const proof = [{ criterion: 'it works', evidence: 'npm test: 0', met: true }];
    const machine = start().settle({ type: 'done', answer: 'x', transcript: 'all of it', proof, model: 'offline' });
    expect(machine.step('E1')).toMatchObject({ transcript: 'all of it', proof, model: 'offline' });
  });

  it('S04 a tool error inside a step tells the worker where it stands, and uses no attempt', () => {
    const machine = start(3).done().fail('retry');
    const { id, execution } = machine.state;
    const order = workOrder(id, execution!, machine.id('E2'))!;
    expect(toolFailureNote(order, ['search'])).toMatch(/step 2\/3, attempt 2\/3\..*serve instead: search\./);
    expect(machine.step('E2')).toMatchObject({ status: 'in_progress', attempts: 2 });
  });

  it('S05 a failed try is followed by another, with one more attempt used', () => {
    const machine = start().fail('retry');
    expect(machine.step('E1')).toMatchObject({ status: 'in_progress', attempts: 2, tries: 2 });
    expect(machine.working).toEqual(['E1']);
  });

  it('S06 the third failed try leaves the step in progress, waiting, and the plan paused', () => {
    const machine = start().fail('retry').fail('retry').fail('retry');
    expect(machine.step('E1')).toMatchObject({ status: 'in_progress', work: 'between-tries', due: false, attempts: 3 });
    expect(planState(machine.state)).toBe('paused');
  });

  it('S07 a step given up with skip is skipped, with the worker’s reason, and the plan goes on', () => {
    const machine = start().fail('skip', 'E1', 'no such service');
    expect(machine.step('E1')).toMatchObject({ status: 'skipped', reason: 'no such service' });
    expect(machine.working).toEqual(['E2']);
  });

  it('S08 a step given up with abort is failed', () => {
    expect(start().fail('abort').step('E1').status).toBe('failed');
  });

  it('S09 pending steps are skipped when the plan is aborted or cancelled', () => {
    expect(start(3).fail('abort').statuses).toEqual(['failed', 'skipped', 'skipped']);
    expect(start(3).done().do({ type: 'run.cancel' }).statuses).toEqual(['done', 'skipped', 'skipped']);
  });

  it('S10 a step in progress is skipped when the plan is cancelled, and its late result is not used', () => {
    const machine = start().do({ type: 'run.cancel' });
    machine.do(
      { type: 'step.settle', step: machine.id('E1'), try: 1, outcome: { type: 'done', answer: 'late' } },
      system,
    );
    expect(machine.step('E1').status).toBe('skipped');
    expect(machine.types.at(-1)).toBe('result.ignored');
  });

  it('S11 a step that asks for a revision is pending again', () => {
    expect(start().fail('revise').step('E1')).toMatchObject({ status: 'pending', attempts: 0, tries: 1 });
  });

  it('S12 a sidekick that was terminated or timed out fails its step', () => {
    const machine = Machine.started(aPlan([aStep('E1'), aStep('E2')], { mode: 'parallel' }), {
      onFailure: 'continue',
      maxAttempts: 1,
    });
    expect(machine.fail(undefined, 'E1', 'the sidekick was terminated').step('E1').status).toBe('failed');
    expect(machine.working).toEqual(['E2']);
  });

  it('S13 a sidekick’s result is its step’s answer', () => {
    const machine = Machine.started(aPlan([aStep('E1'), aStep('E2')], { mode: 'parallel' }));
    expect(machine.done('E2', 'summary').step('E2')).toMatchObject({ status: 'done', answer: 'summary' });
  });

  it('S14 resume after the retry cap gives a fresh round', () => {
    const machine = start().fail().fail().fail().do({ type: 'run.resume' });
    expect(machine.step('E1')).toMatchObject({ status: 'in_progress', attempts: 1, tries: 4 });
  });
});

describe('a step that has used its attempts', () => {
  const capped = (): Machine => start().fail().fail().fail();

  it('is retried with a hint that its worker will read', () => {
    const machine = capped();
    machine.do({ type: 'step.retry', step: machine.id('E1'), hint: 'look in docs' });
    expect(machine.step('E1')).toMatchObject({ attempts: 1, hint: 'look in docs', work: 'working' });
    expect(planState(machine.state)).toBe('running');
  });

  it('is skipped, and the plan goes on', () => {
    const machine = capped();
    machine.do({ type: 'step.skip', step: machine.id('E1') });
    expect(machine.statuses).toEqual(['skipped', 'in_progress']);
  });

  it('is settled by hand, and the plan goes on', () => {
    const machine = capped();
    machine.do({ type: 'step.done', step: machine.id('E1'), answer: 'I did it' });
    expect(machine.statuses).toEqual(['done', 'in_progress']);
  });

  it.each(['step.retry', 'step.skip', 'step.done'] as const)('%s does not lift the pause of a supervisor', (type) => {
    const machine = capped().do({ type: 'run.pause' });
    machine.do({ type, step: machine.id('E1'), answer: 'x' });
    expect(machine.state.execution?.holds.map(({ reason }) => reason)).toEqual(['supervisor']);
    expect(machine.working).toEqual([]);
  });

  it('may be rewritten, which needs approval and starts a fresh round', () => {
    const machine = capped();
    const { plan } = machine.state.execution!;
    machine.do({
      type: 'plan.edit',
      plan: { ...plan, steps: [{ ...plan.steps[0]!, task: 'another way' }, plan.steps[1]!] },
      approve: true,
    });
    machine.do({ type: 'run.resume' });
    expect(machine.step('E1')).toMatchObject({ work: 'working', attempts: 1 });
  });

  it.each([
    ['pause', 'in_progress', 'paused'],
    ['continue', 'failed', 'running'],
    ['skip-dependents', 'failed', 'running'],
    ['abort', 'failed', 'failed'],
  ] as const)('follows its own onFailure: %s', (onFailure, status, planIs) => {
    const plan = aPlan([aStep('E1', { onFailure }), aStep('E2')], { mode: 'parallel' });
    const machine = Machine.started(plan).fail(undefined, 'E1').fail(undefined, 'E1').fail(undefined, 'E1');
    expect(machine.step('E1').status).toBe(status);
    expect(planState(machine.state)).toBe(planIs);
  });

  it('skips what needs it, directly or through others, with skip-dependents', () => {
    const plan = aPlan(
      [
        aStep('E1', { onFailure: 'skip-dependents' }),
        aStep('E2', { dependsOn: ['E1'] }),
        aStep('E3', { dependsOn: ['E2'] }),
        aStep('E4'),
      ],
      { mode: 'parallel' },
    );
    const machine = Machine.started(plan, { maxAttempts: 1 }).fail(undefined, 'E1');
    expect(machine.statuses).toEqual(['failed', 'skipped', 'skipped', 'in_progress']);
    expect(machine.step('E3')).toMatchObject({ reason: 'it needs E1, which failed' });
  });

  it('leaves alone what has been done on its error before', () => {
    const plan = aPlan([aStep('E1'), aStep('E2', { dependsOn: ['E1'] }), aStep('E3', { dependsOn: ['E2'] })], {
      mode: 'parallel',
    });
    const machine = Machine.started(plan, { onFailure: 'continue', maxAttempts: 1, concurrency: 1 });
    machine.fail(undefined, 'E1').done('E2', 'made the best of it');
    machine.do({ type: 'step.retry', step: machine.id('E1') }).do({ type: 'run.pause' });
    machine.done('E3');
    const { execution } = machine.state;
    expect(machine.statuses).toEqual(['pending', 'done', 'done']);
    const steps = execution!.plan.steps.map((step) =>
      step.label === 'E1' ? { ...step, onFailure: 'skip-dependents' as const } : step,
    );
    machine.do({ type: 'plan.edit', plan: { ...execution!.plan, steps }, approve: true }).do({ type: 'run.resume' });
    expect(machine.fail(undefined, 'E1').statuses).toEqual(['failed', 'done', 'done']);
  });

  it('is not tried again when trying again cannot help', () => {
    const machine = Machine.started(aList(2), { onFailure: 'continue' });
    machine.settle({ type: 'failed', error: { code: 'tool-denied', message: 'no', retryable: false } });
    expect(machine.step('E1')).toMatchObject({ status: 'failed', tries: 1 });
  });

  const ended = errorInfo('agent-failed', '`npm test` failed', { command: 'npm test', exitCode: 1 });
  const stopped = errorInfo('step-timeout', '`npm test` did not finish', { command: 'npm test' });
  const missing = errorInfo('agent-failed', '`nope` did not finish: there is no such program', { command: 'nope' });
  it.each([
    ['not again by a worker that would do the same', { error: ended, deterministic: true }, 'failed'],
    ['not again either where its program is not there', { error: missing, deterministic: true }, 'failed'],
    ['again by a worker that thinks', { error: ended }, 'in_progress'],
    ['again where it was stopped before its end', { error: stopped, deterministic: true }, 'in_progress'],
    ['again where the worker asks for it', { error: ended, deterministic: true, next: 'retry' }, 'in_progress'],
  ] as const)('whose command failed is tried %s', (_name, failure, status) => {
    const machine = Machine.started(aList(2), { onFailure: 'continue' });
    expect(machine.settle({ type: 'failed', ...failure }).step('E1')).toMatchObject({ status });
  });
});

describe('errors flow to thinkers, never to doers', () => {
  const plan = (second: Parameters<typeof aStep>[1]): Machine =>
    Machine.started(
      aPlan([aStep('E1'), aStep('E2', { task: 'use #E1', ...second }), aStep('E3', { task: 'read #E2' })]),
      { onFailure: 'continue', maxAttempts: 1 },
    ).fail(undefined, 'E1', 'forced failure');

  it('a step that is skipped names all that gave it an error', () => {
    const steps = [aStep('E1'), aStep('E2'), aStep('E3', { agent: 'coder', dependsOn: ['E1', 'E2'] })];
    const machine = Machine.started(aPlan(steps), { onFailure: 'continue', maxAttempts: 1 });
    machine.fail(undefined, 'E1').fail(undefined, 'E2');
    expect(machine.step('E3')).toMatchObject({ reason: 'it may write, and E1, E2 gave it an error to work on' });
  });

  it('a reading step starts on the error', () => {
    expect(plan({ agent: 'reviewer' }).working).toEqual(['E2']);
  });

  it('a writing step is skipped with the reason, and what reads it sees an error', () => {
    const machine = plan({ agent: 'coder' });
    expect(machine.step('E2')).toMatchObject({
      status: 'skipped',
      cause: 'error-input',
      reason: 'it may write, and E1 gave it an error to work on',
    });
    expect(machine.working).toEqual(['E3']);
  });

  it('a writing step that says it can runs on the error', () => {
    expect(plan({ agent: 'coder', runsOnError: true }).working).toEqual(['E2']);
  });

  it('a writing step whose error was only a dependency, not a placeholder, is skipped too', () => {
    expect(plan({ agent: 'coder', task: 'write', dependsOn: ['E1'] }).step('E2').status).toBe('skipped');
  });

  it('an agent nobody knows may do anything, so it does not start on an error', () => {
    expect(plan({ agent: 'wizard' }).step('E2').status).toBe('skipped');
  });
});

describe('a step nobody here can do', () => {
  const handedOver = (): Machine => {
    const machine = Machine.draft(
      aPlan([aStep('E1', { agent: 'coder' }), aStep('E2', { dependsOn: ['E1'] }), aStep('E3')], { mode: 'parallel' }),
    );
    machine.executor = { id: 'exec-1', agents: ['search'], writesAnswers: false };
    return machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
  };

  it('stays pending with a handoff hold while others go on', () => {
    const machine = handedOver();
    expect(machine.statuses).toEqual(['pending', 'pending', 'in_progress']);
    expect(planState(machine.state)).toBe('running');
    machine.done('E3');
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'handoff', on: machine.id('E1') });
  });

  it('is settled by hand, with proof, and the plan goes on to its end', () => {
    const machine = handedOver().done('E3');
    machine.do({
      type: 'step.done',
      step: machine.id('E1'),
      answer: 'written',
      proof: [{ criterion: 'tests pass', evidence: 'npm test: 0', met: true }],
    });
    expect(machine.step('E1')).toMatchObject({ status: 'done', proof: [{ met: true }] });
    expect(machine.done('E2').state.status).toBe('done');
  });

  it('can be said to have failed, which is final', () => {
    const machine = handedOver().done('E3');
    machine.do({ type: 'step.fail', step: machine.id('E1'), reason: 'impossible' });
    expect(machine.step('E1')).toMatchObject({ status: 'failed', error: { message: 'impossible' } });
  });

  it.each([
    ['abort', ['failed', 'skipped', 'skipped'], 'failed'],
    ['skip-dependents', ['failed', 'skipped', 'in_progress'], 'running'],
    ['continue', ['failed', 'in_progress', 'in_progress'], 'running'],
    ['pause', ['failed', 'in_progress', 'in_progress'], 'running'],
  ] as const)(
    'when it is said to have failed, follows its onFailure, but for the pause: %s',
    (onFailure, all, shown) => {
      const machine = Machine.started(
        aPlan([aStep('E1', { agent: 'nobody', onFailure }), aStep('E2', { dependsOn: ['E1'] }), aStep('E3')]),
      );
      expect(machine.do({ type: 'step.fail', step: machine.id('E3'), reason: 'x' }).refusal?.details).toEqual({
        reason: 'step-not-awaited',
      });
      machine.do({ type: 'step.fail', step: machine.id('E1'), reason: 'impossible' });
      expect(machine.statuses).toEqual(all);
      expect(planState(machine.state)).toBe(shown);
    },
  );

  it('is not settled by hand without an answer, nor when it waits for nobody', () => {
    const machine = handedOver();
    expect(machine.do({ type: 'step.done', step: machine.id('E1'), answer: ' ' }).refusal?.code).toBe('usage-wrong');
    expect(machine.do({ type: 'step.done', step: machine.id('E2'), answer: 'x' }).refusal?.details).toEqual({
      reason: 'step-not-awaited',
    });
    expect(machine.do({ type: 'step.done', step: machine.id('E3'), answer: 'x' }).refusal?.details).toEqual({
      reason: 'step-not-awaited',
    });
  });

  it('is taken by a worker that can, once resumed there', () => {
    const machine = handedOver().done('E3');
    machine.executor = { id: 'exec-2', agents: ['search', 'coder'], writesAnswers: true };
    expect(machine.do({ type: 'run.resume' }).working).toEqual(['E1']);
  });
});

describe('a step whose process is gone', () => {
  const gone = (agent: string): Machine =>
    Machine.started(aPlan([aStep('E1', { agent })])).do({ type: 'run.advance' }, system, {
      deadExecutors: ['exec-1'],
      executor: { id: 'exec-2', agents: ['search', 'coder', 'shell'], writesAnswers: true },
    });

  it('starts again when it only reads, with a new try and no attempt used up', () => {
    expect(gone('search').step('E1')).toMatchObject({ work: 'working', executor: 'exec-2', tries: 2, attempts: 1 });
  });

  it('starts again when it writes where we can roll back', () => {
    expect(gone('coder').step('E1')).toMatchObject({ work: 'working', tries: 2 });
  });

  it('waits for a person, in doubt, when it reached out', () => {
    const machine = gone('shell');
    expect(machine.working).toEqual([]);
    expect(pauseOf(machine.state)).toMatchObject({ reason: 'approval', on: machine.id('E1') });
    expect(machine.do({ type: 'run.resume' }).refusal?.code).toBe('approval-missing');
    machine.do({ type: 'plan.approve', policy: 'person', step: machine.id('E1') });
    expect(machine.step('E1')).toMatchObject({ work: 'working', tries: 2, attempts: 1 });
  });

  it('is settled by hand when it is in doubt; one that asks for a revision is not', () => {
    const machine = gone('shell');
    machine.do({ type: 'step.done', step: machine.id('E1'), answer: 'it had its effect' });
    expect(machine.state.status).toBe('done');
    const revised = start().fail('revise');
    expect(revised.do({ type: 'step.done', step: revised.id('E1'), answer: 'x' }).refusal?.details).toEqual({
      reason: 'step-not-awaited',
    });
  });

  it('is not interrupted once it has ended, nor for a try that another has followed', () => {
    const machine = start().fail('retry');
    const interrupt = (label: string, tryNumber: number) =>
      machine.do({ type: 'step.interrupt', step: machine.id(label), try: tryNumber, reason: 'gone' }, system);
    expect(interrupt('E1', 1).step('E1')).toMatchObject({ work: 'working', tries: 2 });
    machine.done('E1');
    expect(interrupt('E1', 2).step('E1').status).toBe('done');
    expect(machine.types).not.toContain('step.interrupted');
  });

  it('is left alone when another process is gone', () => {
    const machine = start().do({ type: 'run.advance' }, system, { deadExecutors: ['exec-9'] });
    expect(machine.step('E1')).toMatchObject({ work: 'working', tries: 1 });
  });

  it('does not use the result of a try that was superseded', () => {
    const machine = gone('search');
    machine.do(
      { type: 'step.settle', step: machine.id('E1'), try: 1, outcome: { type: 'done', answer: 'old' } },
      system,
    );
    expect(machine.types.at(-1)).toBe('result.ignored');
    expect(machine.done('E1', 'new').step('E1')).toMatchObject({ answer: 'new' });
  });
});
