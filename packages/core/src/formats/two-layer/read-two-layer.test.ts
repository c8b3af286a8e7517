import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedTwoLayer, type ReadTwoLayerOptions, readTwoLayer } from './read-two-layer.js';
import { twoLayerFiles } from './two-layer-files.js';

type Data = Readonly<Record<string, unknown>>;

const task = (id: string, fields: Data = {}): Data => ({
  id,
  title: `Do ${id}`,
  description: `what ${id} is about`,
  depends_on: [],
  convergence: { criteria: ['exits with 0'], verification: 'npm test' },
  implementation: ['look', 'change'],
  ...fields,
});

const overview = (ids: readonly unknown[], fields: Data = {}): Data => ({
  summary: 'Limits for callers.',
  approach: 'a bucket for each key',
  task_ids: ids,
  task_count: ids.length,
  ...fields,
});

/** A folder of these tasks; texts stand for files with exactly that content. */
function folder(plan: unknown, tasks: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, string> {
  const text = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));
  return new Map([
    ['plan.json', text(plan)],
    ...Object.entries(tasks).map(([id, content]) => [`.task/${id}.json`, text(content)] as const),
  ]);
}

const two = (first: Data = {}, second: Data = {}) =>
  folder(overview(['TASK-001', 'TASK-002']), {
    'TASK-001': task('TASK-001', first),
    'TASK-002': task('TASK-002', { depends_on: ['TASK-001'], ...second }),
  });

function read(
  files: ReadonlyMap<string, string>,
  options: ReadTwoLayerOptions = {},
): Extract<ParsedTwoLayer, { ok: true }> {
  const parsed = readTwoLayer(files, options);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed;
}

const refused = (files: ReadonlyMap<string, string>, options: ReadTwoLayerOptions = {}): readonly string[] => {
  const parsed = readTwoLayer(files, options);
  return parsed.ok ? ['it was read'] : parsed.problems.map(({ code, message }) => `${code} ${message}`);
};

describe('a plan in two layers', () => {
  it('has labels for its ids, which stay as aliases', () => {
    const { plan } = read(two());
    expect(plan.steps.map(({ label, alias, dependsOn }) => ({ label, alias, dependsOn }))).toEqual([
      { label: 'E1', alias: 'TASK-001', dependsOn: [] },
      { label: 'E2', alias: 'TASK-002', dependsOn: ['E1'] },
    ]);
    expect(plan).toMatchObject({ goal: 'Limits for callers.', mode: 'parallel' });
  });

  it('is a graph where its tasks say what they need, be it nothing, and a list where none does', () => {
    expect(read(two({}, { depends_on: [] })).plan.mode).toBe('parallel');
    expect(read(two({ depends_on: undefined }, { depends_on: undefined })).plan.mode).toBe('sequential');
  });

  it('accepts ids and labels in dependencies and placeholders', () => {
    const { plan } = read(two({}, { depends_on: [], description: 'use #TASK-001.summary and #E1' }));
    expect(plan.steps[1]!.task).toBe('use #E1.summary and #E1');
    expect(read(two({}, { depends_on: ['E1'] })).plan.steps[1]!.dependsOn).toEqual(['E1']);
  });

  it.each([['T1'], ['IMPL-001'], ['L0']])('accepts %s as an id', (id) => {
    expect(read(folder(overview([id]), { [id]: task(id) })).plan.steps[0]!.alias).toBe(id);
  });

  it('names conversations by labels', () => {
    const { plan } = read(
      two(
        { cli_execution: { id: 's-TASK-001', strategy: 'new' } },
        { cli_execution: { id: 's-TASK-002', strategy: 'resume', resume_from: 's-TASK-001' } },
      ),
    );
    expect(plan.steps[1]!.execution).toEqual({ strategy: 'resume', id: 's-TASK-002', from: ['E1'] });
  });

  it('says who does tasks that name nobody, and knows other systems’ names for agents', () => {
    const { plan, notes } = read(two({ meta: { agent: '@test-fix-agent' } }), { agent: 'refactor' });
    expect(plan.steps.map(({ agent }) => agent)).toEqual(['tester', 'refactor']);
    expect(notes).toEqual(['1 of 2 tasks name no agent; they were read as work for "refactor"']);
  });

  it('says that a finished task will be carried out again', () => {
    expect(read(two({ status: 'completed' })).notes[0]).toBe(
      '.task/TASK-001.json: "status" is "completed"; a plan says what is to be done, so the task will be carried out again',
    );
  });

  it('runs only what is surely a command: other verification stays as it was written', () => {
    const convergence = { criteria: ['x'], verification: 'Open the page and look at the header.' };
    const { plan } = read(two({ convergence }));
    expect(plan.steps[0]).toMatchObject({ verify: [], extra: { convergence } });
    expect(plan.steps[1]!.verify).toEqual(['npm test']);
  });

  it('is told apart from another in the same folder, whose tasks are not extra', () => {
    const files = new Map([
      ...two(),
      ['fix-plan.json', JSON.stringify(overview(['FIX-001'], { _metadata: { plan_type: 'fix' } }))],
      ['.task/FIX-001.json', JSON.stringify(task('FIX-001'))],
    ]);
    expect(read(files).plan.steps).toHaveLength(2);
    expect(read(files, { overview: 'fix-plan.json' }).plan).toMatchObject({
      kind: 'fix',
      steps: [{ alias: 'FIX-001' }],
    });
  });

  it('says what it rests on, where its manifest does', () => {
    const manifest = { explorations: [{ angle: 'security', file: 'x.json', source: 'new', index: 1 }] };
    const files = new Map([...two(), ['explorations-manifest.json', JSON.stringify(manifest)]]);
    expect(read(files).explorations).toEqual([{ angle: 'security', file: 'x.json', source: 'new' }]);
    expect(read(new Map([...two(), ['explorations-manifest.json', '[]']])).notes).toContain(
      'explorations-manifest.json could not be read; the plan itself does not need it',
    );
  });

  it('keeps what does not fit as it is, and says so', () => {
    const { plan, notes } = read(two({ files: 'everything', convergence: { criteria: 'good' }, action: 'Ponder' }));
    expect(plan.steps[0]!.extra).toEqual({ files: 'everything', convergence: { criteria: 'good' }, action: 'Ponder' });
    expect(notes).toEqual(
      expect.arrayContaining([
        '.task/TASK-001.json: "files" could not be read; it was kept as it is',
        '.task/TASK-001.json: "convergence" could not be read; it was kept as it is',
      ]),
    );
  });
});

describe('a folder edited into nonsense', () => {
  it.each([
    [
      'no plan.json',
      new Map<string, string>(),
      'file-missing plan.json: the file is not there; it says which tasks the plan has',
    ],
    ['an empty plan.json', folder(' '), 'text-empty plan.json: the file is empty; expected a JSON object'],
    ['null', folder(null), 'field-invalid plan.json: the file must hold a JSON object, found "null"'],
    ['a list', folder([1]), 'field-invalid plan.json: the file must hold a JSON object, found "[1]"'],
    [
      'half a JSON',
      folder('{"summary": "x", "task_ids": ["TASK'),
      'json-truncated plan.json: expected the end of a text at line 1, column 36',
    ],
    ['two JSONs', folder('{} {}'), 'json-invalid plan.json: expected nothing more at line 1, column 3'],
    [
      '10 MB',
      folder(' '.repeat(10_000_000)),
      'text-too-large plan.json: the file has 10000000 characters; at most 2000000 are read',
    ],
    [
      'no task_ids',
      folder({ summary: 'x' }),
      'steps-missing plan.json: "task_ids" must be a list of ids, found nothing',
    ],
    [
      'task_ids that are a text',
      folder({ task_ids: 'TASK-001' }),
      'steps-missing plan.json: "task_ids" must be a list of ids, found "TASK-001"',
    ],
    [
      'empty task_ids',
      folder(overview([])),
      'steps-missing plan.json: "task_ids" must be a list of ids, found an empty one',
    ],
  ])('with %s says so', (_name, files, message) => {
    expect(refused(files)[0]).toBe(message);
  });

  it('with a missing and an extra file names both', () => {
    const files = folder(overview(['TASK-001', 'TASK-002']), {
      'TASK-001': task('TASK-001'),
      'TASK-003': task('TASK-003'),
    });
    expect(refused(files)).toEqual([
      'file-missing .task/TASK-002.json: the file is not there, but plan.json names the task',
      'file-extra .task/TASK-003.json: no plan names this task; add it to "task_ids" of plan.json or remove the file',
    ]);
  });

  it('with a wrong count, an id twice and ids that are none names each', () => {
    const plan = overview(['TASK-001', 'TASK-001', null, '../TASK-002', 7], { task_count: 4 });
    expect(refused(folder(plan, { 'TASK-001': task('TASK-001') }))).toEqual([
      'count-wrong plan.json: "task_count" is 4, but "task_ids" has 5',
      'id-invalid plan.json: "task_ids" must have ids of letters, digits, "-" and "_", found null',
      'id-invalid plan.json: "task_ids" must have ids of letters, digits, "-" and "_", found "../TASK-002"',
      'id-invalid plan.json: "task_ids" must have ids of letters, digits, "-" and "_", found 7',
      'id-duplicate plan.json: "task_ids" has "TASK-001" twice',
    ]);
  });

  it('with a file that is another task’s says so', () => {
    expect(refused(two({ id: 'TASK-009' }))).toEqual([
      'id-invalid .task/TASK-001.json: "id" must be "TASK-001", as the file is called; found "TASK-009"',
    ]);
  });

  it.each([
    ['null', 'null', 'field-invalid .task/TASK-001.json: the file must hold a JSON object, found "null"'],
    [
      'nothing to do',
      task('TASK-001', { description: null }),
      'task-missing .task/TASK-001.json: step "TASK-001" has no "description"',
    ],
    [
      'a number to do',
      task('TASK-001', { description: 7 }),
      'field-invalid .task/TASK-001.json: step "TASK-001": "description" must be a text',
    ],
    [
      'dependencies that are objects',
      task('TASK-001', { depends_on: [{}] }),
      'field-invalid .task/TASK-001.json: step "TASK-001": "depends_on" must be a list of step ids',
    ],
    [
      'an unknown dependency',
      task('TASK-001', { depends_on: ['None'] }),
      'dependency-unknown .task/TASK-001.json: step "TASK-001" needs "None", which the plan does not have',
    ],
    [
      'itself as dependency',
      task('TASK-001', { depends_on: ['TASK-001'] }),
      'dependency-self .task/TASK-001.json: step "TASK-001" needs itself',
    ],
    [
      'a circle',
      task('TASK-001', { depends_on: ['TASK-002'] }),
      'dependency-cycle .task/TASK-001.json: steps need each other in a circle: "TASK-001" → "TASK-002" → "TASK-001"',
    ],
    [
      'a field twice',
      '{"id": "TASK-001", "id": "TASK-001", "description": "x"}',
      'key-duplicate .task/TASK-001.json: the field "id" stands twice',
    ],
  ])('with a task that has %s says so', (_name, content, message) => {
    const files = new Map([
      ...two(),
      ['.task/TASK-001.json', typeof content === 'string' ? content : JSON.stringify(content)],
    ]);
    expect(refused(files)).toEqual([message]);
  });

  it('with too many tasks says so', () => {
    const ids = Array.from({ length: 21 }, (_, index) => `TASK-${String(index + 1).padStart(3, '0')}`);
    const files = folder(overview(ids), Object.fromEntries(ids.map((id) => [id, task(id)])));
    expect(refused(files)).toEqual(['steps-too-many .task/TASK-021.json: a plan has at most 20 steps, found 21']);
    expect(read(files, { maxSteps: 21 }).plan.steps).toHaveLength(21);
  });

  it('with keys that reach for prototypes leaves them out', () => {
    const { plan, notes } = read(
      new Map([
        ...two(),
        ['.task/TASK-001.json', `{"__proto__": {"admin": true}, ${JSON.stringify(task('TASK-001')).slice(1)}`],
      ]),
    );
    expect(notes[0]).toBe('.task/TASK-001.json: the field "__proto__" was left out: it is not safe to keep');
    expect(plan.steps[0]!.extra).toEqual({});
    expect(({} as Data)['admin']).toBeUndefined();
  });

  it('with comments and trailing commas is read, and says so', () => {
    const text = JSON.stringify(overview(['TASK-001', 'TASK-002']))
      .replace(/^\{/, '{ // by hand\n')
      .replace(/\}$/, ',}');
    expect(read(new Map([...two(), ['plan.json', text]])).notes[0]).toMatch(/^plan\.json is not strict JSON: it has /);
  });
});

describe('older forms', () => {
  it('have their tasks in plan.json, criteria under other names and bare paths', () => {
    const tasks = [
      { id: 'T1', title: 'Add it', description: 'a', files: ['src/a.ts'], acceptance: ['done in 1 s'] },
      { id: 'T2', title: 'Use it', description: 'b', depends_on: ['T1'], success_criteria: '0 failures' },
    ];
    const { plan, notes } = read(folder({ summary: 's', approach: 'a', tasks, total_tasks: 2 }));
    expect(plan.steps).toMatchObject([
      { files: [{ path: 'src/a.ts' }], criteria: ['done in 1 s'] },
      { dependsOn: ['E1'], criteria: ['0 failures'] },
    ]);
    expect(notes[0]).toBe('plan.json: the tasks stand in the plan itself, as in older plans');
  });

  it('with null among their tasks or a wrong total are refused', () => {
    expect(refused(folder({ tasks: [null], total_tasks: 3 }))).toEqual([
      'count-wrong plan.json: "total_tasks" is 3, but "tasks" has 1',
      'step-invalid plan.json: "tasks.0" must be an object, found null',
    ]);
  });

  it('have the fix’s fields at the top and the conversation’s id beside cli_execution', () => {
    const plan = overview(['FIX-001'], {
      ...{ root_cause: 'a race', strategy: 'refactor', severity: 'Critical', risk_level: 'Medium' },
      _metadata: { plan_type: 'fix' },
    });
    const files = folder(plan, {
      'FIX-001': task('FIX-001', { cli_execution_id: 's-1', cli_execution: { strategy: 'new' } }),
    });
    expect(read(files).plan).toMatchObject({
      fix: { rootCause: 'a race', strategy: 'refactor', severity: 'Critical', risk: 'Medium' },
      steps: [{ execution: { id: 's-1', strategy: 'new' } }],
    });
    expect(read(files).plan.extra).not.toHaveProperty('root_cause');
  });
});

it('never throws, whatever stands in the files', () => {
  const anyField = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('TASK-001', ['TASK-001'], { id: 'TASK-001' }, null),
  );
  const anyFile = (keys: readonly string[]) =>
    fc.oneof(
      fc.string(),
      fc.dictionary(fc.constantFrom(...keys), anyField).map((data) => JSON.stringify(data)),
    );
  const plans = anyFile([
    'summary',
    'task_ids',
    'task_count',
    'tasks',
    'fix_context',
    '_metadata',
    'planwright',
    'complexity',
  ]);
  const tasks = anyFile([
    ...['id', 'title', 'description', 'depends_on', 'convergence', 'files', 'implementation', 'meta', 'planwright'],
    ...['cli_execution', 'reference', 'scope', 'status', 'acceptance'],
  ]);
  fc.assert(
    fc.property(plans, tasks, (plan, task) => {
      const read = readTwoLayer(
        new Map([
          ['plan.json', plan],
          ['.task/TASK-001.json', task],
          ['explorations-manifest.json', plan],
        ]),
      );
      if (read.ok) twoLayerFiles(read.plan, { session: 's', at: 'now' });
      else expect(read.problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
