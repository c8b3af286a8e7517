import { expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine } from '../testing/machine.js';
import type { RunEvent } from '../run/events.js';
import { timeline } from './timeline.js';

const stored = (machine: Machine): RunEvent[] =>
  machine.events.map((event, index) => ({
    ...event,
    stream: 'run-test1',
    seq: index + 1,
    position: index + 1,
    at: '2026-01-01T00:00:00.000Z',
    actor: { kind: 'person', name: 'ada' },
    commandId: null,
  }));

const ran = (): Machine =>
  Machine.started(aPlan([aStep('E1'), aStep('E2', { agent: 'coder', task: 'use #E1' })]), {
    maxAttempts: 1,
    onFailure: 'continue',
  })
    .do({ type: 'run.pause', note: 'lunch' })
    .do({ type: 'run.resume' })
    .fail(undefined, 'E1', 'no network');

it('tells events as sentences, with steps by their labels', () => {
  const texts = timeline(stored(ran())).map((line) => line.text.replace(/[0-9a-f]{12}/, 'HASH'));
  expect(texts).toEqual([
    'run created: a task',
    'plan drafted (revision 1, 2 steps, HASH)',
    'checked: pass, 3 findings',
    'revision 1 approved (person)',
    'run started',
    'E1 started, attempt 1',
    'paused: supervisor (lunch)',
    'released: supervisor',
    'automatic steps counted from zero (resume)',
    'E1 failed: no network; then fail',
    'E2 skipped: it may write, and E1 gave it an error to work on',
    'plan failed, with errors',
  ]);
});
