import { describe, expect, it } from 'vitest';
import { errorInfo } from '../shared/errors.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine, settings, system } from '../testing/machine.js';
import { hasEnded, isResting, runResult } from './run-result.js';

const plan = aPlan([aStep('E1'), aStep('E2')]);
const headless = { maxAttempts: 1, onFailure: 'continue' } as const;
const tooSlow = { type: 'failed', error: errorInfo('step-timeout', 'step E1 took longer than 5 ms') } as const;

describe('the exit code of a run, and the reason beside it', () => {
  it.each<[string, Machine, object]>([
    ['that waits for approval', Machine.draft(plan), { state: 'draft', reason: 'approval', exit: 3 }],
    [
      'that is being planned',
      new Machine().do({ type: 'run.create', task: 'a task', settings }),
      { state: 'planning', reason: null, exit: 3 },
    ],
    [
      'that is paused',
      Machine.started(plan).do({ type: 'run.pause' }),
      { state: 'paused', reason: 'supervisor', exit: 3 },
    ],
    ['that is done', Machine.started(plan).done('E1').done('E2'), { state: 'done', reason: null, exit: 0 }],
    [
      'with a step that failed',
      Machine.started(plan, headless).fail(undefined, 'E1').done('E2'),
      { state: 'failed', reason: null, exit: 1 },
    ],
    [
      'with steps that had too little time',
      Machine.started(plan, headless).settle(tooSlow, 'E1').done('E2'),
      { state: 'failed', reason: 'timeout', exit: 4 },
    ],
    [
      'with a step that had too little time and one that broke',
      Machine.started(plan, headless).settle(tooSlow, 'E1').fail(undefined, 'E2'),
      { state: 'failed', reason: null, exit: 1 },
    ],
    [
      'that was cancelled',
      Machine.started(plan).do({ type: 'run.cancel' }),
      { state: 'cancelled', reason: 'cancelled', exit: 1, hadErrors: false },
    ],
    [
      'whose planning took too long',
      new Machine()
        .do({ type: 'run.create', task: 'a task', settings })
        .do({ type: 'planning.fail', error: errorInfo('step-timeout', 'planning took longer than 60 min') }),
      { state: 'failed', reason: 'timeout', exit: 4 },
    ],
  ])('%s', (_what, { state }, expected) => {
    expect(runResult(state)).toMatchObject(expected);
  });
});

it('a result names the run and its plan, and says whether anything went wrong', () => {
  expect(runResult(Machine.started(plan, headless).fail(undefined, 'E1').done('E2').state)).toMatchObject({
    run: 'run-test1',
    plan: 'plan-test1',
    hadErrors: true,
    report: { steps: [{ status: 'failed' }, { status: 'done' }] },
  });
  expect(runResult(Machine.started(plan).done('E1').done('E2').state).hadErrors).toBe(false);
});

describe('a run', () => {
  const created = (): Machine => new Machine().do({ type: 'run.create', task: 'a task', settings });
  const answered = (machine: Machine): Machine => machine.do({ type: 'run.answer', answer: 'it is so' }, system);
  const down = errorInfo('model-unavailable', 'down');

  it.each<[string, Machine, { rests: boolean; ended: boolean }]>([
    ['being planned', created(), { rests: false, ended: false }],
    ['whose planning failed', created().do({ type: 'planning.fail', error: down }), { rests: true, ended: true }],
    ['in draft', Machine.draft(plan), { rests: true, ended: false }],
    ['under way', Machine.started(plan), { rests: false, ended: false }],
    ['paused with a step at work', Machine.started(plan).do({ type: 'run.pause' }), { rests: false, ended: false }],
    [
      'paused with nobody at work',
      Machine.started(plan).do({ type: 'run.pause' }).fail('skip', 'E1').fail('retry', 'E2'),
      { rests: true, ended: false },
    ],
    ['done, without its answer', Machine.started(plan).done('E1').done('E2'), { rests: false, ended: false }],
    ['done, with its answer', answered(Machine.started(plan).done('E1').done('E2')), { rests: true, ended: true }],
    [
      'failed, with its answer',
      answered(Machine.started(plan, headless).fail(undefined, 'E1').done('E2')),
      { rests: true, ended: true },
    ],
    ['that was cancelled', Machine.started(plan).do({ type: 'run.cancel' }), { rests: true, ended: true }],
  ])('%s', (_what, { state }, { rests, ended }) => {
    expect(isResting(state)).toBe(rests);
    expect(hasEnded(state)).toBe(ended);
  });
});
