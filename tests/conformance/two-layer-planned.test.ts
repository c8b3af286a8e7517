import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../packages/core/src/check/check-plan.js';
import { qualityCheckData } from '../../packages/core/src/formats/two-layer/quality-check.js';
import { twoLayerFiles } from '../../packages/core/src/formats/two-layer/two-layer-files.js';
import type { PlanningContext } from '../../packages/core/src/plan/planning-context.js';
import type { Plan } from '../../packages/core/src/plan/plan.js';
import { createModelPlanner } from '../../packages/runtime/src/adapters/model-planner.js';
import { createScriptedModel } from '../../packages/runtime/src/adapters/scripted-model.js';
import { conformanceDir } from './conformance-dir.js';
import { plans } from './two-layer-plans.js';
import { schemaSets } from './two-layer-schemas.js';

/** A plan as a model replies with it, planned in a context. */
async function planned(plan: Plan, context: PlanningContext): Promise<Plan> {
  const steps = plan.steps.map((step) => ({ ...step, id: undefined, extra: undefined }));
  const model = createScriptedModel({ otherwise: { text: JSON.stringify({ ...plan, steps }) } });
  const tools = async () => ({ specs: [], class: 'reads', call: async () => ({ ok: true, text: '' }) }) as const;
  const { signal } = new AbortController();
  const draft = await createModelPlanner({
    model,
    tools,
    root: '/nowhere',
  }).draft('Limit callers', { signal, context });
  if (!draft.ok) throw new Error(draft.problems.map(({ message }) => message).join('\n'));
  return draft.plan;
}

const answers = [{ question: 'Which store?', answer: 'memory', assumed: true }];
const specs = { isImplOnly: true, requirements: [], decisions: [], epics: [], constraints: [] };
const contexts: readonly (readonly [keyof typeof plans, PlanningContext])[] = [
  ['low', { kind: 'feature', level: 'low', answers }],
  ['medium', { kind: 'feature', level: 'medium', answers, specs }],
  ['high', { kind: 'feature', level: 'high', specs }],
  ['fix', { kind: 'fix', level: 'low', severity: 'Critical', answers }],
];

describe.skipIf(conformanceDir() === undefined)(
  'plans of the planner, by the schemas of their readers (CONFORMANCE_DIR)',
  () => {
    const sets = conformanceDir() === undefined ? [] : schemaSets();

    it.each(contexts)('a %s plan is valid with its assumptions and the record of its check', async (name, context) => {
      const plan = await planned(plans[name], context);
      const check = checkPlan(plan, { source: 'drafted', form: 'two-layer' });
      const written = twoLayerFiles(plan, {
        ...{ session: 'limits', at: '2026-03-02T08:00:00Z' },
        metadata: { quality_check: qualityCheckData(plan, check) },
        explorations: {
          task: 'limits',
          entries: [{ angle: 'security', file: 'explore-security.json', source: 'new' }],
        },
      });
      if (!written.ok) throw new Error(written.problems.map(({ message }) => message).join('\n'));
      const [overview, ...rest] = written.files;
      const tasks = rest.filter(({ path }) => path.startsWith('.task/'));
      expect(tasks).toHaveLength(plan.steps.length);
      expect(written.missing).toEqual([]);
      for (const set of sets) {
        expect(set[context.kind === 'fix' ? 'fix' : 'overview'](overview?.json), set.name).toEqual([]);
        for (const { path, json } of tasks) expect(set.task(json), `${set.name}, ${path}`).toEqual([]);
      }
      if (context.answers) expect(overview?.json).toHaveProperty('assumptions');
      if (context.kind === 'fix') expect(overview?.json).toHaveProperty('fix_context.severity', 'Critical');
    });
  },
);
