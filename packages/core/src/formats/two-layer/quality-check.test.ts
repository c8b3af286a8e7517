import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../check/check-plan.js';
import { fixPlan } from '../../check/fix-plan.js';
import { applyPatch, patchOperationSchema } from '../../check/json-patch.js';
import type { Plan } from '../../plan/plan.js';
import { aPlan, aStep } from '../../testing/make-plan.js';
import { qualityCheckData } from './quality-check.js';
import { twoLayerFiles } from './two-layer-files.js';

const fields = {
  agent: 'coder',
  action: 'Add',
  implementation: ['look', 'change'],
  criteria: ['`npm test` ends with exit code 0', 'Works properly', ''],
  files: [{ path: 'src/a.ts' }],
} as const;
const plan = aPlan(
  [
    aStep('E1', {
      ...fields,
      implementation: ['look', 'change'],
      criteria: [...fields.criteria],
      files: [...fields.files],
    }),
    aStep('E2', {
      ...{ agent: 'codr', title: 'Add it', task: 'Add what is missing to the parser.' },
      ...{ implementation: ['look', '', 'change'], criteria: ['exit code 0'], files: [{ path: 'src/a.ts' }] },
    }),
  ],
  { approach: 'x', mode: 'parallel' },
);
const context = {
  source: 'drafted',
  agents: ['coder', 'tester'],
  betterCriteria: [{ step: 'E1', instead: 'Works properly', criterion: 'the limit is 60' }],
} as const;

function written(of: Plan): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const result = twoLayerFiles(of, { session: 's', at: '2026-01-01T00:00:00Z' });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return new Map(result.files.map(({ path, json }) => [path, json]));
}

type LoggedFix = { readonly file: string; readonly patch: readonly unknown[] };

describe('the record of a quality check', () => {
  it('says what it came to, by the ids of the tasks', () => {
    const data = qualityCheckData(plan, checkPlan(plan, context));
    expect(data).toMatchObject({ result: 'auto-fix', critical: expect.any(Number) as number, fixes: [] });
    expect(data['findings']).toContainEqual(expect.objectContaining({ rule: 'known-agent', task: 'TASK-002' }));
  });

  it('has every fix as a patch on the file of its task: applied to the old files, they are the new ones', () => {
    const { plan: fixed, applied, check } = fixPlan(plan, context);
    const fixes = qualityCheckData(fixed, check, applied)['fixes'] as readonly LoggedFix[];
    expect(new Set(fixes.map(({ file }) => file))).toEqual(new Set(['.task/TASK-001.json', '.task/TASK-002.json']));
    const files = new Map<string, unknown>(written(plan));
    for (const { file, patch } of fixes) {
      const patched = applyPatch(
        files.get(file),
        patch.map((operation) => patchOperationSchema.parse(operation)),
      );
      if (!patched.ok) throw new Error(patched.problem);
      files.set(file, patched.value);
    }
    for (const [path, json] of written(fixed)) {
      // Conversations and marks follow from the tasks; nobody patches them.
      const own = Object.entries(json).filter(([key]) => key !== 'cli_execution' && key !== 'planwright');
      if (path !== 'plan.json') expect(files.get(path), path).toMatchObject(Object.fromEntries(own));
    }
  });
});
