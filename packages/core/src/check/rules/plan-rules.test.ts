import { describe, expect, it } from 'vitest';
import type { Plan } from '../../plan/plan.js';
import type { Step } from '../../plan/step.js';
import { aPlan as anyPlan, aStep } from '../../testing/make-plan.js';
import { checkPlan } from '../check-plan.js';
import type { CheckContext } from '../finding.js';

const byModel: CheckContext = { source: 'drafted', drafter: 'model' };
const imported: CheckContext = { source: 'imported' };
const twoLayer: CheckContext = { source: 'imported', form: 'two-layer' };

function aPlan(steps: readonly Step[], given: Partial<Plan> = {}): Plan {
  return anyPlan(steps, { mode: 'parallel', ...given });
}

function said(rule: string, plan: Plan, context: CheckContext = byModel): readonly string[] {
  return checkPlan(plan, context)
    .findings.filter((finding) => finding.rule === rule)
    .map(({ severity, step, message }) => `${severity} ${step ?? '-'} ${message}`);
}

describe('requirements-covered', () => {
  const one = (task: string, given: Partial<Step> = {}): Plan => aPlan([aStep('E1', { task, ...given })]);
  const context = (task: string): CheckContext => ({ ...byModel, task });

  it('finds a file, an option and a requirement id that the task names and no step speaks of', () => {
    const asked = context('Add --json to src/export.ts as REQ-007 says');
    expect(said('requirements-covered', one('Change the export'), asked)).toEqual([
      'critical - no step speaks of "src/export.ts", which the task names',
      'critical - no step speaks of "--json", which the task names',
      'critical - no step speaks of "REQ-007", which the task names',
    ]);
    expect(
      said('requirements-covered', one('Add --json (REQ-007)', { files: [{ path: 'src/export.ts' }] }), asked),
    ).toEqual([]);
  });

  it('finds the item of a list that was forgotten, and takes other words for it as covering', () => {
    const asked = context('Please:\n- rename the parser module\n- translate every error message to German\n');
    expect(said('requirements-covered', one('Rename the parsing module'), asked)).toEqual([
      'critical - no step speaks of "translate every error message to German", which the task asks for',
    ]);
    const whole = one('Rename the parser module; German texts for all messages of errors');
    expect(said('requirements-covered', whole, asked)).toEqual([]);
  });

  it('does not ask for what is named only to be left alone', () => {
    const asked = context('Speed up the importer, but do not touch src/legacy.ts');
    expect(said('requirements-covered', one('Speed up the importer'), asked)).toEqual([]);
  });

  it('finds a requirement of the specification that no step refers to', () => {
    const requirements = [{ id: 'REQ-001', text: 'Export as JSON' }];
    expect(said('requirements-covered', one('Export it'), { ...byModel, requirements })).toEqual([
      'critical - no step refers to REQ-001 (Export as JSON)',
    ]);
    const cited = one('Export it', { extra: { requirements: ['REQ-001'] } });
    expect(said('requirements-covered', cited, { ...byModel, requirements })).toEqual([]);
  });

  it('only mentions it where no model can be asked again', () => {
    expect(said('requirements-covered', one('Look'), { source: 'drafted', task: 'Read README.md' })).toEqual([
      'minor - no step speaks of "README.md", which the task names',
    ]);
  });

  it.each(['', '🙂🙂🙂', 'a'.repeat(100_000), '- \n- \n- ', '総合テストを書く'])(
    'asks nothing of a task that names nothing (%#)',
    (task) => {
      expect(said('requirements-covered', one('Look around'), context(task))).toEqual([]);
    },
  );
});

describe('constraints-kept', () => {
  const changing = (path: string, given: Partial<Step> = {}): Plan =>
    aPlan([aStep('E1', { agent: 'coder', files: [{ path }], ...given })]);

  it('finds a step that changes what the task or a rule of the project says is left alone', () => {
    const asked: CheckContext = { ...byModel, task: 'Tidy up, but do not touch src/legacy/' };
    expect(said('constraints-kept', changing('src/legacy/a.ts'), asked)).toEqual([
      'critical E1 step "E1" would change "src/legacy/a.ts", and it is said: "do not touch src/legacy/"',
    ]);
    const ruled: CheckContext = { source: 'imported', constraints: ['Never edit generated/*.ts by hand'] };
    expect(said('constraints-kept', changing('generated/api.ts'), ruled)).toHaveLength(1);
  });

  it.each([
    'src/a.ts does not compile, fix it',
    'Keep src/a.ts up to date',
    'Do not change the behaviour of src/a.ts',
    'Never mind src/a.ts',
  ])('does not take this for an order to leave a file alone: %s', (task) => {
    expect(said('constraints-kept', changing('src/a.ts'), { ...byModel, task })).toEqual([]);
  });

  it.each([
    'Do not change src/a.ts or src/b.ts.',
    'Add tests without touching anything in src/',
    'Não altere `src/a.ts`',
    'You must not edit "src/a.ts"',
  ])('takes this for one: %s', (task) => {
    expect(said('constraints-kept', changing('src/a.ts'), { ...byModel, task })).toHaveLength(1);
  });

  it('lets it be read, and lets others be changed', () => {
    const asked: CheckContext = { ...byModel, task: 'Do not touch src/legacy/' };
    expect(said('constraints-kept', changing('src/legacy/a.ts', { agent: 'search' }), asked)).toEqual([]);
    expect(said('constraints-kept', changing('src/new/a.ts'), asked)).toEqual([]);
  });
});

describe('files-in-project', () => {
  it.each(['/etc/passwd', '../other/a.ts', 'src/../../a.ts', 'C:\\a.ts', '.git/config', 'a/.planwright/runs.db'])(
    'finds a file where no step may work: %s',
    (path) => {
      expect(said('files-in-project', aPlan([aStep('E1', { files: [{ path }] })]))).toHaveLength(1);
    },
  );

  it('accepts files of the project', () => {
    const files = ['src/a.ts', './b/../c.ts', '.github/workflows/ci.yml', 'src/**/*.ts'].map((path) => ({ path }));
    expect(said('files-in-project', aPlan([aStep('E1', { files })]))).toEqual([]);
  });

  it('finds files that the run never writes, whatever its plan says', () => {
    const plan = aPlan([aStep('E1', { files: [{ path: './docs/guide.md' }, { path: 'src/a.ts' }] })]);
    expect(
      said('files-in-project', plan, { source: 'drafted', pathRules: [{ path: 'docs', permission: 'read' }] }),
    ).toEqual([
      'critical E1 step "E1" names "./docs/guide.md", but "docs/guide.md" may only be read (context_paths: docs)',
    ]);
  });
});

describe('implementation-present', () => {
  const plan = aPlan([aStep('E1', { agent: 'coder' })]);
  const none = 'step "E1" has no implementation: nothing says how it is done';

  it('finds a changing step that does not say how: critical where a model drafted it or it is handed on', () => {
    expect(said('implementation-present', plan, byModel)).toEqual([`critical E1 ${none}`]);
    expect(said('implementation-present', plan, twoLayer)).toEqual([`critical E1 ${none}`]);
    expect(said('implementation-present', plan, imported)).toEqual([`minor E1 ${none}`]);
  });

  it('counts missing ones under completeness and too few under implementation', () => {
    const dimension = (given: Partial<Step>): unknown =>
      checkPlan(aPlan([aStep('E1', { agent: 'coder', verify: ['npm test'], ...given })]), byModel).findings.map(
        (finding) => finding.dimension,
      );
    expect(dimension({})).toContain('completeness');
    expect(dimension({ implementation: ['Do it'] })).toContain('implementation');
  });

  it('counts what is said, not what is there (discrepancy D1: no entries never pass for two)', () => {
    const steps = [aStep('E1', { agent: 'coder', implementation: ['', ' ', 'Move it'] })];
    expect(said('implementation-present', aPlan(steps))).toEqual([
      'minor E1 step "E1" has an empty entry in its implementation',
      'minor E1 step "E1" says in one line how it is done; expected 2 or more',
    ]);
  });

  it('asks nothing of steps that read or run, nor of a planner without a model', () => {
    const others = aPlan([aStep('E1'), aStep('E2', { agent: 'tester' }), aStep('E3', { agent: 'shell' })]);
    expect(said('implementation-present', others)).toEqual([]);
    expect(said('implementation-present', plan, { source: 'drafted' })).toEqual([]);
  });
});

describe('criteria-present in the two-layer form', () => {
  it('asks for a criterion of every step', () => {
    expect(said('criteria-present', aPlan([aStep('E1')]), twoLayer)).toEqual([
      'critical E1 step "E1" has no criteria: nothing says when it is done',
    ]);
  });
});

describe('action-stated', () => {
  it('finds a step of the two-layer form without an action, and nowhere else', () => {
    const plan = aPlan([aStep('E1', { title: 'Add retry to the update handler' })]);
    expect(said('action-stated', plan, twoLayer)).toHaveLength(1);
    expect(said('action-stated', plan, byModel)).toEqual([]);
  });
});

describe('step-duration', () => {
  it.each([
    [{ estimated_time: '5 min' }, 'is to take 5 minutes, less than 15: join it with another'],
    [{ estimate: '2 hours' }, 'is to take 120 minutes, more than 60: split it'],
    [{ duration: '1h 30m' }, 'is to take 90 minutes, more than 60: split it'],
  ])('finds a step outside 15 to 60 minutes: %j', (extra, message) => {
    expect(said('step-duration', aPlan([aStep('E1', { extra })]))).toEqual([`minor E1 step "E1" ${message}`]);
  });

  it('goes by the time of the plan where the steps state none', () => {
    expect(said('step-duration', aPlan([aStep('E1'), aStep('E2')], { estimatedTime: '1 day' }))).toEqual([
      'minor - 480 minutes for 2 steps are 240 a step; expected 15 to 60',
    ]);
    expect(said('step-duration', aPlan([aStep('E1')], { estimatedTime: '30-60 minutes' }))).toEqual([]);
    expect(said('step-duration', aPlan([aStep('E1', { extra: { effort: 'small' } })]))).toEqual([]);
    const areas = { estimatedTime: 'store: 1 hour\napi: 1 hour' };
    expect(said('step-duration', aPlan([aStep('E1'), aStep('E2'), aStep('E3')], areas))).toEqual([]);
  });

  it('believes what a step states rather than what the plan does', () => {
    const step = aStep('E1', { extra: { estimated_time: '30 minutes' } });
    expect(said('step-duration', aPlan([step], { estimatedTime: '2 hours' }))).toEqual([]);
  });
});

describe('task-count', () => {
  it('finds a medium or high plan that has one step or more than seven', () => {
    const many = Array.from({ length: 8 }, (_, index) => aStep(`E${index + 1}`));
    expect(said('task-count', aPlan([aStep('E1')], { complexity: 'medium' }))).toEqual([
      'minor - a plan of medium complexity has 2 to 7 steps; this one has 1 step',
    ]);
    expect(said('task-count', aPlan(many, { complexity: 'high' }))).toHaveLength(1);
    expect(said('task-count', aPlan([aStep('E1')], { complexity: 'low' }))).toEqual([]);
    expect(said('task-count', aPlan(many, { complexity: 'high' }), imported)).toEqual([]);
  });
});

describe('file-conflicts between different words for the same files', () => {
  const writing = (label: string, ...paths: readonly string[]): Step =>
    aStep(label, { agent: 'coder', files: paths.map((path) => ({ path })) });

  it.each([
    ['src/', 'src/a.ts'],
    ['src/**/*.ts', 'src/deep/a.ts'],
    ['src/*.ts', 'src/a*'],
    ['.', 'README.md'],
  ])('finds %s beside %s', (one, other) => {
    const messages = said('file-conflicts', aPlan([writing('E1', one), writing('E2', other)]));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('critical E2 steps E1 and E2 may run at the same time and may touch the same files');
  });

  it.each([
    ['src/a', 'src/ab.ts'],
    ['src/*.ts', 'test/a.ts'],
    ['src/*.ts', 'src/deep/a.ts'],
  ])('accepts %s beside %s', (one, other) => {
    expect(said('file-conflicts', aPlan([writing('E1', one), writing('E2', other)]))).toEqual([]);
  });

  it('says it once where the steps share the file itself too, and not of one step alone', () => {
    expect(said('file-conflicts', aPlan([writing('E1', 'src/', 'src/a.ts'), writing('E2', 'src/a.ts')]))).toHaveLength(
      1,
    );
    expect(said('file-conflicts', aPlan([writing('E1', 'src/', 'src/a.ts'), writing('E2', 'b.ts')]))).toEqual([]);
  });

  it('compares 5,000 different files in reasonable time', () => {
    const steps = Array.from({ length: 5_000 }, (_, index) =>
      writing(`E${index + 1}`, `src/part/file-${index}.ts`, 'docs/*.md'),
    );
    expect(said('file-conflicts', aPlan(steps))).toHaveLength(1);
  });
});
