import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planHash } from '../plan/plan-hash.js';
import { type Plan, planSchema } from '../plan/plan.js';
import { isUnsafeKey } from '../plan/parse/tolerant-json.js';
import { stepGraph } from '../plan/step-graph.js';
import { type Step, onFailureSchema, stepActionSchema } from '../plan/step.js';
import { stepIdSchema } from '../shared/ids.js';
import { stated } from '../shared/stated.js';
import { markdown } from './markdown.js';
import { native } from './native.js';
import { rewoo } from './rewoo.js';

/** Texts that a written form could trip over. */
const awkward = fc.constantFrom(
  ...[
    '## E1 · no heading',
    '# x',
    '```',
    '````text',
    '~~~',
    '```json fields',
    '- agent: nobody',
    '  - item',
    '"',
    '"quoted"',
  ],
  ...[
    '<!-- id: aaaaa -->',
    '\r',
    '\r\n',
    '\n\n',
    ' ',
    '\t',
    '\0',
    '\u2028',
    '\uFEFF',
    '\\',
    '|',
    ': ',
    '{"steps": []}',
    '[',
    '…',
    '😀',
  ],
);
const anyText = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 12 }), fc.lorem({ maxCount: 3 })), { maxLength: 6 })
  .map((parts) => parts.join(''));
const someText = anyText.map((text) => (text.trim() === '' ? `x${text}` : text));
const anyTexts = fc.array(anyText, { maxLength: 3 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** JSON without negative zero, which JSON text cannot hold, and without keys that are never kept. */
const anyJson = fc
  .jsonValue({ maxDepth: 3 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
  .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)));
const anyExtra = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('goal', 'status', 'extra', 'planwright')).filter((key) => !isUnsafeKey(key)),
  anyJson,
  { maxKeys: 3 },
);

const anyStep = fc
  .record({
    id: fc.stringMatching(/^[a-z0-9]{5}$/),
    number: fc.integer({ min: 1, max: 999_999 }),
    alias: optional(fc.stringMatching(/^[A-Z]{2,5}-[0-9]{1,3}$/)),
    title: anyText,
    // A name behind `#` could be some other step's; the placeholders that are meant are added below.
    task: someText.map((text) => text.replace(/#(?=[A-Za-z0-9_-])/g, '# ')),
    agent: someText.map((text) => text.trim().toLowerCase()),
    needs: fc.array(fc.nat(7), { maxLength: 3 }),
    uses: fc.array(fc.nat(7), { maxLength: 2 }),
    scope: optional(anyText),
    action: optional(fc.constantFrom(...stepActionSchema.options)),
    files: fc.array(
      fc
        .record({ path: anyText, action: optional(anyText), target: optional(anyText), change: optional(anyText) })
        .map(plain),
      { maxLength: 3 },
    ),
    implementation: anyTexts,
    reference: optional(
      fc.record({ pattern: optional(anyText), files: anyTexts, examples: optional(anyText) }).map(plain),
    ),
    criteria: anyTexts,
    verify: anyTexts,
    onFailure: optional(fc.constantFrom(...onFailureSchema.options)),
    runsOnError: optional(fc.boolean()),
    execution: optional(
      fc.record({ strategy: fc.constantFrom('new', 'fork'), id: optional(anyText), from: anyTexts }).map(plain),
    ),
    rationale: optional(anyJson),
    test: optional(anyJson),
    risks: optional(anyJson),
    codeSkeleton: optional(anyJson),
    extra: anyExtra,
  })
  .map(({ id, ...step }) => ({ id: stepIdSchema.parse(id), ...step }));

type Drawn = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** Any plan that could have been read: unique names, and edges to earlier steps only, so there are no circles. */
const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    goal: anyText,
    summary: optional(anyText),
    approach: optional(anyText),
    kind: optional(fc.constantFrom('feature', 'fix')),
    complexity: optional(fc.constantFrom('low', 'medium', 'high')),
    score: optional(fc.double({ noNaN: true, noDefaultInfinity: true }).map((score) => score + 0)),
    mode: fc.constantFrom('sequential', 'parallel'),
    advance: fc.constantFrom('auto', 'manual'),
    venue: fc.constantFrom('main', 'sidekick'),
    estimatedTime: optional(anyText),
    recommendedExecution: optional(anyText),
    fix: optional(
      fc.record({ rootCause: optional(anyText), strategy: optional(anyText), risk: optional(anyText) }).map(plain),
    ),
    designDecisions: optional(anyJson),
    dataFlow: optional(anyJson),
    risks: optional(anyJson),
    skeleton: optional(anyJson),
    drawn: fc.uniqueArray(anyStep, { minLength: 1, maxLength: 6, selector: ({ number }) => number }),
    extra: anyExtra,
  })
  .filter(({ drawn }) => areUnique(drawn.map(({ id }) => id)) && areUnique(drawn.flatMap(({ alias }) => alias ?? [])))
  .map(({ drawn, ...plan }) => ({
    ...plan,
    steps: drawn.map((step, position) => stepOf(step, drawn.slice(0, position))),
  }))
  .map((plan) => planSchema.parse(plan))
  .map(plain);

function stepOf({ number, needs, uses, task, ...step }: Drawn, earlier: readonly Drawn[]): Step {
  const labelsAt = (places: readonly number[]) =>
    places.flatMap((place) => (earlier[place] ? [`E${earlier[place].number}`] : []));
  const placeholders = labelsAt(uses).map((label) => `\n#${label}.summary`);
  return plain({
    ...step,
    label: `E${number}`,
    dependsOn: [...new Set(labelsAt(needs))],
    task: task + placeholders.join(''),
  });
}

function plain<T extends object>(fields: T): T {
  return stated(fields) as T;
}

function areUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const read = (plan: Plan) => ({ ok: true, plan, notes: [] });

describe('a plan that is written and read', () => {
  it('is equal in the native form', () => {
    const property = fc.property(anyPlan, (plan) => {
      expect(native.read(native.write(plan))).toEqual(read(plan));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('is equal in the native form with its identity written beside it', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const text = native.write(plan, { id: 'plan-abcd', revision: 2, hash: planHash(plan) });
        expect(native.read(text)).toEqual(read(plan));
      }),
    );
  });

  it('is equal in markdown', () => {
    const property = fc.property(anyPlan, (plan) => {
      expect(markdown.read(markdown.write(plan))).toEqual(read(plan));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('has the same goal, tasks, agents, mode and edges in rewoo', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const parsed = rewoo.read(rewoo.write(plan));
        expect(parsed).toMatchObject({ ok: true, notes: [], plan: { goal: plan.goal, mode: plan.mode } });
        if (parsed.ok) expect(essence(parsed.plan)).toEqual(essence(plan));
      }),
    );
  });

  it('keeps its hash', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const parsed = markdown.read(markdown.write(plan));
        expect(parsed.ok && planHash(parsed.plan)).toBe(planHash(plan));
      }),
    );
  });
});

/** By label: who does what after what. */
function essence(plan: Plan): unknown {
  const { needs } = stepGraph(plan);
  const labelAt = (position: number) => plan.steps[position]?.label;
  return Object.fromEntries(
    plan.steps.map(({ label, agent, task }, position) => [
      label,
      { agent, task, needs: needs[position]?.map(labelAt).sort() },
    ]),
  );
}
