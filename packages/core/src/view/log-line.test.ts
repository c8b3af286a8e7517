import { expect, it } from 'vitest';
import { emptyRun } from '../run/state.js';
import type { RunEvent } from '../run/events.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine, settings } from '../testing/machine.js';
import { type LogLine, logLines } from './log-line.js';

/** All that happened, each a second after the one before it. */
const stored = ({ events }: Machine): RunEvent[] =>
  events.map((event, index) => ({
    ...event,
    stream: 'run-test1',
    seq: index + 1,
    position: index + 1,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
    actor: { kind: 'person', name: 'ada' },
    commandId: null,
  }));

const linesOf = (machine: Machine): readonly LogLine[] =>
  logLines(emptyRun(machine.state.id), stored(machine)).filter(({ level }) => level !== 'debug');

const reading = aPlan([aStep('E1'), aStep('E2', { agent: 'coder', task: 'use #E1' })]);

it('tells the dispatch, the failure, what was skipped and the end, with fields to search by', () => {
  const machine = Machine.started(reading, { maxAttempts: 1, onFailure: 'continue' }).fail(
    undefined,
    'E1',
    'no network',
  );
  const first = { run: 'run-test1', step: machine.id('E1'), id: 'E1', agent: 'search', task: 'do E1', attempt: 1 };
  const second = { run: 'run-test1', step: machine.id('E2'), id: 'E2', agent: 'coder', task: 'use #E1', attempt: 0 };
  const reason = 'it may write, and E1 gave it an error to work on';
  expect(linesOf(machine)).toEqual([
    { level: 'info', msg: 'plan step dispatching', ...first, try: 1 },
    { level: 'warn', msg: 'plan step failed', ...first, error: 'no network', then: 'fail', durationMs: 1000 },
    { level: 'warn', msg: 'plan step skipped', ...second, reason },
    {
      ...{ level: 'warn', msg: 'plan finished', run: 'run-test1' },
      ...{ state: 'failed', hadErrors: true, steps: 2, durationMs: 4000 },
    },
  ]);
});

it('names the attempt that ended, although the next one is recorded with its end', () => {
  const machine = Machine.started(aPlan([aStep('E1')]), { maxAttempts: 2 })
    .fail()
    .done();
  expect(linesOf(machine).map(({ msg, attempt, try: tried }) => [msg, attempt, tried])).toEqual([
    ['plan step dispatching', 1, 1],
    ['plan step failed', 1, undefined],
    ['plan step dispatching', 2, 2],
    ['plan step done', 2, undefined],
    ['plan finished', undefined, undefined],
  ]);
});

it('says what waits, and for what', () => {
  const held = Machine.started(reading, { maxAttempts: 1, onFailure: 'pause' }).fail().do({ type: 'run.pause' });
  expect(linesOf(held).filter(({ msg }) => msg === 'plan held')).toMatchObject([
    { on: 'plan', id: 'E1', reason: 'retry_cap' },
    { on: 'plan', reason: 'supervisor' },
  ]);
});

it('says how long a run that was cancelled had gone on', () => {
  const cancelled = Machine.started(reading).do({ type: 'run.cancel', reason: 'enough' });
  const last = linesOf(cancelled).find(({ msg }) => msg === 'run cancelled');
  expect(last).toMatchObject({ level: 'info', reason: 'enough', durationMs: expect.any(Number) as number });
});

it('says why a planner was called or not, with the mode, the score and whether it was asked for', () => {
  const gate = { plan: true, reason: 'the task scores 7 of 10', score: 7, mode: 'auto', forced: false } as const;
  const machine = new Machine().do({ type: 'run.create', task: 'a task', settings, gate });
  const fields = { run: 'run-test1', forced: false, mode: 'auto', complexity: 7, reason: gate.reason };
  expect(linesOf(machine)).toEqual([{ level: 'info', msg: 'Plan-First triggered', ...fields }]);
});
