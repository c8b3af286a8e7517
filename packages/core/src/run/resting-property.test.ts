import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunSettings } from '../execute/execution.js';
import type { StepOutcome } from '../execute/step-outcome.js';
import type { Plan } from '../plan/plan.js';
import { errorInfo } from '../shared/errors.js';
import type { StepId } from '../shared/ids.js';
import { Machine, system } from '../testing/machine.js';
import { aPlan, aStep } from '../testing/make-plan.js';
import { isResting } from '../view/run-result.js';
import type { RunCommand } from './commands.js';
import { next } from './next.js';
import { pauseOf } from './state.js';

const plans = fc
  .record({
    needs: fc.array(fc.array(fc.nat(4), { maxLength: 2 }), { minLength: 1, maxLength: 6 }),
    agents: fc.array(fc.constantFrom('search', 'coder', 'shell'), { minLength: 6, maxLength: 6 }),
    mode: fc.constantFrom('parallel' as const, 'sequential' as const),
    advance: fc.constantFrom('auto' as const, 'manual' as const),
    paths: fc.constantFrom<string[]>([], ['a.ts'], ['a.ts', 'b.ts']),
  })
  .map(({ needs, agents, mode, advance, paths }) =>
    aPlan(
      needs.map((list, index) =>
        aStep(`E${index + 1}`, {
          dependsOn: [...new Set(list.filter((need) => need < index).map((need) => `E${need + 1}`))],
          agent: agents[index]!,
          files: paths.slice(index % 2, (index % 2) + 1).map((path) => ({ path })),
        }),
      ),
      { mode, advance },
    ),
  );

const wishes: fc.Arbitrary<Partial<RunSettings>> = fc.record({
  onFailure: fc.constantFrom('pause', 'pause', 'continue', 'skip-dependents', 'abort'),
  autoSteps: fc.constantFrom(null, 2, 3),
  concurrency: fc.integer({ min: 1, max: 3 }),
  maxAttempts: fc.integer({ min: 1, max: 2 }),
});

const failed = { type: 'failed', error: errorInfo('agent-failed', 'it broke') } as const;
/** The first two are what happens most: with the others as often, no plan would live long. */
const outcomes: readonly StepOutcome[] = [
  { type: 'done', answer: 'found' },
  { ...failed, next: 'retry' },
  { ...failed, next: 'skip' },
  { ...failed, next: 'abort' },
  { ...failed, next: 'revise' },
  { type: 'failed', error: errorInfo('budget-spent', 'no room') },
  { type: 'asks', asked: { tool: 'shell', commands: ['npm publish'], files: [], reason: 'it wants to publish' } },
  { type: 'handed-over', reason: 'no model' },
];

/** What anybody may ask at any moment, about any step. */
const requests: readonly ((step: StepId, plan: Plan) => RunCommand)[] = [
  (step) => ({ type: 'step.retry', step }),
  (step) => ({ type: 'step.skip', step }),
  (step) => ({ type: 'step.done', step, answer: 'by hand' }),
  (step) => ({ type: 'step.fail', step, reason: 'it cannot be done' }),
  (step) => ({ type: 'step.undo', steps: [step] }),
  (step) => ({ type: 'plan.approve', policy: 'person', step }),
  (step, plan) => ({ type: 'plan.edit', plan: rewritten(plan, step) }),
  (step, plan) => ({ type: 'plan.edit', plan: without(plan, step), approve: true }),
  () => ({ type: 'plan.approve', policy: 'person' }),
  () => ({ type: 'plan.reject', reason: 'not like this' }),
  () => ({ type: 'run.pause' }),
  () => ({ type: 'run.resume' }),
  () => ({ type: 'run.resume', hold: 'manual_gate' }),
  () => ({ type: 'run.resume', hold: 'retry_cap' }),
  () => ({ type: 'run.archive' }),
  () => ({ type: 'message.note' }),
  () => ({ type: 'budget.set', budget: null }),
];

function rewritten(plan: Plan, id: StepId): Plan {
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? { ...step, task: `${step.task}!` } : step)) };
}

/** A plan without steps is none: the last one stays. */
function without(plan: Plan, id: StepId): Plan {
  if (plan.steps.length === 1) return plan;
  const gone = plan.steps.find((step) => step.id === id)?.label;
  const left = plan.steps.filter((step) => step.id !== id);
  const needing = (labels: readonly string[]): string[] => labels.filter((label) => label !== gone);
  return { ...plan, steps: left.map((step) => ({ ...step, dependsOn: needing(step.dependsOn) })) };
}

type Move = (machine: Machine) => unknown;

const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...outcomes.slice(0, 2)), fc.nat(5)).map(settling) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...outcomes), fc.nat(5)).map(settling) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...requests), fc.nat(5)).map(asking) },
  { weight: 1, arbitrary: fc.constantFrom(['search'], ['search', 'coder', 'shell']).map(takingOver) },
);

function settling([outcome, which]: [StepOutcome, number]): Move {
  return (machine) => {
    const { working } = machine;
    return working.length > 0 && machine.settle(outcome, working[which % working.length]);
  };
}

function asking([request, which]: [(typeof requests)[number], number]): Move {
  return (machine) => {
    const { plan } = machine.state.execution!;
    return machine.do(request(plan.steps[which % plan.steps.length]!.id, plan));
  };
}

/** The process is gone, and another one, which has these agents, goes on. */
function takingOver(agents: readonly string[]): Move {
  return (machine) => {
    const gone = machine.executor!.id;
    machine.executor = { id: `${gone}+`, agents, writesAnswers: true };
    return machine.do({ type: 'run.advance' }, system, { deadExecutors: [gone] });
  };
}

/** What a person does about the hold that pauses a plan. */
function free(machine: Machine): void {
  const hold = pauseOf(machine.state);
  if (hold?.reason === 'budget') machine.do({ type: 'budget.set', budget: null });
  else if (hold?.reason !== 'approval') machine.do({ type: 'run.resume' });
  else if (hold.on === 'plan') machine.do({ type: 'plan.approve', policy: 'person' });
  else machine.do({ type: 'plan.approve', policy: 'person', step: hold.on });
}

function always(check: (machine: Machine) => void): void {
  const lives = fc.tuple(plans, wishes, fc.array(moves, { maxLength: 25, size: 'max' }));
  fc.assert(
    fc.property(lives, ([plan, settings, happened]) => {
      const machine = Machine.started(plan, settings);
      for (const move of happened) {
        move(machine);
        check(machine);
      }
    }),
    { numRuns: 200 },
  );
}

describe('whatever happens to a plan, in whatever order', () => {
  it('a step is never worked on twice at once, and never more steps than there may be', () => {
    always((machine) => {
      const { executor, state, working } = machine;
      const keys = machine.events.flatMap(({ type, data }) =>
        type === 'step.started' ? [`${data.step}:${data.try}`] : [],
      );
      expect(new Set(keys).size).toBe(keys.length);
      expect(working.length).toBeLessThanOrEqual(state.settings.concurrency);
      expect(next(state, executor!.id).filter(({ type }) => type === 'run-step')).toHaveLength(
        state.status === 'running' ? working.length : 0,
      );
    });
  });

  it('a decision holds all that follows from it', () => {
    always((machine) => {
      const { length } = machine.events;
      expect(machine.do({ type: 'run.advance' }, system).events.slice(length)).toEqual([]);
    });
  });

  it('it rests exactly when nobody has anything to do', () => {
    always(({ state, executor }) => {
      expect(isResting(state)).toBe(next(state, executor!.id).length === 0);
    });
  });

  it('a person who does what is wanted brings it to its end', () => {
    fc.assert(
      fc.property(plans, wishes, fc.array(moves, { maxLength: 25, size: 'max' }), (plan, settings, happened) => {
        const machine = Machine.started(plan, settings);
        for (const move of happened) move(machine);
        takingOver(['search', 'coder', 'shell'])(machine);
        for (let turn = 0; turn < 100 && machine.state.status === 'running'; turn += 1) {
          if (machine.working.length > 0) machine.done();
          else free(machine);
        }
        expect(['done', 'failed']).toContain(machine.state.status);
      }),
      { numRuns: 200 },
    );
  });
});
