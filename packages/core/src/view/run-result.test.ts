import { describe, expect, it } from 'vitest';
import { errorInfo } from '../shared/errors.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine, settings } from '../testing/machine.js';
import { runResult } from './run-result.js';

const plan = aPlan([aStep('E1'), aStep('E2')]);
const headless = { maxAttempts: 1, onFailure: 'continue' } as const;
const tooSlow = { type: 'failed', error: errorInfo('step-timeout', 'step E1 took longer than 5 ms') } as const;

describe('the exit code of a run, and the reason beside it', () => {
  it.each<[string, Machine, object]>([
    ['that waits for approval', Machine.draft(plan), { state: 'draft', reason: 'approval', exit: 3 }],
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
      { state: 'cancelled', reason: 'cancelled', exit: 1 },
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
