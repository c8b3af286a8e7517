import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixPlan } from '../../packages/core/src/check/fix-plan.js';
import { angleDocument } from '../../packages/core/src/explore/angle-document.js';
import { explorationSchema, type Findings } from '../../packages/core/src/explore/exploration.js';
import { mergeExplorations } from '../../packages/core/src/explore/merge-explorations.js';
import { priorAnalysis } from '../../packages/core/src/explore/prior-analysis.js';
import { readExploration } from '../../packages/core/src/explore/read-exploration.js';
import { qualityCheckData } from '../../packages/core/src/formats/two-layer/quality-check.js';
import { twoLayerFiles } from '../../packages/core/src/formats/two-layer/two-layer-files.js';
import type { Plan } from '../../packages/core/src/plan/plan.js';
import { aStep } from '../../packages/core/src/testing/make-plan.js';
import { loadSpecContext } from '../../packages/runtime/src/adapters/explorations/load-spec-context.js';
import { createModelPlanner } from '../../packages/runtime/src/adapters/model-planner.js';
import { createModelReviewer } from '../../packages/runtime/src/adapters/model-reviewer.js';
import { createScriptedModel } from '../../packages/runtime/src/adapters/scripted-model.js';
import { createFallbackModel } from '../../packages/runtime/src/fallback-model.js';
import { createFallbackStaff, type Staff } from '../../packages/runtime/src/fallback-worker.js';
import type { Model, ModelRequest } from '../../packages/runtime/src/ports/model.js';
import { modelError } from '../../packages/core/src/tools/model-failure.js';
import { aProject } from '../../packages/runtime/src/testing/temporary-project.js';
import { plans, taskFields } from './two-layer-plans.js';

const { signal } = new AbortController();
const reply = '{"goal":"g","steps":[{"label":"E1","agent":"coder","task":"Add the limit."}]}';

function recording(text: string): { readonly model: Model; readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const scripted = createScriptedModel({ otherwise: { text } }, { name: 'm' });
  return {
    requests,
    model: { name: 'm', reply: (request, options) => (requests.push(request), scripted.reply(request, options)) },
  };
}

const specsOf = (root: string) => ({ folder: root, specsFolder: join(root, '.planwright/specs') });

describe('the discrepancies around a plan: exploring, asking and checking, done right', () => {
  it('D20: what diagnoses found is merged too: their affected files, and their causes', () => {
    const diagnosis = (angle: string, relevance: number) =>
      readExploration({
        affected_files: [
          { path: 'src/api.ts', relevance, rationale: `${angle}: it counts`, change_type: 'fix_target' },
        ],
        root_cause: { file: 'src/api.ts', issue: 'a race', confidence: relevance },
        _metadata: { diagnosis_angle: angle },
      });
    const read = [diagnosis('dataflow', 0.4), diagnosis('edge-cases', 0.9)];
    const merged = mergeExplorations(read.flatMap((each) => (each.ok ? [each.finding] : [])));
    expect(merged.files).toMatchObject([
      { path: 'src/api.ts', relevance: 0.9, rationale: 'edge-cases: it counts', angles: ['dataflow', 'edge-cases'] },
    ]);
    expect(merged.causes.map(({ confidence }) => confidence)).toEqual([0.9, 0.4]);
  });

  it('D21: a spec is chosen by what the task says, not by one exact category', async () => {
    const spec = (category: string, keywords: string): string =>
      `---\ncategory: ${category}\nkeywords: ${keywords}\n---\n- Limits must be counted in process.\n`;
    const root = await aProject({
      '.planwright/specs/a.md': spec('architecture', 'limit'),
      '.planwright/specs/b.md': spec('exploration', 'limit, router'),
      '.planwright/specs/c.md': spec('general', 'colours'),
    });
    const { specs } = await loadSpecContext('Add a limit to the router', specsOf(root), { signal });
    expect(specs.map(({ path }) => path)).toEqual(['.planwright/specs/a.md', '.planwright/specs/b.md']);
  });

  it('D22: specs lie in one place, and are read anew each time', async () => {
    const text = '---\nalways: true\n---\n- Never touch src/legacy.\n';
    const root = await aProject({
      '.planwright/specs/rules.md': text,
      '.workflow/specs/old.md': text,
      '.ccw/specs/older.md': text,
    });
    const { constraints } = await loadSpecContext('anything', specsOf(root), { signal });
    expect(constraints.map(({ from }) => from)).toEqual(['.planwright/specs/rules.md']);
    await writeFile(join(root, '.planwright/specs/rules.md'), text.replace('legacy', 'new'));
    const { constraints: changed } = await loadSpecContext('anything', specsOf(root), { signal });
    expect(changed.map((constraint) => constraint.text)).toEqual(['Never touch src/new.']);
  });

  it('D23: the quality check gives the model the plan itself, not the name of a flag', async () => {
    const { model, requests } = recording('{"findings": []}');
    const review = createModelReviewer({ model, agent: { instructions: 'You review.', effort: undefined } });
    const order = { task: 'Limit callers', plan: plans.low, context: '', findings: [] };
    expect(await review(order, { signal })).toMatchObject({ review: { findings: [] } });
    expect(requests[0]?.messages[0]?.text).toContain('the 61st request in 60 s gets 429');
  });

  it.each(['missing', 'auth', 'unknown', 'rate-limited', 'server', 'network', 'timeout', 'unreadable'] as const)(
    'D24: a model that fails (%s) is not the end: the next one is asked',
    async (kind) => {
      const down: Model = {
        name: 'down',
        reply: () => Promise.reject(modelError({ kind, model: 'down', message: kind })),
      };
      const { model, requests } = recording(reply);
      const planner = createModelPlanner({
        model: createFallbackModel([down, model]),
        tools: async () => ({ specs: [], class: 'reads', call: async () => ({ ok: true, text: '' }) }),
        root: '/nowhere',
      });
      expect(await planner.draft('Limit callers', { signal })).toMatchObject({ ok: true });
      expect(requests).toHaveLength(1);
    },
  );

  it('D24: where no model is left, the plan is drafted without one, and is marked as degraded', async () => {
    const staff = (name: string, draft: Staff['planner']['draft']): Staff => ({
      name,
      worker: { agents: [], work: async () => ({ type: 'done', answer: '' }) },
      planner: { draft },
    });
    const failure = modelError({ kind: 'missing', model: 'm', message: 'm is not installed' });
    const both = createFallbackStaff(
      staff('m', () => Promise.reject(failure)),
      staff('offline', async () => ({ ok: true, plan: plans.low, notes: [] })),
    );
    expect(await both.planner.draft('Limit callers', { signal })).toMatchObject({
      ok: true,
      degraded: 'drafted by offline, because no model replied: m is not installed',
    });
  });

  it('D25: an exploration has texts where the form has texts and is counted to 4; lists are read', () => {
    const findings: Findings = {
      ...{ project_structure: 's', patterns: 'p', dependencies: '', integration_points: '', constraints: '' },
      relevant_files: [{ path: 'a.ts', relevance: 1, rationale: 'it is the one file', role: 'modify_target' }],
      clarification_needs: [],
    };
    for (const total of [4, 5]) {
      const order = { task: 't', angle: 'patterns', kind: 'feature', index: total, total } as const;
      const document = angleDocument(findings, order, '2026-03-02T08:00:00Z');
      expect(explorationSchema.safeParse(document).success).toBe(true);
      expect(Object.hasOwn(document._metadata, 'exploration_index')).toBe(total === 4);
    }
    const lists = {
      angle: 'patterns',
      relevant_files: ['a.ts'],
      patterns: ['factories', 'ports'],
      dependencies: ['zod'],
    };
    const read = readExploration(lists);
    expect(read.ok && read.finding).toMatchObject({
      files: [{ path: 'a.ts', relevance: 0.5, role: 'context_only' }],
      patterns: ['factories', 'ports'],
      dependencies: ['zod'],
    });
  });

  it('D27: with a prior analysis the model is asked all the same; only the exploring is left out', async () => {
    const { task, analysis } = priorAnalysis('Limit callers\n\n## Prior Analysis\nThe router is src/api.ts.');
    expect(task).toBe('Limit callers');
    const { model, requests } = recording(reply);
    const tools = async () => Promise.reject(new Error('nothing is to be read'));
    const planner = createModelPlanner({ model, tools, root: '/nowhere' });
    expect(await planner.draft(task, { signal, context: { kind: 'feature', analysis } })).toMatchObject({ ok: true });
    expect(requests[0]?.messages[0]?.text).toContain('The router is src/api.ts.');
  });

  it('D29: a fix of the check changes the file of its task; plan.json has the log of it', () => {
    const [first, second] = ['E1', 'E2'].map((label) => aStep(label, { ...taskFields, title: 'Add the limit' }));
    const plan: Plan = { ...plans.low, steps: [{ ...first!, criteria: ['', '429 after 60'] }, second!] };
    const { plan: fixed, applied, check } = fixPlan(plan, { source: 'drafted', task: '' });
    const options = { session: 's', at: '2026-03-02T08:00:00Z' };
    const filesOf = (of: Plan, metadata: object = {}): ReadonlyMap<string, object> => {
      const written = twoLayerFiles(of, { ...options, metadata: { ...metadata } });
      if (!written.ok) throw new Error(written.problems.map(({ message }) => message).join('\n'));
      return new Map(written.files.map(({ path, json }) => [path, json]));
    };
    const before = filesOf(plan);
    const after = filesOf(fixed, { quality_check: qualityCheckData(fixed, check, applied) });
    expect(after.get('.task/TASK-001.json')).toHaveProperty('convergence.criteria', ['429 after 60']);
    expect(before.get('.task/TASK-001.json')).not.toEqual(after.get('.task/TASK-001.json'));
    expect(after.get('plan.json')).toHaveProperty('_metadata.quality_check.fixes.0.file', '.task/TASK-001.json');
    expect(after.get('plan.json')).not.toHaveProperty('tasks');
  });
});
