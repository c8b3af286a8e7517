import { describe, expect, it } from 'vitest';
import { emptyRun, fillReferences, orderSteps, planState, reportOf, runReport, stepTask } from '@planwright/core';
import { answerOf } from '../../packages/core/src/execute/step-input.js';
import { parsePlan } from '../../packages/core/src/plan/parse-plan.js';
import { Machine } from '../../packages/core/src/testing/machine.js';
import { conformanceDir, readVectors } from './conformance-dir.js';
import { planRunDifferences } from './plan-run-differences.js';

type Result = { readonly output?: string; readonly error?: string } | null;
type Case = {
  readonly name: string;
  readonly plan?: { readonly steps: readonly { readonly id: string }[] } | null;
  readonly plannerOutput?: string;
  readonly dispatch?: Readonly<Record<string, Result>>;
  readonly cancelAfter?: string;
  readonly expected: {
    readonly hadErrors?: boolean;
    readonly stepsExecuted?: number;
    readonly dispatchedTasks?: readonly string[];
    readonly parseError?: boolean;
    readonly stepOutputs?: Readonly<Record<string, string>>;
    readonly stepOutputsLength?: Readonly<Record<string, number>>;
    readonly reportContains?: readonly string[];
  };
};

const cases =
  conformanceDir() === undefined
    ? []
    : (readVectors('plan-first/vectors.json') as { readonly planRun: readonly Case[] }).planRun;

/** Carries a case out with the machine alone: what each step is asked, and what it answers. */
function carryOut({ plan, dispatch = {}, cancelAfter }: Case): {
  readonly machine: Machine;
  readonly tasks: readonly string[];
} {
  const parsed = parsePlan(JSON.stringify(plan));
  if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.message).join('; '));
  // As upstream: one step at a time, one attempt each, and it goes on after a failure.
  const machine = Machine.started(parsed.plan, {
    concurrency: 1,
    maxAttempts: 1,
    autoSteps: null,
    onFailure: 'continue',
  });
  const tasks: string[] = [];
  for (let label = machine.working[0]; label !== undefined; label = machine.working[0]) {
    const index = machine.state.execution!.plan.steps.findIndex((step) => step.label === label);
    tasks.push(stepTask(machine.state.execution!, index));
    const result = dispatch[label];
    if (result?.output !== undefined && result.error === undefined) machine.done(label, result.output);
    else machine.fail(undefined, label, result?.error ?? `the worker for ${label} returned no outcome`);
    if (label === cancelAfter) machine.do({ type: 'run.cancel' });
  }
  return { machine, tasks };
}

/** The steps that a report tells as not executed. */
function toldAsSkipped(lines: readonly string[] = []): readonly string[] {
  return lines.flatMap((line) => /^\[(E\d+)\] SKIPPED/.exec(line)?.[1] ?? []);
}

describe.skipIf(conformanceDir() === undefined)(
  'carrying plans out, by the plan-first vectors (CONFORMANCE_DIR)',
  () => {
    it('has every difference of ours in a case that exists', () => {
      expect(
        planRunDifferences
          .map((difference) => difference.case)
          .filter((name) => !cases.some((each) => each.name === name)),
      ).toEqual([]);
    });

    it.each(cases.filter((each) => each.plan != null).map((each) => [each.name, each] as const))(
      '%s',
      (name, vector) => {
        const { machine, tasks } = carryOut(vector);
        const differs = planRunDifferences.find((difference) => difference.case === name)?.ours ?? {};
        const wanted = { ...vector.expected, ...differs };
        const report = reportOf(machine.state)!;
        if (wanted.hadErrors !== undefined) expect(report.hadErrors).toBe(wanted.hadErrors);
        if (wanted.stepsExecuted !== undefined) expect(tasks).toHaveLength(wanted.stepsExecuted);
        if (wanted.dispatchedTasks !== undefined) expect(tasks).toEqual(wanted.dispatchedTasks);
        if ('state' in wanted) expect(planState(machine.state)).toBe(wanted.state);
        for (const [label, output] of Object.entries(wanted.stepOutputs ?? {})) {
          expect(fillReferences(`#${label}`, { [label]: answerOf(machine.step(label)) ?? '' })).toBe(output);
        }
        for (const [label, length] of Object.entries(wanted.stepOutputsLength ?? {})) {
          expect(report.steps.find((step) => step.label === label)?.output).toHaveLength(length);
        }
        for (const label of toldAsSkipped(wanted.reportContains)) {
          expect(report.steps.find((step) => step.label === label)?.status).toBe('skipped');
        }
        expect(report.steps.map((step) => step.label)).toEqual(
          orderSteps(machine.state.execution!.plan).map((step) => step.label),
        );
      },
    );

    it('reports nothing of a run that has no plan, and no error either', () => {
      const nothing = cases.find((each) => each.plan === null);
      const { state } = new Machine();
      expect(reportOf(state)).toBeNull();
      expect(emptyRun(state.id).hadErrors).toBe(nothing?.expected.hadErrors);
    });

    it('refuses what cannot be read before anything is dispatched', () => {
      const unreadable = cases.find((each) => each.plannerOutput !== undefined);
      expect(parsePlan(unreadable?.plannerOutput ?? '').ok).toBe(false);
    });

    it('tells a step that failed by its error, and gives later steps the error in its place', () => {
      const layout = cases.find((each) => each.name === 'report layout')!;
      const { machine } = carryOut(layout);
      const [first, second] = runReport(machine.state.execution!, {
        state: 'failed',
        startedAt: null,
        endedAt: null,
        hadErrors: true,
      }).steps;
      expect(first).toMatchObject({ agent: 'search', status: 'done', task: 'find foo' });
      expect(second).toMatchObject({ agent: 'coder', status: 'failed', task: 'use found bar', output: 'boom' });
    });
  },
);
