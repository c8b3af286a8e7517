import { describe, expect, it } from 'vitest';
import { mergeExplorations } from '../../explore/merge-explorations.js';
import { idsAt, type SubPlan } from '../../plan/collaborate/area.js';
import { mergeSubPlans } from '../../plan/collaborate/merge-sub-plans.js';
import { aPlan, aStep } from '../../testing/make-plan.js';
import { subPlanFiles } from './sub-plan-files.js';

const areaOf = (name: string, place: number, files: readonly string[]) => ({
  ...{ name, focus: `packages/${name}`, files, ids: idsAt(place) },
});
const store: SubPlan = {
  area: areaOf('store', 0, ['packages/store/limit.ts']),
  plan: aPlan([aStep('E1', { title: 'Add the limit' })], { summary: 'A limit.', approach: 'a table' }),
};
const api: SubPlan = {
  area: areaOf('api', 1, []),
  plan: aPlan([aStep('E1', { extra: { needs: ['store: add the limit'] } })], { approach: 'a guard' }),
};
const exploration = mergeExplorations([
  {
    ...{ angle: 'general', structure: ['Two packages.'], patterns: [], dependencies: [], integrationPoints: [] },
    ...{ constraints: [], questions: [], cause: undefined, reproduction: [], fixHints: [] },
    files: ['store', 'api'].map((name) => ({
      ...{ path: `packages/${name}/limit.ts`, relevance: 0.9, role: 'modify_target', symbols: [] },
      rationale: `packages/${name}/limit.ts:2 holds it`,
    })),
  },
]);
const merged = mergeSubPlans([store, api]);
const options = {
  ...{ at: '2026-01-01T00:00:00Z', task: 'Limit the callers.', exploration },
  conflicts: merged.ok ? merged.conflicts : [],
};
const textOf = (subPlan: SubPlan) =>
  subPlanFiles(subPlan, options).files.flatMap((file) => ('text' in file ? [file.text] : []))[0];

describe('what an area leaves', () => {
  it('is an overview that says who planned it, with the ids that its tasks have in the merged plan', () => {
    const { files, problems } = subPlanFiles(api, options);
    expect(problems).toEqual([]);
    expect(files[1]).toMatchObject({
      path: 'sub-plan.json',
      json: {
        ...{ task_ids: ['TASK-101'], task_count: 1, approach: 'a guard' },
        _metadata: { source_agent: 'planner-api', focus_area: 'packages/api', exploration_angles: ['general'] },
      },
    });
  });

  it('is a text about its own files, and what it needs of others and others of it', () => {
    const between = 'E2 (api) needs "store: add the limit": it waits for E1 (store)';
    expect(textOf(store)).toContain('# Planning Context: packages/store');
    expect(textOf(store)).toContain('`packages/store/limit.ts:2`');
    expect(textOf(store)).not.toContain('packages/api/limit.ts:2');
    expect(textOf(store)).toContain(`Depends on: none\n- Provides for: ${between}`);
    expect(textOf(api)).toContain(`Depends on: ${between}\n- Provides for: none`);
  });

  it('is no overview that its readers would refuse: what is missing is told', () => {
    const { files, problems } = subPlanFiles({ ...api, plan: aPlan([aStep('E1')]) }, options);
    expect(files.map(({ path }) => path)).toEqual(['planning-context.md']);
    expect(problems.map(({ message }) => message)).toEqual(['sub-plan.json: "approach" is missing: it must be a text']);
  });
});
