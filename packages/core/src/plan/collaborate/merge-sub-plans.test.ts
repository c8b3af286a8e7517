import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../../testing/make-plan.js';
import { findCycles } from '../find-cycle.js';
import type { Plan } from '../plan.js';
import type { Step } from '../step.js';
import { stepGraph } from '../step-graph.js';
import { type Area, idsAt, type SubPlan } from './area.js';
import { conflictText } from './area-conflict.js';
import { mergeSubPlans, type MergedSubPlans } from './merge-sub-plans.js';

const areaAt = (place: number, name = ['store', 'api', 'web', 'docs', 'cli'][place] ?? ''): Area => ({
  ...{ name, focus: `the ${name}`, files: [], ids: idsAt(place) },
});

const subPlan = (place: number, steps: readonly Step[], fields: Partial<Plan> = {}): SubPlan => ({
  area: areaAt(place),
  plan: aPlan(steps, { mode: 'parallel', ...fields }),
});

type Merged = Extract<MergedSubPlans, { ok: true }>;
function merged(...subPlans: readonly SubPlan[]): Merged {
  const result = mergeSubPlans(subPlans);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result;
}
const needsIn = ({ plan }: Merged) =>
  plan.steps.map(({ label, dependsOn }) => `${label}: ${dependsOn.join(' ')}`.trim());
const told = ({ conflicts }: Merged) => conflicts.map(conflictText);
const touching = (label: string, path: string, fields: Partial<Step> = {}) =>
  aStep(label, { agent: 'coder', files: [{ path }], ...fields });

describe('mergeSubPlans', () => {
  it('numbers the steps of all areas through, and keeps what they need within their own', () => {
    const result = merged(
      subPlan(0, [aStep('E1'), aStep('E2', { dependsOn: ['E1'] })]),
      subPlan(1, [aStep('E1'), aStep('E2', { task: 'use #E1.summary and \\#E1', dependsOn: [] })]),
    );
    expect(needsIn(result)).toEqual(['E1:', 'E2: E1', 'E3:', 'E4:']);
    expect(result.plan.steps[3]!.task).toBe('use #E3.summary and \\#E1');
    expect(new Set(result.plan.steps.map(({ id }) => id)).size).toBe(4);
    expect(result.conflicts).toEqual([]);
  });

  it('gives every step an id of its area’s range, and keeps one that it has', () => {
    const result = merged(
      subPlan(0, [aStep('E1', { alias: 'TASK-002' }), aStep('E2')]),
      subPlan(1, [aStep('E1', { alias: 'T1' }), aStep('E2', { alias: 'TASK-150' })]),
    );
    expect(result.plan.steps.map(({ alias }) => alias)).toEqual(['TASK-002', 'TASK-001', 'TASK-101', 'TASK-150']);
  });

  it('keeps the order of a list', () => {
    const result = merged(
      subPlan(0, [aStep('E1'), aStep('E2'), aStep('E3')], { mode: 'sequential' }),
      subPlan(1, [aStep('E1')]),
    );
    expect(needsIn(result)).toEqual(['E1:', 'E2: E1', 'E3: E2', 'E4:']);
    expect(result.plan.mode).toBe('parallel');
  });

  it.each([
    ['by title', 'store: Add the limit, so that it can be read', 'E1'],
    ['by id', 'Store: TASK-002', 'E2'],
    ['by its words', 'store: the table of callers', 'E2'],
    ['by a bare id', 'TASK-001', 'E1'],
    ['by a label of the range', 'E2', 'E2'],
  ])('finds what one area needs of another %s', (_, need, target) => {
    const result = merged(
      subPlan(0, [aStep('E1', { title: 'add the limit' }), aStep('E2', { title: 'make the table of callers' })]),
      subPlan(1, [aStep('E1', { extra: { needs: [need], kept: 1 } })]),
    );
    expect(result.plan.steps[2]).toMatchObject({ dependsOn: [target], extra: { kept: 1 } });
    expect(result.plan.steps[2]!.extra).not.toHaveProperty('needs');
    expect(result.conflicts).toMatchObject([{ type: 'dependency', areas: ['api', 'store'], steps: ['E3', target] }]);
  });

  it('waits for the whole area where no step of it is meant in particular', () => {
    const result = merged(
      subPlan(0, [aStep('E1'), aStep('E2', { dependsOn: ['E1'] }), aStep('E3')]),
      subPlan(1, [aStep('E1', { implementation: ['needs store: whatever it exports', 'needs: nothing of ours'] })]),
    );
    expect(result.plan.steps[3]!.dependsOn).toEqual(['E2', 'E3']);
  });

  it('reads placeholders of other areas, by id and by label', () => {
    const result = merged(
      subPlan(0, [aStep('E1'), aStep('E2')]),
      subPlan(1, [aStep('E101', { task: 'build on #TASK-001.summary and #E2.' })]),
    );
    expect(result.plan.steps[2]!.task).toBe('build on #E1.summary and #E2.');
    expect(stepGraph(result.plan).needs[2]).toEqual([0, 1]);
  });

  it.each([
    ['an area that is not there', 'billing: the invoice', 'there is no such area'],
    ['an id that nobody has', 'TASK-077', 'its area has no such step'],
    ['an id of no range', 'TASK-999', 'no area has such an id'],
  ])('asks about a need of %s', (_, need, why) => {
    const result = merged(subPlan(0, [aStep('E1')]), subPlan(1, [aStep('E1', { extra: { needs: need } })]));
    expect(told(result)).toEqual([
      `to decide: E2 (api) needs "${need}", and ${why}. Which step does it wait for, if any?`,
    ]);
  });

  it('asks about a need of an area that has no plan', () => {
    const result = mergeSubPlans(
      [subPlan(1, [aStep('E1', { extra: { needs: 'store: it' } })])],
      [areaAt(0), areaAt(1)],
    );
    expect(result).toMatchObject({ conflicts: [{ message: 'E1 (api) needs "store: it", and that area has no plan' }] });
  });

  it('asks, with the way around, where areas need each other in a circle, and keeps the plan without one', () => {
    const result = merged(
      subPlan(0, [aStep('E1', { extra: { needs: 'api' } }), aStep('E2', { dependsOn: ['E1'] })]),
      subPlan(1, [aStep('E1', { task: 'use #TASK-002' })]),
    );
    expect(result.conflicts.map(({ type }) => type)).toEqual(['dependency', 'cycle']);
    expect(told(result)[1]).toBe(
      'to decide: E3 (api) needs "TASK-002", which would be a circle: E3 → E2 → E1 → E3. Which of these steps comes first?',
    );
    expect(result.plan.steps[2]).toMatchObject({ task: 'use #TASK-002', dependsOn: [] });
  });

  it('lets the later area wait where two touch the same file, one dependency being enough', () => {
    const result = merged(
      subPlan(0, [touching('E1', 'src/a.ts'), touching('E2', './src/a.ts', { dependsOn: ['E1'] })]),
      subPlan(1, [touching('E1', 'src')]),
    );
    expect(needsIn(result)).toEqual(['E1:', 'E2: E1', 'E3: E2']);
    expect(told(result)).toEqual(['E2 (store) and E3 (api) both touch src: E3 waits for E2']);
  });

  it('leaves alone what is ordered already, what only reads, and what one area does by itself', () => {
    const ordered = merged(
      subPlan(0, [touching('E1', 'a.ts', { extra: { needs: 'api' } })]),
      subPlan(1, [touching('E1', 'a.ts'), touching('E2', 'b.ts'), touching('E3', 'b.ts')]),
    );
    expect(ordered.conflicts.map(({ type }) => type)).not.toContain('file');
    const reading = { agent: 'search' };
    const looked = merged(subPlan(0, [touching('E1', 'a.ts', reading)]), subPlan(1, [touching('E1', 'a.ts', reading)]));
    expect(looked.conflicts).toEqual([]);
  });

  it('says again how conversations begin, where areas said it, and what changed about that', () => {
    const execution = (strategy: 'new' | 'resume', from: string[] = []) => ({ execution: { strategy, from } });
    const result = merged(
      subPlan(0, [aStep('E1', execution('new')), aStep('E2', { dependsOn: ['E1'], ...execution('resume', ['E1']) })]),
      subPlan(1, [aStep('E1', { ...execution('new'), extra: { needs: 'TASK-001' } })]),
    );
    expect(result.plan.steps.map((step) => step.execution)).toEqual([
      { strategy: 'new', from: [] },
      { strategy: 'fork', from: ['E1'] },
      { strategy: 'fork', from: ['E1'] },
    ]);
    expect(result.strategies.map(({ strategy }) => strategy)).toEqual(['new', 'fork', 'fork']);
    expect(told(result).slice(1)).toEqual([
      'E2 was to begin with "resume": with what it needs now it is "fork"',
      'E3 was to begin with "new": with what it needs now it is "fork"',
    ]);
  });

  it('loses nothing that areas say of the plan as a whole', () => {
    const { plan, conflicts } = merged(
      subPlan(0, [aStep('E1')], {
        ...{ goal: 'keep it', summary: 'keeps it', approach: 'a table', complexity: 'medium', kind: 'feature' },
        ...{ designDecisions: [{ decision: 'a' }], dataFlow: { stages: [1] }, extra: { assumptions: ['x', 'y'] } },
      }),
      subPlan(1, [aStep('E1')], {
        ...{ goal: 'show it', approach: 'a table', complexity: 'low', kind: 'fix', fix: { rootCause: 'none shown' } },
        ...{ designDecisions: [{ decision: 'b' }], dataFlow: { stages: [2] }, extra: { assumptions: ['y'], other: 1 } },
      }),
    );
    expect(plan).toMatchObject({
      ...{ goal: 'keep it; show it', summary: 'keeps it', approach: 'a table', complexity: 'medium', kind: 'fix' },
      ...{ fix: { rootCause: 'none shown' }, designDecisions: [{ decision: 'a' }, { decision: 'b' }] },
      ...{ dataFlow: { stages: [1, 2] }, extra: { assumptions: ['x', 'y'], other: 1 } },
    });
    expect(conflicts.map(conflictText)).toEqual([
      'the areas disagree on the kind: "feature" (store), "fix" (api): "fix" was taken',
    ]);
  });

  it('keeps the time that each area takes, also where it is the same', () => {
    const { plan } = merged(
      subPlan(0, [aStep('E1')], { estimatedTime: '1 hour', approach: 'a table' }),
      subPlan(1, [aStep('E1')], { estimatedTime: '1 hour', approach: 'a table' }),
    );
    expect(plan).toMatchObject({ estimatedTime: 'store: 1 hour\napi: 1 hour', approach: 'a table' });
  });

  it('says so where the areas have more steps together than a plan may have', () => {
    const steps = Array.from({ length: 11 }, (_, place) => aStep(`E${place + 1}`));
    const result = merged(subPlan(0, steps), subPlan(1, steps));
    expect(result.plan.steps).toHaveLength(22);
    expect(told(result)).toEqual([
      'to decide: the areas have 22 steps together (store 11, api 11), and a plan has at most 20. Which areas shall be planned later, or with fewer steps?',
    ]);
  });

  it('is no plan where an area has a circle of its own, and shows the way around', () => {
    const circle = subPlan(1, [aStep('E1', { dependsOn: ['E2'] }), aStep('E2', { task: 'use #E1' })]);
    expect(mergeSubPlans([subPlan(0, [aStep('E1')]), circle])).toEqual({
      ok: false,
      problems: [
        {
          ...{ code: 'dependency-cycle', step: 'E1', field: null },
          message: 'in the plan of api, steps need each other in a circle: E1 → E2 → E1',
        },
      ],
    });
  });

  it('is no plan of nothing', () => {
    expect(mergeSubPlans([])).toMatchObject({ ok: false, problems: [{ code: 'steps-missing' }] });
  });
});

const needText = fc.constantFrom(
  'store',
  'api: do E1',
  'web: the rest',
  'TASK-001',
  'TASK-102',
  'TASK-203',
  'nobody: it',
);

/** Steps that need earlier ones of their area, and anything of anybody else. */
const someSteps = fc
  .array(
    fc.record({
      earlier: fc.array(fc.nat(5), { maxLength: 2 }),
      needs: fc.array(needText, { maxLength: 2 }),
      file: fc.constantFrom('a.ts', 'b.ts', 'src'),
      uses: fc.constantFrom('', 'see #TASK-101', 'see #E201'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((drawn) =>
    drawn.map(({ earlier, needs, file, uses }, place) =>
      touching(`E${place + 1}`, file, {
        task: `${uses} do E${place + 1}`,
        dependsOn: [...new Set(earlier.filter((need) => need < place).map((need) => `E${need + 1}`))],
        extra: { needs, mark: place },
      }),
    ),
  );

describe('any areas, merged', () => {
  const drawn = fc.array(fc.tuple(someSteps, fc.constantFrom('parallel' as const, 'sequential' as const)), {
    minLength: 1,
    maxLength: 5,
  });

  it('are a plan without circles, with every step once and every dependency kept or asked about', () => {
    fc.assert(
      fc.property(drawn, (plans) => {
        const subPlans = plans.map(([steps, mode], place) => subPlan(place, steps, { mode }));
        const { plan, conflicts } = merged(...subPlans);
        const { needs } = stepGraph(plan);
        const labelled = new Map(
          plan.steps.map(({ label }, at) => [label, needs[at]!.map((need) => plan.steps[need]!.label)]),
        );
        expect(findCycles(labelled)).toEqual([]);
        const origin = subPlans.flatMap(({ area, plan: { steps } }) => steps.map((step) => ({ area, step })));
        expect(plan.steps.map(({ extra }) => extra['mark'])).toEqual(origin.map(({ step }) => step.extra['mark']));
        expect(plan.steps.map(({ label }) => label)).toEqual(origin.map((_, at) => `E${at + 1}`));
        origin.forEach(({ area, step }, at) => {
          for (const need of step.dependsOn) {
            const target = origin.findIndex((each) => each.area === area && each.step.label === need);
            expect(needs[at]).toContain(target);
          }
          for (const need of step.extra['needs'] as string[]) {
            const label = `E${at + 1}`;
            const target = plan.steps.find(({ alias }) => alias === need)?.label;
            const isKept = target === label || (target !== undefined && labelled.get(label)!.includes(target));
            const isTold = conflicts.some(({ steps, message }) => steps[0] === label && message.includes(`"${need}"`));
            if (/^(?:TASK|nobody)/.test(need)) expect(isKept || isTold).toBe(true);
            if (need.startsWith('nobody')) expect(isTold).toBe(true);
          }
        });
      }),
      { numRuns: 150 },
    );
  });

  it('give the same plan again', () => {
    fc.assert(
      fc.property(drawn, (plans) => {
        const subPlans = plans.map(([steps, mode], place) => subPlan(place, steps, { mode }));
        expect(mergeSubPlans(subPlans)).toEqual(mergeSubPlans(structuredClone(subPlans)));
      }),
      { numRuns: 20 },
    );
  });
});
