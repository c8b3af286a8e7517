import { describe, expect, it } from 'vitest';
import { errorInfo } from '../shared/errors.js';
import { Machine, settings, system } from '../testing/machine.js';
import { aList, aPlan, aStep } from '../testing/make-plan.js';
import { keptLesson } from './lesson.js';
import { lessonsFrom } from './lessons-from.js';

const coding = aPlan(
  [
    aStep('E1', {
      agent: 'coder',
      title: 'Add the flag',
      task: 'Add --json to export.',
      action: 'Add',
      files: [{ path: 'src/export.ts' }],
    }),
  ],
  { goal: 'Export as JSON' },
);

const lessonsOf = (machine: Machine): ReturnType<typeof lessonsFrom> => lessonsFrom('run-test1', machine.events);

describe('lessonsFrom', () => {
  it('learns nothing from a run without a failure', () => {
    expect(lessonsOf(Machine.started(aList(2)).done().done())).toEqual([]);
  });

  it('tells the situation and the mistake of a step that failed for good, and makes no correction up', () => {
    const machine = Machine.started(coding, { maxAttempts: 1, onFailure: 'continue' }).fail(
      undefined,
      'E1',
      'no such file',
    );
    expect(machine.statuses).toEqual(['failed']);
    expect(lessonsOf(machine)).toEqual([
      {
        situation: 'Export as JSON\nAdd the flag: Add --json to export.',
        mistake: 'no such file',
        tags: ['add', 'agent-failed', 'coder', 'ts'],
        run: 'run-test1',
        step: 'E1',
      },
    ]);
  });

  it('learns from a timeout', () => {
    const error = errorInfo('step-timeout', 'step E1 took longer than 1000 ms');
    const machine = Machine.started(coding, { maxAttempts: 1, onFailure: 'continue' }).settle({
      type: 'failed',
      error,
    });
    expect(lessonsOf(machine)).toMatchObject([
      { mistake: error.message, tags: ['add', 'coder', 'step-timeout', 'timeout', 'ts'] },
    ]);
  });

  it('takes what a later attempt did for the correction', () => {
    const machine = Machine.started(coding)
      .fail(undefined, 'E1', 'a')
      .fail(undefined, 'E1', 'b')
      .done('E1', 'Used a stream.\nMore.');
    expect(lessonsOf(machine)).toMatchObject([{ mistake: 'a\nb', correction: 'Try 3 succeeded: Used a stream.' }]);
  });

  it('names the model that did it where another had failed', () => {
    const machine = Machine.started(coding)
      .settle({ type: 'failed', error: errorInfo('agent-failed', 'a'), model: 'small' })
      .settle({ type: 'done', answer: 'ok', model: 'large' });
    expect(lessonsOf(machine)).toMatchObject([
      { correction: 'large did it where small had failed.\nTry 2 succeeded: ok' },
    ]);
  });

  it('takes the supervisor’s hint for the correction, if it helped', () => {
    const machine = Machine.started(coding, { maxAttempts: 1 }).fail();
    const retry = (hint: string): Machine => machine.do({ type: 'step.retry', step: machine.id('E1'), hint });
    retry('look in lib').fail();
    retry('the file is src/out.ts').done('E1', 'ok');
    expect(lessonsOf(machine)).toMatchObject([
      { correction: 'The supervisor said: the file is src/out.ts\nTry 3 succeeded: ok' },
    ]);
  });

  it('takes an edit of the step for the correction, and tells the step as it was when it failed', () => {
    const machine = Machine.started(coding, { maxAttempts: 1 }).fail();
    const step = { ...machine.state.execution!.plan.steps[0]!, agent: 'refactor', task: 'Add --json to src/out.ts.' };
    machine
      .do({ type: 'plan.edit', plan: { ...machine.state.execution!.plan, steps: [step] }, approve: true })
      .do({ type: 'run.resume' })
      .done('E1', 'ok');
    expect(machine.statuses).toEqual(['done']);
    expect(lessonsOf(machine)).toMatchObject([
      {
        situation: 'Export as JSON\nAdd the flag: Add --json to export.',
        correction: 'The agent became refactor.\nThe task became: Add --json to src/out.ts.\nTry 2 succeeded: ok',
      },
    ]);
  });

  it('keeps the lesson of a step that was taken out of the plan', () => {
    const two = aPlan([...coding.steps, aStep('E2')], { goal: 'Export as JSON' });
    const machine = Machine.started(two, { maxAttempts: 1 }).fail('revise', 'E1');
    const plan = machine.state.execution!.plan;
    machine.do({ type: 'plan.edit', plan: { ...plan, steps: plan.steps.slice(1) }, approve: true });
    expect(machine.state.execution!.plan.steps).toHaveLength(1);
    expect(lessonsOf(machine)).toMatchObject([{ mistake: 'it broke', step: 'E1' }]);
    expect(lessonsOf(machine)[0]).not.toHaveProperty('correction');
  });

  it('learns from planning that failed', () => {
    const machine = new Machine()
      .do({ type: 'run.create', task: 'Add a flag', settings })
      .do({ type: 'planning.fail', error: errorInfo('model-reply-unreadable', 'no plan in it') }, system);
    expect(lessonsOf(machine)).toEqual([
      {
        situation: 'Add a flag',
        mistake: 'no plan in it',
        tags: ['planner', 'model-reply-unreadable'],
        run: 'run-test1',
      },
    ]);
  });

  it('cuts what is too long', () => {
    const machine = Machine.started(coding, { maxAttempts: 1, onFailure: 'continue' }).fail(
      undefined,
      'E1',
      'x'.repeat(9000),
    );
    expect(lessonsOf(machine)[0]?.mistake).toHaveLength(601);
  });
});

describe('keptLesson', () => {
  const lesson = { situation: 's', mistake: 'm', tags: ['a'], run: 'run-1', step: 'E1' };

  it('has a name made of what it says, wherever it was learnt', () => {
    expect(keptLesson(lesson).id).toMatch(/^lesson-[0-9a-f]{8}$/);
    expect(keptLesson({ ...lesson, run: 'run-2', step: 'E9' }).id).toBe(keptLesson(lesson).id);
    expect(keptLesson({ ...lesson, correction: 'c' }).id).not.toBe(keptLesson(lesson).id);
  });
});
