import { describe, expect, it } from 'vitest';
import type { Plan } from '../../plan/plan.js';
import type { Step } from '../../plan/step.js';
import { aPlan, aStep } from '../../testing/make-plan.js';
import { type TwoLayerFiles, type TwoLayerOptions, twoLayerFiles } from './two-layer-files.js';

const options: TwoLayerOptions = { session: 'limits', at: '2026-03-02T08:00:00Z' };

/** A step with all that a task file must say. */
function aTask(label: string, fields: Partial<Step> = {}): Step {
  return aStep(label, {
    implementation: ['look', 'change'],
    criteria: ['exits with 0'],
    verify: ['npm test'],
    ...fields,
  });
}

function aWhole(steps: readonly Step[], fields: Partial<Plan> = {}): Plan {
  return aPlan(steps, { approach: 'one thing after another', ...fields });
}

function written(plan: Plan, more: Partial<TwoLayerOptions> = {}): Extract<TwoLayerFiles, { readonly ok: true }> {
  const files = twoLayerFiles(plan, { ...options, ...more });
  if (!files.ok) throw new Error(files.problems.map(({ message }) => message).join('\n'));
  return files;
}

function problems(plan: Plan, more: Partial<TwoLayerOptions> = {}): readonly string[] {
  const files = twoLayerFiles(plan, { ...options, ...more });
  return files.ok ? [] : files.problems.map(({ message }) => message);
}

const json = (plan: Plan, path: string): Readonly<Record<string, unknown>> =>
  written(plan).files.find((file) => file.path === path)!.json;

describe('the files of a plan', () => {
  it('are plan.json without tasks and a file for each task', () => {
    const plan = aWhole([aTask('E1'), aTask('E2', { dependsOn: ['E1'] })]);
    expect(written(plan).files.map(({ path }) => path)).toEqual([
      'plan.json',
      '.task/TASK-001.json',
      '.task/TASK-002.json',
    ]);
    expect(json(plan, 'plan.json')).toMatchObject({ task_ids: ['TASK-001', 'TASK-002'], task_count: 2 });
    expect(json(plan, 'plan.json')).not.toHaveProperty('tasks');
  });

  it('have a manifest where explorations are given, and their angles in plan.json', () => {
    const entries = [
      { angle: 'security', file: '../explorations/explore-security.json', source: 'cached' as const },
      { angle: 'testing', file: '../explorations/explore-testing.json', source: 'new' as const },
    ];
    const { files } = written(aWhole([aTask('E1')], { complexity: 'medium' }), {
      explorations: { task: 'add limits', entries },
    });
    expect(files.at(-1)).toMatchObject({
      path: 'explorations-manifest.json',
      json: { exploration_count: 2, cached_count: 1, complexity: 'Medium', task_description: 'add limits' },
    });
    expect(files[0]!.json['_metadata']).toMatchObject({ exploration_angles: ['security', 'testing'] });
  });

  it('stand in an order in which each task comes after all it needs', () => {
    const plan = aWhole([aTask('E1', { dependsOn: ['E2'] }), aTask('E2')]);
    expect(json(plan, 'plan.json')['task_ids']).toEqual(['TASK-002', 'TASK-001']);
  });

  it('tell the order of a sequential plan as dependencies, which is all their readers know', () => {
    const plan = aWhole([aTask('E1'), aTask('E2'), aTask('E3')]);
    expect(json(plan, '.task/TASK-003.json')).toMatchObject({
      depends_on: ['TASK-002'],
      cli_execution: { id: 'limits-TASK-003', strategy: 'resume', resume_from: 'limits-TASK-002' },
    });
  });

  it('name the edges of placeholders too', () => {
    const plan = aWhole([aTask('E1'), aTask('E2', { task: 'use #E1' })]);
    expect(json(plan, '.task/TASK-002.json')['depends_on']).toEqual(['TASK-001']);
  });
});

describe('ids', () => {
  it('are those the steps came with, T1 as TASK-001, and the label’s number for the others', () => {
    const plan = aWhole([aTask('E1', { alias: 'T2' }), aTask('E2', { alias: 'IMPL-001' }), aTask('E3')]);
    expect(json(plan, 'plan.json')['task_ids']).toEqual(['TASK-002', 'IMPL-001', 'TASK-003']);
  });

  it('are never used twice, on file systems without capitals either', () => {
    const plan = aWhole([
      aTask('E1', { alias: 'x-1' }),
      aTask('E2', { alias: 'X-1' }),
      aTask('E3', { alias: 'TASK-002' }),
    ]);
    expect(json(plan, 'plan.json')['task_ids']).toEqual(['x-1', 'TASK-003', 'TASK-002']);
  });

  it('never are what no file can be called', () => {
    const plan = aWhole([
      aTask('E1', { alias: '../../etc' }),
      aTask('E2', { alias: 'con' }),
      aTask('E3', { alias: 'a b' }),
    ]);
    expect(json(plan, 'plan.json')['task_ids']).toEqual(['TASK-001', 'TASK-002', 'TASK-003']);
  });

  it('are FIX-… in a fix', () => {
    const fix = { rootCause: 'a race', strategy: 'immediate_patch', severity: 'high', risk: 'Low' };
    const plan = aWhole([aTask('E1')], { kind: 'fix', fix });
    expect(json(plan, 'plan.json')).toMatchObject({
      task_ids: ['FIX-001'],
      fix_context: { root_cause: 'a race', strategy: 'immediate_patch', severity: 'High', risk_level: 'low' },
      _metadata: { plan_type: 'fix' },
    });
  });
});

describe('what is missing', () => {
  it('is told all at once, with the file and the field, and nothing is made up', () => {
    expect(
      problems(aPlan([aStep('E1'), aStep('E2', { implementation: ['one'], criteria: ['x'], title: '' })])),
    ).toEqual([
      'plan.json: "approach" is missing: it must be a text',
      '.task/TASK-001.json: "convergence.criteria" must have at least 1 item, found a list of 0',
      '.task/TASK-001.json: "implementation" must have at least 2 items, found a list of 0',
      '.task/TASK-002.json: "title" must be a text that says something, found ""',
      '.task/TASK-002.json: "implementation" must have at least 2 items, found a list of 1',
    ]);
  });

  it('is told of a fix: cause, strategy, severity and risk', () => {
    expect(problems(aWhole([aTask('E1')], { kind: 'fix', fix: { strategy: 'hope' } }))).toEqual([
      'plan.json: "fix_context.root_cause" is missing: it must be a text',
      'plan.json: "fix_context.strategy" must be one of immediate_patch, comprehensive_fix, refactor, found "hope"',
      'plan.json: "fix_context.severity" is missing: it must be one of Low, Medium, High, Critical',
      'plan.json: "fix_context.risk_level" is missing: it must be one of low, medium, high',
    ]);
  });

  it('by the plan’s level is listed beside the files', () => {
    const missing = (complexity: Plan['complexity']) =>
      written(aWhole([aTask('E1', { files: [{ path: 'a.ts' }] })], complexity ? { complexity } : {})).missing.map(
        ({ file, field }) => `${file} ${field}`,
      );
    const medium = ['plan.json design_decisions', '.task/TASK-001.json rationale', '.task/TASK-001.json test'];
    expect(missing('low')).toEqual([]);
    expect(missing('medium')).toEqual(medium);
    expect(missing('high')).toEqual([
      'plan.json design_decisions',
      'plan.json data_flow',
      ...medium.slice(1),
      '.task/TASK-001.json risks',
      '.task/TASK-001.json code_skeleton',
    ]);
    expect(missing(undefined)).toEqual(['plan.json complexity']);
    expect(
      written(aWhole([aTask('E1', { verify: [] })], { complexity: 'low' })).missing.map(({ field }) => field),
    ).toEqual(['files', 'convergence.verification']);
  });

  it.each([
    ['', 'the session must be a name of letters, digits, "-" and "_", found ""'],
    ['../x', 'the session must be a name of letters, digits, "-" and "_", found "../x"'],
  ])('is told of a session called %j', (session, message) => {
    expect(problems(aWhole([aTask('E1')]), { session })).toEqual([message]);
  });

  it('is told of a time that is none', () => {
    expect(problems(aWhole([aTask('E1')]), { at: 'yesterday' })[0]).toContain('"_metadata.timestamp" must be a time');
  });
});

describe('what cannot be written', () => {
  it('is a circle, an unknown dependency, a label used twice, a plan without steps', () => {
    const circle = aWhole([aTask('E1', { dependsOn: ['E2'] }), aTask('E2', { dependsOn: ['E1'] })]);
    expect(problems(circle)).toEqual(['these steps wait for each other: E1 → E2 → E1']);
    expect(problems(aWhole([aTask('E1', { dependsOn: ['E9'] })]))).toEqual([
      'step "E1" needs "E9", which the plan does not have',
    ]);
    expect(problems(aWhole([aTask('E1'), aTask('E1')])).join()).toContain('label "E1"');
    expect(problems(aWhole([]))[0]).toBe('plan.json: "task_ids" must have at least 1 item, found a list of 0');
  });

  it.each([
    ['test', '...', 'must be an object, found "..."'],
    ['rationale', { why: 1 }, 'must have no "why", which its readers refuse, found an object'],
    [
      'risks',
      [{ description: 'x', probability: 'M', impact: 'High', mitigation: 'y' }],
      'must be one of Low, Medium, High, found "M"',
    ],
    ['codeSkeleton', [], 'must be an object, found a list of 0'],
  ])('is a "%s" that its readers refuse', (field, value, expected) => {
    expect(problems(aWhole([aTask('E1', { [field]: value })]))[0]).toContain(expected);
  });

  it('is a strategy that goes on from nothing, or from too much', () => {
    const execution = { strategy: 'resume', from: [] } as const;
    expect(problems(aWhole([aTask('E1', { execution: { ...execution, from: [] } })]))).toEqual([
      '.task/TASK-001.json: "cli_execution" says "resume", which goes on from exactly one of the tasks before; found 0',
    ]);
  });
});

describe('a stated execution', () => {
  it('is kept: its id, and labels as the names of conversations', () => {
    const plan = aWhole([
      aTask('E1', { execution: { strategy: 'new', id: 'mine', from: [] } }),
      aTask('E2', { dependsOn: ['E1'], execution: { strategy: 'fork', from: ['E1'] } }),
    ]);
    expect(json(plan, '.task/TASK-002.json')['cli_execution']).toEqual({
      id: 'limits-TASK-002',
      strategy: 'fork',
      resume_from: 'mine',
    });
  });
});

it('leaves out an unknown field that is called as one of the form, and says so', () => {
  const { files, notes } = written(aWhole([aTask('E1', { extra: { depends_on: ['x'], owner: 'ann' } })]));
  expect(files[1]!.json).toMatchObject({ depends_on: [], owner: 'ann' });
  expect(notes).toEqual([
    '.task/TASK-001.json: an unknown field of the plan is called "depends_on" as one of this form; it was left out',
  ]);
});
