import type { Plan, Step, StepFile } from '@planwright/core';
import { fileKind } from '../offline/file-kind.js';
import { listed } from '../offline/quote.js';
import { asText } from '../offline/step-list.js';
import { partsOf, withoutSteps, withStep } from './plan-variation.js';

/** A way to plan without a model: the offline planner's plan, made differently. */
export type OfflineStrategy = {
  readonly name: string;
  readonly purpose: string;
  /** What it makes of the plan; the same plan gives the same. Names only files and commands that the plan names. */
  readonly vary: (plan: Plan, task: string) => Plan;
};

/** In the order in which agents take them. */
export const offlineStrategies: readonly OfflineStrategy[] = [
  {
    name: 'smallest-change',
    purpose: 'reads once, touches what declares the subject, proves just that',
    vary: smallest,
  },
  { name: 'test-first', purpose: 'writes or finds the tests before anything else', vary: testFirst },
  { name: 'risk-first', purpose: 'looks for what could break before anything is changed', vary: riskFirst },
  { name: 'read-first', purpose: 'reads all that is related, one thing after another', vary: readFirst },
  { name: 'review-last', purpose: 'has what was done looked over before it counts', vary: reviewLast },
];

function smallest(plan: Plan): Plan {
  const { reading } = partsOf(plan);
  const small = withoutSteps(plan, reading.slice(1));
  return { ...small, steps: small.steps.map(narrowed) };
}

/** Only what declares the subject, and the one command that is about it. */
function narrowed(step: Step): Step {
  const declaring = step.files.filter(({ target }) => target !== undefined);
  const verify = step.verify.slice(0, 1);
  return {
    ...step,
    files: declaring.length === 0 ? step.files : declaring,
    verify,
    criteria: step.verify.length === verify.length ? step.criteria : step.criteria.slice(0, 1),
  };
}

function testFirst(plan: Plan, task: string): Plan {
  const { acting, reading, tests } = partsOf(plan);
  if (acting.length === 0)
    return withStep(
      plan,
      {
        title: 'Find the tests that concern it',
        agent: 'search',
        task: `Find the tests that concern this: ${asText(task)}`,
      },
      { before: reading.slice(-1) },
    );
  const proof = tests?.verify[0];
  return withStep(
    plan,
    {
      title: 'Write the test that shows what is asked for',
      agent: 'coder',
      task: `Write a test that fails as long as this is not done, and change nothing else: ${asText(task)}`,
      action: 'Test',
      files: filesOf(acting).filter(({ path }) => fileKind(path) === 'test'),
      criteria: [proof === undefined ? 'A new test fails before the change' : `\`${proof}\` fails on the new test`],
    },
    { before: acting.slice(0, 1), after: reading },
  );
}

function riskFirst(plan: Plan, task: string): Plan {
  const { acting, reading, tests } = partsOf(plan);
  const [first] = acting;
  if (first === undefined)
    return withStep(
      plan,
      {
        title: 'Find what sets or overrides it',
        agent: 'search',
        task: `Find where this is set, configured or overridden: ${asText(task)}`,
      },
      { after: reading },
    );
  const paths = filesOf(acting).map(({ path }) => path);
  const looked = withStep(
    plan,
    {
      title: 'Find what could break',
      agent: 'search',
      task:
        paths.length === 0
          ? `Find what depends on this and could break: ${asText(task)}`
          : `Find where ${listed(paths)} ${paths.length === 1 ? 'is' : 'are'} used.`,
    },
    { before: [first] },
  );
  if (tests === undefined) return looked;
  return withStep(
    looked,
    {
      title: 'See that the tests pass before the change',
      agent: 'tester',
      task: 'Run the tests of the project before anything is changed.',
      verify: tests.verify,
      criteria: tests.criteria,
    },
    { before: [first] },
  );
}

function readFirst(plan: Plan, task: string): Plan {
  const { acting, reading } = partsOf(plan);
  const paths = filesOf(acting).map(({ path }) => path);
  const read = withStep(
    plan,
    {
      title: 'Read all that is related',
      agent: paths.length === 0 ? 'search' : 'file',
      task:
        paths.length === 0 ? `Find what the documents say about this: ${asText(task)}` : `Outline ${listed(paths)}.`,
    },
    { before: acting.length === 0 ? reading.slice(-1) : acting.slice(0, 1) },
  );
  return { ...read, mode: 'sequential' };
}

function reviewLast(plan: Plan, task: string): Plan {
  const { acting, reading, tests } = partsOf(plan);
  if (acting.length === 0)
    return withStep(
      plan,
      {
        title: 'Read again and quote what speaks against it',
        agent: 'file',
        task: `Read what was found and quote the lines that speak against it: ${asText(task)}\n\n${references(reading)}`,
      },
      {},
    );
  return withStep(
    plan,
    {
      title: 'Review what was changed',
      agent: 'reviewer',
      task: `Review what was changed for this, and say what is wrong or missing: ${asText(task)}\n\n${references(acting)}`,
      criteria: ['Every finding names its file and line'],
    },
    { before: tests === undefined ? [] : [tests] },
  );
}

function references(steps: readonly Step[]): string {
  return steps.map(({ label }) => `#${label}`).join('\n\n');
}

/** Every file that the steps name or refer to, once. */
function filesOf(steps: readonly Step[]): StepFile[] {
  const named = steps.flatMap(({ files, reference }) => [
    ...files,
    ...(reference?.files ?? []).map((path): StepFile => ({ path })),
  ]);
  return [...new Map(named.map((file) => [file.path, file])).values()];
}
