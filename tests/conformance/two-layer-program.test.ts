import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../../packages/cli/src/testing/program-in.js';
import { conformanceDir } from './conformance-dir.js';
import { plans } from './two-layer-plans.js';
import { explorationSchemas, schemaSets } from './two-layer-schemas.js';

const findings = {
  ...{
    project_structure: 'one folder',
    patterns: 'factories',
    dependencies: '',
    integration_points: '',
    constraints: '',
  },
  relevant_files: [
    { path: 'src/api/auth.ts', relevance: 0.9, rationale: 'makes what checks callers', role: 'pattern_reference' },
  ],
  clarification_needs: [],
};

function project(name: keyof typeof plans): TestFolder {
  const plan = {
    ...plans[name],
    steps: plans[name].steps.map((step) => ({ ...step, id: undefined, extra: undefined })),
  };
  const replies = [
    { when: { agent: 'explorer' }, text: JSON.stringify(findings) },
    { when: { agent: 'planner' }, text: JSON.stringify(plan) },
  ];
  const folder = createTestFolder({
    'src/api/auth.ts': 'export function createAuth() { return (callers: string[]) => callers.length; }\n',
    'script.yaml': JSON.stringify({ replies }),
  });
  onTestFinished(() => rmSync(folder.root, { recursive: true, force: true }));
  return folder;
}

function jsonIn(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

describe.skipIf(conformanceDir() === undefined)(
  'what the program writes, by the schemas of its readers (CONFORMANCE_DIR)',
  () => {
    it.each([
      ['low', ['--complexity', 'low']],
      ['medium', ['--complexity', 'medium']],
      ['high', ['--complexity', 'high']],
      ['fix', ['--kind', 'fix', '--severity', 'critical']],
    ] as const)(
      'a %s plan: overview, tasks and explorations are valid, and the same plan is read back',
      async (name, flags) => {
        const { root, planwright } = project(name);
        const argv = ['plan', ...flags, '--out', 'it', '--process-docs', '--json', '--model', 'script:script.yaml'];
        const drafted = await planwright([...argv, 'limit the callers of createAuth']);
        expect([drafted.exit, drafted.stderr]).toEqual([
          0,
          expect.stringContaining('written to it: plan.json') as unknown,
        ]);
        const tasks = readdirSync(join(root, 'it/.task'));
        expect(tasks).toHaveLength(plans[name].steps.length);
        for (const set of schemaSets()) {
          expect(set[name === 'fix' ? 'fix' : 'overview'](jsonIn(root, 'it/plan.json')), set.name).toEqual([]);
          for (const task of tasks)
            expect(set.task(jsonIn(root, 'it/.task', task)), `${set.name}, ${task}`).toEqual([]);
        }
        const validate = explorationSchemas()[name === 'fix' ? 'diagnosis' : 'explore'];
        const explorations = readdirSync(join(root, 'it/explorations'));
        expect(explorations.length).toBe({ low: 1, fix: 1, medium: 2, high: 3 }[name]);
        for (const file of explorations) expect(validate(jsonIn(root, 'it/explorations', file)), file).toEqual([]);
        const again = await planwright(['run', 'it', '--dry-run', '--json']);
        expect(hashIn(again.stdout)).toBe(hashIn(drafted.stdout));
      },
    );
  },
);

function hashIn(stdout: string): string {
  return (JSON.parse(stdout) as { readonly hash: string }).hash;
}
