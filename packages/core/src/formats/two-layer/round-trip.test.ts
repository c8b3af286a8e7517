import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planHash } from '../../plan/plan-hash.js';
import type { Plan } from '../../plan/plan.js';
import { onFailureSchema, type Step, stepActionSchema } from '../../plan/step.js';
import { stepIdFor } from '../../plan/step-id.js';
import { stated } from '../../shared/stated.js';
import { readTwoLayer } from './read-two-layer.js';
import { type PlanFile, twoLayerFiles } from './two-layer-files.js';

const options = { session: 'trip', at: '2026-03-02T08:00:00Z' };

function filesOf(plan: Plan): readonly PlanFile[] {
  const written = twoLayerFiles(plan, options);
  if (!written.ok) throw new Error(written.problems.map(({ message }) => message).join('\n'));
  return written.files;
}

function readBack(files: readonly PlanFile[]): Plan {
  const read = readTwoLayer(new Map(files.map(({ path, json }) => [path, JSON.stringify(json)])));
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
  return read.plan;
}

const text = fc.oneof(
  fc.lorem({ maxCount: 4 }),
  fc.constantFrom('npm test', 'a && b', '"x"', '😀', 'line\nbreak', '- [ ] item', 'TASK-001', 'None', 'É'),
);
const texts = (minLength: number) => fc.array(text, { minLength, maxLength: 3 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const unknownFields = fc
  .dictionary(fc.constantFrom('owner', 'ticket', 'type2', 'étage'), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 2,
  })
  .map((fields) => JSON.parse(JSON.stringify(fields)) as Record<string, unknown>)
  // Such keys are never taken from a text: they would change what the object is.
  .filter((fields) => !/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(fields)));

function aStepAt(place: number, count: number): fc.Arbitrary<Step> {
  const label = `E${place + 1}`;
  const others = Array.from({ length: count }, (_, index) => `E${index + 1}`).filter((each) => each !== label);
  return fc
    .record({
      title: text,
      task: fc
        .tuple(text, fc.subarray(place > 0 ? ['E1'] : []))
        .map(([said, used]) => [said, ...used.map((each) => `#${each}`)].join(' ')),
      agent: fc.constantFrom('coder', 'search', 'tester'),
      // Towards later steps only, or only towards E1: no circles.
      dependsOn: fc.subarray(others.filter((each) => Number(each.slice(1)) > place + 1 && place > 0)),
      scope: optional(text),
      action: optional(fc.constantFrom(...stepActionSchema.options)),
      alias: optional(fc.constantFrom(`T${place + 1}`, `TASK-${place + 7}`, `IMPL-${place}`)),
      files: fc.array(fc.record({ path: text, action: fc.constant('modify'), change: text }), { maxLength: 2 }),
      implementation: texts(2),
      criteria: texts(1),
      verify: texts(0),
      onFailure: optional(fc.constantFrom(...onFailureSchema.options)),
      runsOnError: optional(fc.boolean()),
      reference: optional(fc.record({ pattern: text, files: texts(0) })),
      rationale: optional(fc.record({ tradeoffs: text })),
      extra: unknownFields,
    })
    .map((fields) => ({ id: stepIdFor(label, new Set()), label, ...stated(fields) }) as Step);
}

const anyPlan: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: 5 }).chain((count) =>
  fc
    .record({
      goal: text,
      summary: optional(text),
      approach: text,
      kind: optional(fc.constantFrom('feature', 'fix')),
      fix: fc.constant({ rootCause: 'a race', strategy: 'refactor', severity: 'High', risk: 'low' }),
      complexity: optional(fc.constantFrom('low', 'medium', 'high')),
      score: optional(fc.integer({ min: 0, max: 10 })),
      mode: fc.constantFrom('sequential', 'parallel'),
      advance: fc.constantFrom('auto', 'manual'),
      venue: fc.constantFrom('main', 'sidekick'),
      steps: fc.tuple(...Array.from({ length: count }, (_, place) => aStepAt(place, count))),
      extra: unknownFields,
    })
    .map((fields) => stated(fields) as Plan),
);

describe('writing a plan and reading it back', () => {
  it('gives the same plan: order, aliases, edges, modes and unknown fields', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const back = readBack(filesOf(plan));
        expect(back).toEqual(plan);
        expect(planHash(back)).toBe(planHash(plan));
      }),
      { numRuns: 150 },
    );
  });
});

describe('reading a folder of somebody else and writing it back', () => {
  const rich = {
    id: 'TASK-001',
    title: 'Fix the refresh',
    description: 'Tokens are refreshed in silence.',
    depends_on: [],
    scope: ['src/auth', 'src/api'],
    convergence: {
      criteria: ['returns 401'],
      verification: 'jest token && npx tsc --noEmit',
      definition_of_done: 'nobody is logged out',
    },
    files: [{ path: 'src/token.ts', changes: ['await it', 'tell errors'], conflict_risk: 'low' }],
    implementation: [
      { step: '1', description: 'Await it', actions: ['read', 'change'], tdd_phase: 'red' },
      'Tell errors',
    ],
    meta: { agent: '@code-developer', module: 'backend', execution_config: { method: 'cli' } },
    evidence: ['src/token.ts:89'],
    cli_execution: { id: 'old-TASK-001', strategy: 'new' },
    status: 'pending',
  };
  const overview = {
    summary: 'Tokens.',
    approach: 'await',
    task_ids: ['TASK-001'],
    task_count: 1,
    shared_context: { tech_stack: ['node'] },
    _metadata: {
      timestamp: '2026-03-02T08:00:00Z',
      source: 'cli-lite-planning-agent',
      plan_type: 'feature',
      quality_check: { critical: 0 },
    },
  };
  const foreign = [
    { path: 'plan.json', json: overview },
    { path: '.task/TASK-001.json', json: rich },
  ];

  it('keeps all that was written, to the letter', () => {
    const [plan, task] = filesOf(readBack(foreign));
    expect(plan!.json).toMatchObject(overview);
    expect(task!.json).toMatchObject(rich);
  });

  it('reads what it needs of what is written more richly than a plan can say it', () => {
    expect(readBack(foreign).steps[0]).toMatchObject({
      agent: 'coder',
      scope: 'src/auth, src/api',
      files: [{ path: 'src/token.ts', change: 'await it; tell errors' }],
      implementation: ['Await it (read; change)', 'Tell errors'],
      verify: ['jest token', 'npx tsc --noEmit'],
    });
  });

  it('gives the same plan from what was written back', () => {
    const plan = readBack(foreign);
    expect(readBack(filesOf(plan))).toEqual(plan);
  });

  it('follows an edit, and keeps what the edit did not touch', () => {
    const plan = readBack(foreign);
    const step = { ...plan.steps[0]!, criteria: ['returns 403'], verify: [], agent: 'tester' };
    const [, task] = filesOf({ ...plan, steps: [step] });
    expect(task!.json).toMatchObject({
      convergence: { criteria: ['returns 403'], definition_of_done: 'nobody is logged out' },
      meta: { agent: 'tester', module: 'backend' },
      files: rich.files,
    });
    expect(task!.json['convergence']).not.toHaveProperty('verification');
  });
});
