import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { vagueWords } from '../../packages/core/src/check/vague-criterion.js';
import { readMarkdownTasks } from '../../packages/core/src/formats/markdown-tasks.js';
import { readTwoLayer } from '../../packages/core/src/formats/two-layer/read-two-layer.js';
import { twoLayerFiles } from '../../packages/core/src/formats/two-layer/two-layer-files.js';
import type { Plan } from '../../packages/core/src/plan/plan.js';
import type { Step } from '../../packages/core/src/plan/step.js';
import { aPlan, aStep } from '../../packages/core/src/testing/make-plan.js';
import { conformanceDir } from './conformance-dir.js';
import { plans, taskFields } from './two-layer-plans.js';

type Json = Readonly<Record<string, unknown>>;

const options = { session: 'limits', at: '2026-03-02T08:00:00Z' } as const;

function written(plan: Plan): ReadonlyMap<string, Json> {
  const result = twoLayerFiles(plan, options);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return new Map(result.files.map(({ path, json }) => [path, json]));
}

const refusedFields = (plan: Plan): readonly (string | null)[] => {
  const result = twoLayerFiles(plan, options);
  return result.ok ? [] : result.problems.map(({ field }) => field);
};

const withTask = (fields: Partial<Step>): Plan => ({
  ...plans.low,
  steps: [aStep('E1', { ...taskFields, ...fields })],
});

/** The steps of a plan in markdown with these lines below the heading of its one task. */
function markdown(...lines: readonly string[]): Extract<ReturnType<typeof readMarkdownTasks>, { readonly ok: true }> {
  const parsed = readMarkdownTasks(['### TASK-001: Add it', '**Description**: do it', ...lines].join('\n'));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed;
}

function folder(overview: Json, tasks: Readonly<Record<string, Json>>): ReadonlyMap<string, string> {
  const files = Object.entries(tasks).map(
    ([id, data]) => [`.task/${id}.json`, JSON.stringify({ id, description: 'x', ...data })] as const,
  );
  return new Map([['plan.json', JSON.stringify(overview)], ...files]);
}

describe('the discrepancies of the planning agent’s own text, done right', () => {
  it('D1: fewer than two implementation steps, and fewer than one criterion, are found', () => {
    expect(refusedFields(withTask({ implementation: [] }))).toEqual(['implementation']);
    expect(refusedFields(withTask({ implementation: ['one'] }))).toEqual(['implementation']);
    expect(refusedFields(withTask({ criteria: [] }))).toEqual(['convergence.criteria']);
  });

  it('D2: a task’s conversation is cli_execution.id; the old field is read', () => {
    const file = written(plans.low).get('.task/TASK-001.json')!;
    expect(file).toHaveProperty('cli_execution.id', 'limits-TASK-001');
    expect(file).not.toHaveProperty('cli_execution_id');
    const old = folder({ task_ids: ['T1'] }, { T1: { cli_execution_id: 's-T1', cli_execution: { strategy: 'new' } } });
    const read = readTwoLayer(old);
    expect(read.ok && read.plan.steps[0]!.execution?.id).toBe('s-T1');
  });

  it('D3: a fix has its cause, strategy, severity and risk in fix_context, in the readers’ own words', () => {
    const fix = { rootCause: 'a race', strategy: 'comprehensive fix', severity: 'critical', risk: 'HIGH' };
    const file = written({ ...plans.fix, fix }).get('plan.json')!;
    expect(file['fix_context']).toEqual({
      root_cause: 'a race',
      strategy: 'comprehensive_fix',
      severity: 'Critical',
      risk_level: 'high',
    });
    expect(file).not.toHaveProperty('root_cause');
  });

  it('D4: a fix has diagnosis_angles, a feature exploration_angles', () => {
    const explorations = { task: 't', entries: [{ angle: 'dataflow', file: 'x.json' }] };
    const metadata = (plan: Plan) => {
      const result = twoLayerFiles(plan, { ...options, explorations });
      return result.ok ? result.files[0]!.json['_metadata'] : undefined;
    };
    expect(metadata(plans.fix)).toMatchObject({ diagnosis_angles: ['dataflow'] });
    expect(metadata(plans.fix)).not.toHaveProperty('exploration_angles');
    expect(metadata(plans.low)).toMatchObject({ exploration_angles: ['dataflow'] });
  });

  it('D5: what there is not is left out, never null; null in a file is nothing', () => {
    const plan = { ...plans.low, complexity: 'high', dataFlow: null } as const;
    expect(written(plan).get('plan.json')).not.toHaveProperty('data_flow');
    expect(written(withTask({ codeSkeleton: null })).get('.task/TASK-001.json')).not.toHaveProperty('code_skeleton');
    const read = readTwoLayer(folder({ task_ids: ['T1'], data_flow: null }, { T1: { code_skeleton: null } }));
    expect(
      read.ok && [Object.keys(read.plan).includes('dataFlow'), read.plan.extra, read.plan.steps[0]!.extra],
    ).toEqual([false, {}, {}]);
  });

  it.each(['TASK-001', 'T1', 'T-1', 'FIX-001', 'fix-1', 'Task 1'])('D6: %s is a task', (id) => {
    const parsed = readMarkdownTasks(`### ${id}: Add it\n**Description**: x`);
    expect(parsed.ok && parsed.plan.steps).toHaveLength(1);
  });

  it.each(['## Complexity: High', '## Complexity\nHigh', '**Complexity**: High', '# Complexity: **High**'])(
    'D7: %j is read',
    (section) => {
      const parsed = readMarkdownTasks(`${section}\n### TASK-001: Add it\n**Description**: x`);
      expect(parsed.ok && parsed.plan.complexity).toBe('high');
    },
  );

  it('D8: lists are read on the label’s line and below it', () => {
    const [step] = markdown('**Files**: - **a.ts**: modify / run → call it', '**Implementation**: 1. look', '2. change')
      .plan.steps;
    expect(step).toMatchObject({ files: [{ path: 'a.ts', target: 'run' }], implementation: ['look', 'change'] });
  });

  it('D9: a field ends where the next begins', () => {
    const { plan } = markdown(
      '**Rationale**:',
      '- Tradeoffs: one entry',
      '**Verification**:',
      '- Success Metrics: p95 < 1 ms',
      '**Depends On**: None',
      '## Time Estimate',
      '**Total**: 1 hour',
    );
    expect(plan.steps[0]).toMatchObject({
      rationale: { tradeoffs: 'one entry' },
      test: { success_metrics: ['p95 < 1 ms'] },
    });
    expect(plan.estimatedTime).toBe('1 hour');
  });

  it('D10: "Depends On: None" is no dependency, and an unknown id is a problem, not a crash', () => {
    expect(markdown('**Depends On**: None').plan.steps[0]!.dependsOn).toEqual([]);
    const parsed = readMarkdownTasks('# TASK-001: x\n**Description**: y\n**Depends On**: TASK-009');
    expect(parsed.ok ? [] : parsed.problems.map(({ code }) => code)).toEqual(['dependency-unknown']);
  });

  it('D11: how long planning took is written where it is known, and not made up', () => {
    expect(written(plans.low).get('plan.json')!['_metadata']).not.toHaveProperty('duration_seconds');
    const timed = twoLayerFiles(plans.low, { ...options, metadata: { duration_seconds: 42 } });
    expect(timed.ok && timed.files[0]!.json['_metadata']).toHaveProperty('duration_seconds', 42);
  });

  it('D12: files lie in the plan’s folder and every task has its conversation, whoever made the plan', () => {
    const files = written(plans.low);
    expect([...files.keys()]).toEqual(['plan.json', '.task/TASK-001.json']);
    expect(files.get('.task/TASK-001.json')).toHaveProperty('cli_execution.strategy', 'new');
    expect(twoLayerFiles(plans.low, { ...options, session: '' }).ok).toBe(false);
  });

  it('D13: in a chain every task has a conversation of its own, and resumes one that exists', () => {
    const files = written(plans.sequential);
    const executions = ['TASK-001', 'TASK-002', 'TASK-003'].map(
      (id) => files.get(`.task/${id}.json`)!['cli_execution'],
    );
    expect(executions).toEqual([
      { id: 'limits-TASK-001', strategy: 'new' },
      { id: 'limits-TASK-002', strategy: 'resume', resume_from: 'limits-TASK-001' },
      { id: 'limits-TASK-003', strategy: 'resume', resume_from: 'limits-TASK-002' },
    ]);
  });

  it('D14: dependencies on later tasks are sorted, circles refused', () => {
    const forward = {
      ...plans.low,
      mode: 'parallel',
      steps: [aStep('E1', { ...taskFields, dependsOn: ['E2'] }), aStep('E2', taskFields)],
    } as const;
    const files = written({ ...forward, steps: [...forward.steps] });
    expect(files.get('plan.json')!['task_ids']).toEqual(['TASK-002', 'TASK-001']);
    expect(files.get('.task/TASK-001.json')).toHaveProperty('cli_execution.resume_from', 'limits-TASK-002');
    const circle = aPlan(
      [aStep('E1', { ...taskFields, dependsOn: ['E2'] }), aStep('E2', { ...taskFields, dependsOn: ['E1'] })],
      { approach: 'x' },
    );
    const refused = twoLayerFiles(circle, options);
    expect(refused.ok ? [] : refused.problems.map(({ code }) => code)).toEqual(['dependency-cycle']);
    const read = readTwoLayer(
      folder({ task_ids: ['T1', 'T2'] }, { T1: { depends_on: ['T2'] }, T2: { depends_on: ['T1'] } }),
    );
    expect(read.ok ? [] : read.problems.map(({ code }) => code)).toEqual(['dependency-cycle']);
  });

  it.each(['M', 'm', 'Medium', 'medium'])('D15: a probability of %s is Medium', (word) => {
    const { plan } = markdown('**Risks**:', `- Risk: x | Probability: ${word} | Impact: H | Mitigation: y`);
    expect(plan.steps[0]!.risks).toMatchObject([{ probability: 'Medium', impact: 'High' }]);
  });

  it('D16: any id is accepted, T1 is written as TASK-001, and past 999 the digits grow', () => {
    const read = readTwoLayer(folder({ task_ids: ['T1', 'L0'] }, { T1: {}, L0: { depends_on: ['T1'] } }));
    expect(read.ok && read.plan.steps.map(({ alias }) => alias)).toEqual(['T1', 'L0']);
    const ids = written({
      ...plans.low,
      steps: [aStep('E1', { ...taskFields, alias: 'T1' }), aStep('E1000', taskFields)],
    });
    expect(ids.get('plan.json')!['task_ids']).toEqual(['TASK-001', 'TASK-1000']);
  });

  it('D17: an action is the first word of the title, not any word in it; a file’s action is another matter', () => {
    const read = readTwoLayer(folder({ task_ids: ['T1'] }, { T1: { title: 'Add retry to update handler' } }));
    expect(read.ok && read.plan.steps[0]!.action).toBe('Add');
    expect(refusedFields(withTask({ files: [{ path: 'a.ts', action: 'Update' }] }))).toEqual(['files.0.action']);
  });

  it('D18: a task without an id has the name of its file', () => {
    const read = readTwoLayer(
      new Map([
        ...folder({ task_ids: ['TASK-001'], complexity: 'Medium' }, {}),
        ['.task/TASK-001.json', '{"description": "x"}'],
      ]),
    );
    expect(read.ok && read.plan.steps[0]!.alias).toBe('TASK-001');
  });

  it('D19: a fix is known by plan_type, its facts are read from the text, and what is missing is missing', () => {
    expect(written(plans.fix).get('plan.json')!['_metadata']).toMatchObject({ plan_type: 'fix' });
    const parsed = readMarkdownTasks(
      '## Root Cause\na race\n## Risk Level: High\n### FIX-001: Guard it\n**Description**: x',
    );
    expect(parsed.ok && parsed.plan.fix).toEqual({ rootCause: 'a race', risk: 'high' });
    expect(refusedFields({ ...plans.fix, fix: { rootCause: 'a race', risk: 'high' } })).toEqual([
      'fix_context.strategy',
      'fix_context.severity',
    ]);
  });

  it.each(['Agent', 'Codex', 'Sequential', 'Parallel', 'Phased'])(
    'D26: %s may be recommended, anything else not',
    (word) => {
      const file = written({ ...plans.low, recommendedExecution: word }).get('plan.json');
      expect(file).toHaveProperty('recommended_execution', word);
      expect(refusedFields({ ...plans.low, recommendedExecution: `${word} and hope` })).toEqual([
        'recommended_execution',
      ]);
    },
  );

  it('D28: nothing is filled in, and what they call vague is found', () => {
    const bare = aPlan([aStep('E1')], { approach: 'x' });
    expect(refusedFields(bare)).toEqual(['convergence.criteria', 'implementation']);
    expect(
      ['Properly implemented', 'works correctly', 'good performance'].map((text) => vagueWords(text) === undefined),
    ).toEqual([false, false, false]);
  });

  it('D30: a test that is a text is read, and refused in writing', () => {
    const read = readTwoLayer(folder({ task_ids: ['T1'] }, { T1: { test: '...' } }));
    expect(read.ok && read.plan.steps[0]!.test).toBe('...');
    expect(refusedFields(withTask({ test: '...' }))).toEqual(['test']);
  });

  it('D31: severity is no complexity: a Critical one is kept apart, and refused in writing', () => {
    const read = readTwoLayer(folder({ summary: 's', task_ids: ['T1'], complexity: 'Critical' }, { T1: {} }));
    if (!read.ok) throw new Error('not read');
    expect([read.plan.complexity, read.plan.extra['complexity']]).toEqual([undefined, 'Critical']);
    expect(refusedFields({ ...read.plan, approach: 'x', steps: plans.low.steps })).toEqual(['complexity']);
    expect(written(plans.fix).get('plan.json')).toMatchObject({ complexity: 'Low', fix_context: { severity: 'High' } });
  });

  it('D32: count, ids and files must agree', () => {
    const files = new Map([...folder({ task_ids: ['T1', 'T2'], task_count: 3 }, { T1: {}, T3: {} })]);
    const read = readTwoLayer(files);
    expect(read.ok ? [] : read.problems.map(({ code, file }) => `${code} ${file ?? ''}`)).toEqual([
      'count-wrong plan.json',
      'file-missing .task/T2.json',
      'file-extra .task/T3.json',
    ]);
    expect(written(plans.high).get('plan.json')).toMatchObject({ task_count: 4 });
  });
});

/** Those that are about exploring, asking and checking have a file of their own. */
const files = ['two-layer-discrepancies.test.ts', 'two-layer-discrepancies-around.test.ts'];

describe.skipIf(conformanceDir() === undefined)('the list of discrepancies (CONFORMANCE_DIR)', () => {
  it('has a test for each', () => {
    const facts = readFileSync(join(conformanceDir()!, 'two-layer-plans/FACTS.md'), 'utf8');
    const listed = [...facts.matchAll(/^\| (D[0-9]+) \|/gm)].map(([, name]) => name!);
    const tests = files.map((name) => readFileSync(`tests/conformance/${name}`, 'utf8')).join('\n');
    expect(listed).toHaveLength(32);
    expect(listed.filter((name) => !tests.includes(`'${name}: `))).toEqual([]);
  });
});
