import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifestEntries } from '../../packages/core/src/formats/two-layer/explorations-manifest.js';
import { overviewPaths, readTwoLayer } from '../../packages/core/src/formats/two-layer/read-two-layer.js';
import { type PlanFile, twoLayerFiles } from '../../packages/core/src/formats/two-layer/two-layer-files.js';
import { planHash } from '../../packages/core/src/plan/plan-hash.js';
import type { Plan } from '../../packages/core/src/plan/plan.js';
import { conformanceDir, readVectors } from './conformance-dir.js';
import { plans } from './two-layer-plans.js';
import { schemaSets, type SchemaSet } from './two-layer-schemas.js';

const options = {
  session: 'limits-2026-03-02',
  at: '2026-03-02T08:00:00.000Z',
  metadata: { duration_seconds: 42, planning_mode: 'direct' },
  explorations: {
    task: 'limit callers',
    entries: [{ angle: 'security', file: '../explorations/explore-security.json' }],
  },
} as const;

function filesOf(plan: Plan): readonly PlanFile[] {
  const written = twoLayerFiles(plan, options);
  if (!written.ok) throw new Error(written.problems.map(({ message }) => message).join('\n'));
  return written.files;
}

/** What the schemas say against the files, file by file. */
function faults({ overview, fix, task }: SchemaSet, plan: Plan, files: readonly PlanFile[]): readonly string[] {
  return files.flatMap(({ path, json }) => {
    const validate = path === 'plan.json' ? (plan.kind === 'fix' ? fix : overview) : task;
    return path.startsWith('explorations') ? [] : validate(json).map((fault) => `${path} ${fault}`);
  });
}

/** The texts of a folder of examples, whose plan is called `overview`. */
function exampleFolder(overview: string): ReadonlyMap<string, string> {
  const folder = join(conformanceDir()!, 'two-layer-plans/examples/conforming');
  const tasks = readdirSync(join(folder, '.task')).map((name) => `.task/${name}`);
  const paths = [...overviewPaths.filter((name) => name === overview || name !== 'sub-plan.json'), ...tasks];
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

const example = (name: string): Readonly<Record<string, unknown>> =>
  readVectors(`two-layer-plans/examples/${name}`) as Readonly<Record<string, unknown>>;

describe.skipIf(conformanceDir() === undefined)(
  'two-layer plans, by the schemas of their readers (CONFORMANCE_DIR)',
  () => {
    const sets = conformanceDir() === undefined ? [] : schemaSets();

    it.each(sets.flatMap((set) => Object.entries(plans).map(([name, plan]) => [name, set.name, plan, set] as const)))(
      'our %s plan is valid under the schemas %s',
      (_name, _set, plan, set) => {
        expect(faults(set, plan, filesOf(plan))).toEqual([]);
      },
    );

    it('refuses in writing whatever the schemas refuse: nothing we write is invalid', () => {
      const [, , head] = sets;
      const value = fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom('Low', 'high', ['x'], [{}], { criteria: ['x'] }),
      );
      const key = fc.constantFrom(
        ...['type', 'priority', 'effort', 'excludes', 'pre_analysis', 'artifacts', 'inherited', 'source', 'evidence'],
        ...['inputs', 'commit', 'status', 'executed_at', 'result', 'parallel_group', 'files', 'implementation', 'meta'],
        ...['convergence', 'scope', 'reference', 'regression', 'focus_paths', 'owner'],
      );
      const planKey = fc.constantFrom(
        'shared_context',
        'test_strategy',
        'rollback_plan',
        '_metadata',
        'fix_context',
        'owner',
      );
      const field = fc.constantFrom('test', 'rationale', 'risks', 'codeSkeleton');
      const few = (keys: fc.Arbitrary<string>) => fc.dictionary(keys, value, { maxKeys: 2 });
      let accepted = 0;
      fc.assert(
        fc.property(few(key), few(planKey), fc.option(field), value, (extra, ofPlan, name, said) => {
          const steps = plans.low.steps.map((step) => ({
            ...step,
            extra,
            ...(name === null ? {} : { [name]: said }),
          }));
          const plan = { ...plans.low, steps, extra: ofPlan };
          const written = twoLayerFiles(plan, options);
          if (!written.ok) return;
          accepted += 1;
          expect(faults(head!, plan, written.files)).toEqual([]);
        }),
        { numRuns: 2_000, seed: 5 },
      );
      expect(accepted).toBeGreaterThan(100);
    });

    it.each(['plan.json', 'fix-plan.json'] as const)(
      'the example %s is read, and written back the same',
      (overview) => {
        const files = exampleFolder(overview);
        const read = readTwoLayer(files, { overview });
        if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join('\n'));
        const written = filesOf({ ...read.plan });
        for (const { path, json } of written.filter(({ path }) => path !== 'explorations-manifest.json')) {
          const theirs = JSON.parse(files.get(path === 'plan.json' ? overview : path)!) as Readonly<
            Record<string, unknown>
          >;
          const { _metadata: metadata, ...rest } = theirs;
          expect(json, path).toMatchObject(rest);
          if (metadata !== undefined) expect(json['_metadata']).toHaveProperty('source', 'cli-lite-planning-agent');
        }
        for (const set of sets) expect(faults(set, read.plan, written)).toEqual([]);
        const again = readTwoLayer(new Map(written.map(({ path, json }) => [path, JSON.stringify(json)])));
        expect(again.ok && again.plan.steps).toEqual(read.plan.steps);
      },
    );

    it('the example’s strategies are those we would give', () => {
      const read = readTwoLayer(exampleFolder('plan.json'));
      if (!read.ok) throw new Error('not read');
      const steps = read.plan.steps.map((step) => ({ ...step, execution: undefined }));
      const ours = filesOf({ ...read.plan, steps }).map(({ json }) => json['cli_execution']);
      const theirs = filesOf(read.plan).map(({ json }) => json['cli_execution']);
      const withoutSession = (value: unknown) =>
        JSON.stringify(value ?? null).replace(/(?:rate-limit-api|limits)-2026-03-02/g, '');
      expect(ours.map(withoutSession)).toEqual(theirs.map(withoutSession));
    });

    it.each(['explorations-manifest.lite.json', 'explorations-manifest.team.json'])(
      'the manifest %s is read',
      (name) => {
        expect(manifestEntries(example(`conforming/${name}`))).toMatchObject([{ angle: 'security' }]);
      },
    );

    it('a task from their documents is read with all it says, and survives', () => {
      const task = example('from-repo/task-05.json');
      const files = new Map([
        ['plan.json', JSON.stringify({ summary: 's', approach: 'a', task_ids: ['TASK-001'], task_count: 1 })],
        ['.task/TASK-001.json', JSON.stringify(task)],
      ]);
      const read = readTwoLayer(files);
      if (!read.ok) throw new Error('not read');
      expect(read.plan.steps[0]).toMatchObject({
        verify: ['jest --testPathPattern=token.test.ts', 'npx tsc --noEmit'],
      });
      expect(filesOf(read.plan)[1]!.json).toMatchObject(task);
    });

    it('a task that is no plan’s own (a loop) is read and cannot be written as it is', () => {
      const task = example('from-repo/E2E-TASK-1769007254162.json');
      const id = String(task['id']);
      const overview = JSON.stringify({ summary: 's', approach: 'a', task_ids: [id], task_count: 1 });
      const read = readTwoLayer(
        new Map([
          ['plan.json', overview],
          [`.task/${id}.json`, JSON.stringify(task)],
        ]),
      );
      if (!read.ok) throw new Error('not read');
      expect(read.plan.steps[0]!.extra).toHaveProperty('loop_control.max_iterations', 3);
      const written = twoLayerFiles(read.plan, options);
      expect(written.ok ? [] : written.problems.map(({ field }) => field)).toEqual([
        'convergence.criteria',
        'implementation',
      ]);
    });

    it('a plan of the older shape is read, but for its wrong count', () => {
      const old = example('from-repo/plan-embedded-tasks-01.json');
      const refused = readTwoLayer(new Map([['plan.json', JSON.stringify(old)]]));
      expect(refused.ok ? [] : refused.problems.map(({ message }) => message)).toEqual([
        'plan.json: "total_tasks" is 8, but "tasks" has 7',
      ]);
      const read = readTwoLayer(new Map([['plan.json', JSON.stringify({ ...old, total_tasks: 7 })]]));
      expect(read.ok && read.plan.steps.map(({ alias }) => alias).slice(0, 2)).toEqual(['TASK-001', 'TASK-002']);
    });

    it('a template is no plan: its files are missing, and its placeholders are no words of the form', () => {
      const template = example('from-repo/plan-09.json');
      const tasks = ['IMPL-001', 'IMPL-002'].map(
        (id) => [`.task/${id}.json`, JSON.stringify({ id, description: 'x' })] as const,
      );
      const missing = readTwoLayer(new Map([['plan.json', JSON.stringify(template)]]));
      expect(missing.ok ? [] : missing.problems.map(({ code, file }) => `${code} ${file ?? ''}`)).toEqual([
        'file-missing .task/IMPL-001.json',
        'file-missing .task/IMPL-002.json',
      ]);
      const read = readTwoLayer(new Map([['plan.json', JSON.stringify(template)], ...tasks]));
      expect(read.ok && read.plan.extra).toHaveProperty('complexity', 'Low|Medium|High');
      expect(read.ok && read.plan.complexity).toBeUndefined();
    });

    it.each(conformanceDir() === undefined ? [] : otherExamples())(
      'the example %s is no plan, and reading it says why',
      (name) => {
        const read = readTwoLayer(new Map([['plan.json', JSON.stringify(example(`from-repo/${name}`))]]));
        expect(read.ok ? [] : read.problems.map(({ code }) => code)).toContain('steps-missing');
      },
    );

    it('equal folders are equal plans', () => {
      const hashes = [0, 1].map(() => {
        const read = readTwoLayer(exampleFolder('plan.json'));
        return read.ok ? planHash(read.plan) : '';
      });
      expect(hashes[0]).toBe(hashes[1]);
      expect(hashes[0]).not.toBe('');
    });
  },
);

/** Explorations, caches and settings: what else was found in their documents. */
function otherExamples(): readonly string[] {
  const plansAndTasks = ['plan-09.json', 'plan-embedded-tasks-01.json', 'task-05.json', 'E2E-TASK-1769007254162.json'];
  const names = readdirSync(join(conformanceDir()!, 'two-layer-plans/examples/from-repo'));
  return names.filter((name) => name.endsWith('.json') && !plansAndTasks.includes(name));
}
