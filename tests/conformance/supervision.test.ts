import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pauseOf, planState } from '@planwright/core';
import { aList } from '../../packages/core/src/testing/make-plan.js';
import { Machine } from '../../packages/core/src/testing/machine.js';
import { conformanceDir, readText, readVectors } from './conformance-dir.js';
import { supervisionDifferences, supervisionEdgeDifferences } from './supervision-differences.js';

type Vector = {
  readonly id: string;
  readonly about: string;
  readonly steps: number;
  readonly advance: 'auto' | 'manual';
  readonly ops: readonly string[];
  readonly expect: Readonly<Record<string, unknown>>;
};
type Transitions = {
  readonly plan: {
    readonly transitions: readonly { readonly id: string }[];
    readonly rejections: readonly { readonly id: string }[];
  };
  readonly step: { readonly transitions: readonly { readonly id: string }[] };
  readonly sidekick: { readonly transitions: readonly { readonly id: string }[] };
  readonly test_vectors: readonly Vector[];
};

/** Our tests of the edges, each named after its edge, and of the open questions, each named after its number. */
const edgeTests = ['run/plan-edges', 'run/step-edges', 'room/decide-room', 'room/decide-sidekick'];
const testsIn = (name: string): string => readFileSync(`packages/core/src/${name}.test.ts`, 'utf8');

/** The runner marks cases with their error names; ours say the same in one code and a reason. */
const ourReason: Readonly<Record<string, string>> = { SW_PLAN_NOT_PAUSABLE: 'plan-not-pausable' };

const none: Transitions = {
  plan: { transitions: [], rejections: [] },
  step: { transitions: [] },
  sidekick: { transitions: [] },
  test_vectors: [],
};

function perform(machine: Machine, op: string): void {
  switch (op) {
    case 'run':
      machine.do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
      return;
    case 'step_done':
      machine.done(machine.current[0]);
      return;
    case 'pause':
    case 'resume':
    case 'cancel':
      machine.do({ type: `run.${op}` });
      return;
    case 'message':
      machine.do({ type: 'message.note' });
      return;
    case 'room_close':
      machine.do({ type: 'run.cancel', reason: 'the room was closed' });
      return;
    default:
      machine.fail(op.replace('fail:', '') as 'retry');
  }
}

function observed(machine: Machine, wanted: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { execution, settings } = machine.state;
  const current = machine.current[0];
  const all: Record<string, unknown> = {
    state: planState(machine.state),
    reason: pauseOf(machine.state)?.reason ?? null,
    consecutive: execution?.consecutiveAutoSteps,
    budget: (settings.autoSteps ?? 0) - (execution?.consecutiveAutoSteps ?? 0),
    current: current === undefined ? null : Number(current.slice(1)),
    statuses: machine.statuses,
    attempts: current === undefined ? null : machine.step(current).attempts,
    error: machine.refusal?.details?.reason ?? null,
  };
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, all[key]]));
}

describe.skipIf(conformanceDir() === undefined)('the supervised planner’s vectors (CONFORMANCE_DIR)', () => {
  const { plan, step, sidekick, test_vectors } =
    conformanceDir() === undefined ? none : (readVectors('supervision/TRANSITIONS.json') as Transitions);
  const edges = [...plan.transitions, ...plan.rejections, ...step.transitions, ...sidekick.transitions];

  it.each(test_vectors.map((vector) => [vector.id, vector.about, vector] as const))('%s %s', (id, _about, vector) => {
    const machine = Machine.draft(aList(vector.steps, { advance: vector.advance }));
    for (const op of vector.ops) perform(machine, op);
    const differs = supervisionDifferences.find((difference) => difference.case === id);
    const wanted = differs?.ours ?? translated(vector.expect);
    expect(observed(machine, wanted)).toEqual(wanted);
  });

  it('has a test of ours for every edge and every refusal', () => {
    const texts = edgeTests.map(testsIn);
    expect(edges.map(({ id }) => id).filter((id) => !texts.some((text) => text.includes(`'${id}`)))).toEqual([]);
  });

  it('has a test of ours for every open question', () => {
    const questions = readText('supervision/AMBIGUITIES.md').matchAll(/^(\d+)\. /gm);
    const tests = testsIn('run/ambiguities');
    expect([...questions].map(([, number]) => number).filter((number) => !tests.includes(`'${number} `))).toEqual([]);
  });

  it('tells each difference about a case that exists', () => {
    const ids = new Set([...edges, ...test_vectors].map(({ id }) => id));
    const cases = [...supervisionDifferences, ...supervisionEdgeDifferences].map((difference) => difference.case);
    expect(cases.filter((id) => !ids.has(id))).toEqual([]);
  });
});

function translated(wanted: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return 'error' in wanted && typeof wanted.error === 'string'
    ? { ...wanted, error: ourReason[wanted.error] ?? wanted.error }
    : wanted;
}
