import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StepOutcome } from '../execute/step-outcome.js';
import type { Plan } from '../plan/plan.js';
import type { OnFailure } from '../plan/step.js';
import { errorInfo } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine, system } from '../testing/machine.js';
import type { RunCommand } from './commands.js';
import { pauseOf, planState } from './state.js';

const labels = ['E1', 'E2', 'E3', 'E4', 'E5'];
const planOf = (advance: Plan['advance']): Plan =>
  aPlan(
    [
      aStep('E1'),
      aStep('E2', { agent: 'coder', files: [{ path: 'a.ts', action: 'modify' }] }),
      aStep('E3', { agent: 'coder', files: [{ path: 'a.ts', action: 'modify' }] }),
      aStep('E4', { agent: 'git' }),
      aStep('E5', { dependsOn: ['E2', 'E4'] }),
    ],
    { advance },
  );

const asked = { tool: 'write', commands: [], files: ['b.ts'], reason: 'it wants more' };
const failed = (next?: 'retry' | 'skip' | 'abort' | 'revise'): StepOutcome => ({
  type: 'failed',
  error: errorInfo('agent-failed', 'it broke'),
  ...(next && { next }),
});
const done: StepOutcome = { type: 'done', answer: 'an answer' };
const outcome = fc.constantFrom<StepOutcome>(
  ...[
    done,
    done,
    done,
    done,
    failed('retry'),
    failed('retry'),
    failed('retry'),
    failed(),
    failed('skip'),
    failed('revise'),
  ],
  { type: 'failed', error: errorInfo('budget-spent', 'no room') },
  { type: 'handed-over', reason: 'not me' },
  { type: 'asks', asked },
);

/** What may happen to a run at any moment, whether it applies or not. */
type Move = (machine: Machine) => Machine;
const aboutStep = fc
  .record({
    label: fc.constantFrom(...labels),
    command: fc.constantFrom<(step: StepId) => RunCommand>(
      (step) => ({ type: 'step.retry', step }),
      (step) => ({ type: 'step.skip', step }),
      (step) => ({ type: 'step.done', step, answer: 'by hand' }),
      (step) => ({ type: 'step.fail', step, reason: 'it cannot be done' }),
      (step) => ({ type: 'step.undo', steps: [step] }),
      (step) => ({ type: 'plan.approve', policy: 'person', step }),
    ),
  })
  .map(
    ({ label, command }): Move =>
      (machine) =>
        machine.do(command(machine.id(label))),
  );
const aboutRun = fc
  .constantFrom<RunCommand>(
    ...Array.from({ length: 9 }, () => ({ type: 'run.resume' as const })),
    { type: 'run.resume', hold: 'retry_cap' },
    { type: 'run.pause' },
    { type: 'run.archive' },
    { type: 'message.note' },
    { type: 'budget.set', budget: { tokens: 10 } },
    { type: 'plan.approve', policy: 'person' },
  )
  .map(
    (command): Move =>
      (machine) =>
        machine.do(command),
  );
const settling = fc.record({ outcome, which: fc.nat(3) }).map(({ outcome, which }): Move => (machine) => {
  const label = machine.working[which % Math.max(1, machine.working.length)];
  return label === undefined ? machine : machine.settle(outcome, label);
});
const dying = fc.constant<Move>((machine) =>
  machine.do({ type: 'run.advance' }, system, { deadExecutors: ['exec-1'] }),
);
const moves = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: settling },
    { weight: 2, arbitrary: aboutStep },
    { weight: 4, arbitrary: aboutRun },
    dying,
  ),
  { maxLength: 40, size: 'max' },
);
const setups = fc.record({
  advance: fc.constantFrom('auto' as const, 'auto' as const, 'manual' as const),
  autoSteps: fc.constantFrom(null, 2),
  concurrency: fc.integer({ min: 1, max: 4 }),
  maxAttempts: fc.integer({ min: 1, max: 2 }),
  onFailure: fc.constantFrom<OnFailure>('pause', 'pause', 'pause', 'continue', 'skip-dependents', 'abort'),
});

/** What a person does who wants it to end: what the run waits for. */
function goOn(machine: Machine): Machine {
  if (machine.working.length > 0) return machine.done();
  const hold = pauseOf(machine.state);
  if (hold === undefined) return machine;
  if (hold.on !== 'plan') return machine.do({ type: 'step.done', step: hold.on, answer: 'by hand' });
  if (hold.reason === 'budget') return machine.do({ type: 'budget.set', budget: null });
  return machine.do(
    hold.reason === 'approval' ? { type: 'plan.approve', policy: 'person' } : { type: 'run.resume', hold: hold.reason },
  );
}

describe('a run, whatever happens to it', () => {
  it('is worked on or says what it waits for, and can always be brought to its end', () => {
    fc.assert(
      fc.property(setups, moves, ({ advance, ...settings }, happened) => {
        const machine = Machine.started(planOf(advance), settings);
        for (const move of happened) {
          move(machine);
          if (planState(machine.state) === 'running') expect(machine.working).not.toEqual([]);
        }
        for (let turn = 0; turn < 60 && machine.state.status === 'running'; turn += 1) goOn(machine);
        expect(machine.state.status).not.toBe('running');
      }),
      { numRuns: 500 },
    );
  });
});
