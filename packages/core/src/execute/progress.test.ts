import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine, system } from '../testing/machine.js';
import { progressOf } from './progress.js';

/** Plans of up to six steps whose needs point backwards, in either mode. */
const plans = fc
  .tuple(
    fc.array(fc.array(fc.nat(4), { maxLength: 2 }), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('parallel' as const, 'sequential' as const),
  )
  .map(([needs, mode]) =>
    aPlan(
      needs.map((list, index) =>
        aStep(`E${index + 1}`, {
          dependsOn: [...new Set(list.filter((need) => need < index).map((need) => `E${need + 1}`))],
          agent: index % 3 === 2 ? 'coder' : 'search',
        }),
      ),
      { mode },
    ),
  );

const moves = fc.array(
  fc.tuple(
    fc.constantFrom(
      'done',
      'retry',
      'skip',
      'abort',
      'revise',
      'give-up',
      'pause',
      'resume',
      'step-retry',
      'step-skip',
      'interrupt',
    ),
    fc.nat(5),
  ),
  { maxLength: 25 },
);

function move(machine: Machine, what: string, which: number): void {
  const { plan } = machine.state.execution!;
  const step = plan.steps[which % plan.steps.length]!;
  const working = machine.working[which % Math.max(1, machine.working.length)];
  if (what === 'pause' || what === 'resume') machine.do({ type: `run.${what}` });
  else if (what === 'step-retry') machine.do({ type: 'step.retry', step: step.id });
  else if (what === 'step-skip') machine.do({ type: 'step.skip', step: step.id });
  else if (working === undefined) return;
  else if (what === 'done') machine.done(working);
  else if (what === 'interrupt')
    machine.do(
      { type: 'step.interrupt', step: machine.id(working), try: machine.step(working).tries, reason: 'gone' },
      system,
    );
  else if (what === 'give-up')
    machine.settle({ type: 'failed', error: { code: 'tool-denied', message: 'no', retryable: false } }, working);
  else machine.fail(what as 'retry', working);
}

it('kept step by step is what counting anew would give, whatever happens', () => {
  fc.assert(
    fc.property(
      plans,
      moves,
      fc.constantFrom('pause' as const, 'continue' as const, 'skip-dependents' as const),
      (plan, happened, onFailure) => {
        const machine = Machine.started(plan, { onFailure, autoSteps: 3, concurrency: 2 });
        for (const [what, which] of happened) {
          move(machine, what, which);
          const { execution } = machine.state;
          expect(execution!.progress).toEqual(progressOf(execution!.plan, execution!.steps));
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('no plan is ever stuck: it has ended, works, or waits for a person', () => {
  fc.assert(
    fc.property(plans, moves, (plan, happened) => {
      const machine = Machine.started(plan, { onFailure: 'continue', autoSteps: null });
      for (const [what, which] of happened) move(machine, what, which);
      for (let turn = 0; turn < 60 && machine.state.status === 'running'; turn += 1) {
        if (machine.working.length > 0) machine.done();
        else machine.do({ type: 'run.resume' });
      }
      expect(['done', 'failed']).toContain(machine.state.status);
    }),
    { numRuns: 200 },
  );
});
