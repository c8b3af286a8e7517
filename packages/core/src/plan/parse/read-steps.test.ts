import { describe, expect, it } from 'vitest';
import { parsePlan, type ParsePlanOptions } from '../parse-plan.js';
import type { Step } from '../step.js';

type Written = Readonly<Record<string, unknown>>;

const parse = (steps: readonly (Written | null)[], options?: ParsePlanOptions) =>
  parsePlan(
    JSON.stringify({ goal: 'g', steps: steps.map((step) => step && { agent: 'a', task: 't', ...step }) }),
    options,
  );

function stepsOf(steps: readonly Written[], options?: ParsePlanOptions): readonly Step[] {
  const parsed = parse(steps, options);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.plan.steps;
}

function problemsOf(steps: readonly (Written | null)[], options?: ParsePlanOptions) {
  const parsed = parse(steps, options);
  return parsed.ok ? [] : parsed.problems;
}

const labelsOf = (steps: readonly Step[]) =>
  steps.map(({ label, alias }) => (alias === undefined ? label : `${alias}=${label}`));

describe('the names of steps', () => {
  it('keeps labels and makes aliases of foreign ids, in list order', () => {
    expect(labelsOf(stepsOf([{ id: 'TASK-001' }, { id: 'step-1' }, { id: 'e1' }, { id: 1 }, { id: 'E01' }]))).toEqual([
      'TASK-001=E1',
      'step-1=E2',
      'e1=E3',
      '1=E4',
      'E01=E5',
    ]);
  });

  it('gives a step without id the label behind the highest, never one that a removed step may have had', () => {
    expect(labelsOf(stepsOf([{ id: 'E1' }, {}, { id: 'E5' }, { id: '' }]))).toEqual(['E1', 'E6', 'E5', 'E7']);
  });

  it('does not give a label that the run has used before', () => {
    expect(labelsOf(stepsOf([{ id: 'E1' }, {}], { reservedLabels: new Set(['E2', 'E4']) }))).toEqual(['E1', 'E5']);
  });

  it('finds a free label even behind the last one there is', () => {
    expect(labelsOf(stepsOf([{ id: 'E999999' }, { id: 'E1' }, {}]))).toEqual(['E999999', 'E1', 'E2']);
  });

  it('keeps a step id that stands beside a label, and gives another to a copy', () => {
    const [first, second] = stepsOf([
      { id: 'r9k4f', label: 'E1' },
      { id: 'r9k4f', label: 'E2' },
    ]);
    expect(first?.id).toBe('r9k4f');
    expect(second?.id).not.toBe('r9k4f');
  });

  it('takes five characters without a label for a foreign id', () => {
    expect(labelsOf(stepsOf([{ id: 'step1' }]))).toEqual(['step1=E1']);
  });

  it.each(['../etc/passwd', 'a/b', 'a\\b', 'a\u0007b', 'a\u202eb', '..', 'x'.repeat(101)])(
    'refuses the id %j',
    (id) => {
      expect(problemsOf([{ id }])).toMatchObject([{ code: 'id-invalid', step: 'E1', field: 'id' }]);
    },
  );

  it('refuses an id that is no name', () => {
    expect(problemsOf([{ id: ['E1'] }])).toMatchObject([{ code: 'id-invalid', step: 'E1' }]);
  });

  it('keeps a name it cannot use as an unknown field', () => {
    expect(stepsOf([{ id: 'a-1', label: 'Build it', alias: 'b' }])[0]).toMatchObject({
      label: 'E1',
      alias: 'a-1',
      extra: { label: 'Build it', alias: 'b' },
    });
  });

  it('refuses two steps with one id', () => {
    expect(problemsOf([{ id: 'E1' }, { id: 'E1' }])).toEqual([
      { code: 'id-duplicate', step: 'E1', field: 'id', message: 'two steps have the id "E1"' },
    ]);
    expect(problemsOf([{ id: 'a-1' }, { id: 'a-1' }])).toMatchObject([{ code: 'id-duplicate', step: 'a-1' }]);
  });
});

describe('the edges between steps', () => {
  it('turns every name of a step into its label', () => {
    const steps = stepsOf([
      { id: 'TASK-001' },
      { id: 'r9k4f', label: 'E9' },
      { id: 'c', dependsOn: ['TASK-001', 'r9k4f', 'E9', '#TASK-001'] },
    ]);
    expect(steps[2]?.dependsOn).toEqual([steps[0]?.label, 'E9']);
  });

  it('lets a dependency point forward', () => {
    expect(stepsOf([{ id: 'E1', deps: ['E2'] }, { id: 'E2' }])[0]?.dependsOn).toEqual(['E2']);
  });

  it('rewrites placeholders that use a foreign id, modifiers included', () => {
    const task = 'use #TASK-001, #TASK-001.summary, #e1.head=5 and #TASK-0012';
    expect(stepsOf([{ id: 'TASK-001' }, { id: 'e1' }, { id: 'x', task }])[2]?.task).toBe(
      'use #E1, #E1.summary, #E2.head=5 and #TASK-0012',
    );
  });

  it('takes the longest name: a foreign id that begins like a label', () => {
    const steps = stepsOf([{ id: 'E1' }, { id: 'E1-setup' }, { id: 'E5', task: '#E1-setup, #E1-other' }]);
    expect(steps[2]?.task).toBe(`#${steps[1]?.label ?? ''}, #E1-other`);
  });

  it('leaves #1 alone: that is how people write the number of an issue', () => {
    expect(stepsOf([{ id: 1 }, { id: 2, task: 'fixes #1' }])[1]?.task).toBe('fixes #1');
  });

  it('leaves an escaped name alone', () => {
    expect(stepsOf([{ id: 'a' }, { id: 'b', task: '\\#a \\#E9' }])[1]?.task).toBe('\\#a \\#E9');
  });

  it('accepts our label for a foreign id only where both have the same number', () => {
    expect(stepsOf([{ id: 1 }, { id: 2, task: 'use #E1', deps: ['E1'] }])[1]).toMatchObject({ dependsOn: ['E1'] });
    expect(stepsOf([{}, { task: 'use #E1' }])[1]?.task).toBe('use #E1');
    expect(problemsOf([{ id: 3 }, { id: 1, task: 'use #E1' }])).toMatchObject([
      { code: 'reference-unknown', step: '1' },
    ]);
  });

  it('says what is missing, and how to write it as text', () => {
    expect(problemsOf([{ id: 'E3', task: 'issue #E12', deps: ['E7'] }])).toEqual([
      {
        code: 'dependency-unknown',
        step: 'E3',
        field: null,
        message: 'step "E3" needs "E7", which the plan does not have',
      },
      {
        code: 'reference-unknown',
        step: 'E3',
        field: 'task',
        message: 'step "E3" uses "#E12", which the plan does not have; write "\\#E12" if it is meant as text',
      },
    ]);
  });

  it('refuses a step that needs itself or uses its own answer', () => {
    expect(problemsOf([{ id: 'E1', deps: ['E1'], task: 'see #E1' }]).map(({ code }) => code)).toEqual([
      'dependency-self',
      'reference-self',
    ]);
  });

  it('refuses a circle, through dependencies and placeholders alike', () => {
    expect(
      problemsOf([
        { id: 'E1', deps: ['E2'] },
        { id: 'E2', task: 'use #E3' },
        { id: 'E3', deps: ['E1'] },
      ]),
    ).toEqual([
      {
        code: 'dependency-cycle',
        step: 'E1',
        field: null,
        message: 'steps need each other in a circle: "E1" → "E2" → "E3" → "E1"',
      },
    ]);
  });
});

describe('the steps themselves', () => {
  it('never guesses a task or an agent', () => {
    expect(
      problemsOf([
        { id: 'E1', task: ' ' },
        { id: 'x', agent: null },
        { id: 'E3', task: 5 },
      ]),
    ).toEqual([
      { code: 'task-missing', step: 'E1', field: 'task', message: 'step "E1" has no task' },
      { code: 'agent-missing', step: 'x', field: 'agent', message: 'step "x" has no agent' },
      { code: 'field-invalid', step: 'E3', field: 'task', message: 'step "E3": "task" must be a text' },
    ]);
  });

  it('refuses a step that is nothing, and goes on reading', () => {
    expect(problemsOf([null, { id: 'E2', task: '' }]).map(({ code, step }) => [code, step])).toEqual([
      ['step-invalid', 'E1'],
      ['task-missing', 'E2'],
    ]);
  });

  it('names a step that is nothing by its place, and not as another step', () => {
    expect(problemsOf([null, { id: 'E1' }])).toEqual([
      { code: 'step-invalid', step: '1', field: null, message: 'step 1 of the list must be an object, found null' },
    ]);
  });

  it('does not ask who the agents are', () => {
    expect(stepsOf([{ agent: ' Wizard ' }])[0]?.agent).toBe('wizard');
  });

  it('refuses more steps than a plan may have, and says what else is wrong', () => {
    const steps = Array.from({ length: 21 }, () => ({}));
    expect(problemsOf(steps)).toMatchObject([
      { code: 'steps-too-many', step: 'E21', message: 'a plan has at most 20 steps, found 21' },
    ]);
    const named = (count: number) => Array.from({ length: count }, (_, place) => ({ id: `TASK-${place + 100}` }));
    expect(problemsOf(named(30))).toMatchObject([{ code: 'steps-too-many', step: 'TASK-120' }]);
    expect(problemsOf(named(2_000))).toMatchObject([{ code: 'steps-too-many', step: 'TASK-120' }]);
    expect(problemsOf([...steps, { task: '' }]).map(({ code }) => code)).toEqual(['steps-too-many', 'task-missing']);
    expect(problemsOf(steps, { maxSteps: 21 })).toEqual([]);
  });
});
