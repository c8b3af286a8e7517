import { describe, expect, it } from 'vitest';
import { type ParsedPlan, parsePlan } from '../../packages/core/src/plan/parse-plan.js';
import type { PlanProblemCode } from '../../packages/core/src/plan/plan.js';
import { fillReferences, misspeltModifiers } from '../../packages/core/src/plan/references.js';
import { orderSteps, stepGraph } from '../../packages/core/src/plan/step-graph.js';
import { conformanceDir, readVectors } from './conformance-dir.js';
import { planTextDifferences } from './plan-text-differences.js';

type Case = { readonly recommended?: string };
type ParseCase = Case & {
  readonly input: string;
  readonly valid: boolean;
  readonly errorKind?: string;
  readonly expect?: { readonly task_summary: string; readonly steps: readonly TheirStep[] };
};
type TheirStep = {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  readonly deps: readonly string[];
};
type OrderCase = Case & {
  readonly steps: readonly { readonly id: string; readonly deps: readonly string[] }[];
  readonly expectedOrder: readonly string[];
};
type PlaceholderCase = Case & {
  readonly template: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly expected: string;
};
type Vectors = {
  readonly planParse: readonly ParseCase[];
  readonly topologicalOrder: readonly OrderCase[];
  readonly placeholders: readonly PlaceholderCase[];
};

/** Their kinds of refusal in our codes. */
const codes: Readonly<Record<string, PlanProblemCode>> = {
  EMPTY_OUTPUT: 'text-empty',
  NO_JSON_OBJECT: 'no-plan-found',
  NO_STEPS: 'steps-missing',
  DUPLICATE_ID: 'id-duplicate',
  UNKNOWN_DEP: 'dependency-unknown',
  UNKNOWN_PLACEHOLDER: 'reference-unknown',
};

/** Recommendations of the vectors that we did not follow, or that change nothing in the vector's own answer. */
const notInTheAnswer: Readonly<Record<string, string>> = {
  'planParse[29]': 'the check knows the agents; a plan may be read where they are not known',
  'planParse[34]': 'the escape exists and the refusal says so; the text as it stands still names no step',
  'topologicalOrder[4]': 'the order is the same; the waves say what runs together',
  'placeholders[17]': 'code points are what the form promises, and what other readers of a plan count',
  'placeholders[23]': 'an empty answer is empty text; the prompt that uses it marks where it stood',
};

const vectors = conformanceDir() === undefined ? undefined : (readVectors('plan-first/vectors.json') as Vectors);
const skipped = vectors === undefined ? ' (skipped: set CONFORMANCE_DIR to the folder of the vectors)' : '';
const namesOf = (section: keyof Vectors) => (vectors?.[section] ?? []).map((_, place) => `${section}[${place}]`);
const differenceAt = (name: string) => planTextDifferences.find((difference) => difference.case === name);

/** Ours must be what the table says, or else what they do; and what the table says of them must be true. */
function expectAnswer(
  name: string,
  ours: string,
  theirs: { readonly told: string; readonly inOurWords?: string },
): void {
  const difference = differenceAt(name);
  if (difference) expect(difference.theirs, 'what the table says they do').toBe(theirs.told);
  expect(ours).toBe(difference ? difference.ours : (theirs.inOurWords ?? theirs.told));
}

function tell(goal: string, steps: readonly TheirStep[]): string {
  const told = steps.map(
    ({ id, deps, agent, task }) => `${id}${deps.length > 0 ? `(${deps.join(' ')})` : ''} ${agent}: ${task}`,
  );
  return `"${goal}" ${told.join('; ')}`;
}

function tellOurs(parsed: ParsedPlan): string {
  if (!parsed.ok) return `refused: ${parsed.problems.map(({ code }) => code).join(', ')}`;
  const { needs } = stepGraph(parsed.plan);
  const labelAt = (position: number): string => parsed.plan.steps[position]?.label ?? '';
  const steps = parsed.plan.steps.map(({ label, agent, task }, position) => ({
    id: label,
    agent,
    task,
    deps: (needs[position] ?? []).map(labelAt),
  }));
  return tell(parsed.plan.goal, steps);
}

function tellTheirs({ expect: plan, errorKind = '' }: ParseCase): { told: string; inOurWords: string } {
  if (plan) return { told: tell(plan.task_summary, plan.steps), inOurWords: tell(plan.task_summary, plan.steps) };
  return { told: `refused: ${errorKind}`, inOurWords: `refused: ${codes[errorKind] ?? 'no code of ours'}` };
}

describe.skipIf(vectors === undefined)(`the plan-first vectors of plan text${skipped}`, () => {
  it.each(namesOf('planParse'))('%s is read as told', (name) => {
    const vector = vectors!.planParse[indexIn(name)]!;
    expectAnswer(name, tellOurs(parsePlan(vector.input)), tellTheirs(vector));
  });

  it.each(namesOf('topologicalOrder'))('%s is ordered as told', (name) => {
    const { steps, expectedOrder } = vectors!.topologicalOrder[indexIn(name)]!;
    const parsed = parsePlan(JSON.stringify({ steps: steps.map((step) => ({ ...step, agent: 'a', task: 't' })) }));
    const order = parsed.ok ? orderSteps(parsed.plan).map(({ label }) => label) : [];
    expectAnswer(name, order.join(' '), { told: expectedOrder.join(' ') });
  });

  it.each(namesOf('placeholders'))('%s is filled as told', (name) => {
    const { template, outputs, expected } = vectors!.placeholders[indexIn(name)]!;
    expectAnswer(name, fillReferences(template, outputs), { told: expected });
  });

  it('has each placeholder that is filled otherwise reported as a slip', () => {
    const others = namesOf('placeholders').filter(differenceAt);
    const templates = others.map((name) => vectors!.placeholders[indexIn(name)]!.template);
    expect(templates.filter((template) => misspeltModifiers(template).length !== 1)).toEqual([]);
    expect(templates).toHaveLength(6);
  });

  it('follows each recommendation, or says why its answer stays the same', () => {
    const recommended = (['planParse', 'topologicalOrder', 'placeholders'] as const).flatMap((section) =>
      namesOf(section).filter((name) => vectors![section][indexIn(name)]?.recommended !== undefined),
    );
    expect(recommended.filter((name) => !differenceAt(name) && notInTheAnswer[name] === undefined)).toEqual([]);
    expect(Object.keys(notInTheAnswer).filter((name) => !recommended.includes(name))).toEqual([]);
  });

  it('tells each difference about a vector that exists', () => {
    const names = (['planParse', 'topologicalOrder', 'placeholders'] as const).flatMap(namesOf);
    expect(planTextDifferences.filter((difference) => !names.includes(difference.case))).toEqual([]);
  });
});

function indexIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0]);
}
