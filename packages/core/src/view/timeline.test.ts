import { expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine, settings } from '../testing/machine.js';
import type { RunEvent } from '../run/events.js';
import { logLine } from './log-line.js';
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

it('logs the dispatch, the failure, what was skipped and the end, with fields to search by', () => {
  const machine = ran();
  const lines = stored(machine).flatMap((event) => logLine(machine.state, event) ?? []);
  expect(
    lines
      .filter((line) => line.level !== 'debug')
      .map(({ level, msg, id, error, reason }) => ({ level, msg, id, error, reason })),
  ).toEqual([
    { level: 'info', msg: 'plan step dispatching', id: 'E1' },
    { level: 'info', msg: 'plan held', reason: 'supervisor' },
    { level: 'warn', msg: 'plan step failed', id: 'E1', error: 'no network' },
    { level: 'warn', msg: 'plan step skipped', id: 'E2', reason: 'it may write, and E1 gave it an error to work on' },
    { level: 'warn', msg: 'plan finished' },
  ]);
});

it('logs why a planner was called or not, with the mode, the score and whether it was asked for', () => {
  const gate = { plan: true, reason: 'the task scores 7 of 10', score: 7, mode: 'auto', forced: false } as const;
  const machine = new Machine().do({ type: 'run.create', task: 'a task', settings, gate });
  expect(logLine(machine.state, stored(machine)[0]!)).toEqual({
    level: 'info',
    msg: 'plan-first triggered',
    run: 'run-test1',
    forced: false,
    mode: 'auto',
    complexity: 7,
    reason: 'the task scores 7 of 10',
  });
});
