import { mergeExplorations, parsePlan, type Plan, PlanwrightError, type Receipt, stepGraph } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { createOfflineExplorer } from './adapters/explorations/offline-explorer.js';
import { createWorkspaceStates } from './adapters/explorations/workspace-state.js';
import { createModelPlanner } from './adapters/model-planner.js';
import { createNodeWorkspaceReader } from './adapters/node-workspace-reader.js';
import { createOfflinePlanner } from './adapters/offline-planner.js';
import { createScriptedModel } from './adapters/scripted-model.js';
import { type CollaboratingPlannerOptions, createCollaboratingPlanner, type PlannedArea } from './collaborate.js';
import type { Draft, Planner, WorkOptions } from './ports/worker.js';
import { createReceiptPlanner } from './receipt-planner.js';
import { routeAndExplore } from './route-and-explore.js';
import { aProject } from './testing/temporary-project.js';

const { signal } = new AbortController();
const task = 'Limit the callers.';

/** Three parts of a project are touched: store, api and web, in this order. */
const exploration = mergeExplorations([
  {
    ...{ angle: 'general', structure: [], patterns: [], dependencies: [], integrationPoints: [], constraints: [] },
    ...{ questions: [], cause: undefined, reproduction: [], fixHints: [] },
    files: ['store', 'api', 'web'].map((name, place) => ({
      ...{ path: `packages/${name}/limit.ts`, relevance: 0.9 - place / 20, role: 'modify_target' as const },
      ...{ rationale: 'it is concerned', symbols: [] },
    })),
  },
]);
const context = { kind: 'feature' as const, exploration, areas: 3 };

function planOf(...steps: readonly Readonly<Record<string, unknown>>[]): Plan {
  const parsed = parsePlan(JSON.stringify({ goal: 'g', approach: 'a', steps }));
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.plan;
}
const oneStep = (title: string) => planOf({ id: 'E1', title, agent: 'coder', task: title });
const areaOf = (words: string): string => /called packages-(\w+)/.exec(words)?.[1] ?? '';

/** A planner that answers for each area, and remembers what it was asked. */
function collaborating(
  answer: (area: string, options: WorkOptions) => Draft | Promise<Draft>,
  options: Partial<CollaboratingPlannerOptions> = {},
) {
  const asked: { readonly area: string; readonly task: string; readonly options: WorkOptions }[] = [];
  const planner: Planner = {
    redrafts: true,
    draft: async (words, given) => {
      asked.push({ area: areaOf(words), task: words, options: given });
      return answer(areaOf(words), given);
    },
  };
  const draft = (given: Partial<WorkOptions> = {}): Promise<Draft> =>
    createdPlanner.draft(task, { signal, ...{ context }, ...given });
  const createdPlanner = createCollaboratingPlanner({ planner, ...options });
  return { draft, asked };
}
const planned = (area: string): Draft => ({ ok: true, plan: oneStep(`change the ${area}`), notes: [`about ${area}`] });
const titles = (draft: Draft): readonly string[] => (draft.ok ? draft.plan.steps.map(({ title }) => title) : []);
const notesOf = (draft: Draft): readonly string[] => (draft.ok ? draft.notes : []);

describe('a planner that splits a task into areas', () => {
  it('has each planned with what is its own, and gives one plan with every note', async () => {
    const { draft, asked } = collaborating(planned);
    const drafted = await draft();
    expect(titles(drafted)).toEqual(['change the store', 'change the api', 'change the web']);
    expect(notesOf(drafted)[0]).toContain('planned in 3 areas: packages-store (ids 1 to 100), packages-api');
    expect(notesOf(drafted)).toContain('packages-api: about api');
    expect(asked.map(({ area }) => area)).toEqual(['store', 'api', 'web']);
    const [first] = asked;
    expect(first?.task).toMatch(/^Limit the callers\./);
    expect(first?.options).toMatchObject({
      context: { exploration: { files: [{ path: 'packages/store/limit.ts' }] } },
    });
    expect(drafted).not.toHaveProperty('degraded');
  });

  it('plans as many areas at once as it may, and no more', async () => {
    let [now, most] = [0, 0];
    const { draft } = collaborating(
      async (area) => {
        most = Math.max(most, (now += 1));
        await Promise.resolve();
        now -= 1;
        return planned(area);
      },
      { concurrency: 2 },
    );
    await draft();
    expect(most).toBe(2);
  });

  it('adds up what the areas cost, and says which of them makes progress', async () => {
    const told: string[] = [];
    const { draft } = collaborating((area, { onProgress }) => {
      onProgress?.('looking');
      return { ...planned(area), usage: { inputTokens: 2 } };
    });
    expect(await draft({ onProgress: (text) => told.push(text) })).toMatchObject({ usage: { inputTokens: 6 } });
    expect(told).toContain('packages-web: looking');
  });

  it('plans a task without parts as ever, and says why', async () => {
    const { draft, asked } = collaborating(planned);
    const drafted = await draft({ context: { kind: 'feature', areas: 3 } });
    expect(asked).toMatchObject([{ task }]);
    expect(notesOf(drafted)[0]).toContain('planned as a whole');
  });

  it('lets the others stand where one area fails, and is degraded', async () => {
    const { draft } = collaborating((area) => {
      if (area === 'api') throw new PlanwrightError('model-unavailable', 'nobody replied');
      if (area === 'web')
        return { ok: false, problems: [{ code: 'steps-missing', step: null, field: null, message: 'no steps' }] };
      return planned(area);
    });
    const drafted = await draft();
    expect(titles(drafted)).toEqual(['change the store']);
    const missing = ['packages-api is missing: nobody replied', 'packages-web is missing: no steps'];
    expect(notesOf(drafted)).toEqual(expect.arrayContaining(missing));
    expect(drafted).toMatchObject({ degraded: missing.join('; ') });
  });

  it('is degraded where the plan of an area is', async () => {
    const { draft } = collaborating((area) => ({
      ...planned(area),
      ...(area === 'api' ? { degraded: 'half read' } : {}),
    }));
    expect(await draft()).toMatchObject({ degraded: 'packages-api: half read' });
  });

  it('fails as the planner does where every area does', async () => {
    const failing = collaborating(() => {
      throw new PlanwrightError('model-unavailable', 'nobody replied');
    });
    await expect(failing.draft()).rejects.toMatchObject({ code: 'model-unavailable' });
    const unusable = collaborating(() => ({
      ok: false,
      problems: [{ code: 'no-plan-found', step: null, field: null, message: 'prose' }],
    }));
    expect(await unusable.draft()).toMatchObject({
      ok: false,
      problems: [{ message: 'packages-store: prose' }, {}, {}],
    });
  });

  it.each(['workspace-changed', 'budget-spent'] as const)(
    'lets nothing stand where one area ends with %s',
    async (code) => {
      const { draft } = collaborating((area) => {
        if (area === 'api') throw new PlanwrightError(code, 'stop');
        return planned(area);
      });
      await expect(draft()).rejects.toMatchObject({ code });
    },
  );

  it('that is stopped rejects with the reason of its signal', async () => {
    const stop = new AbortController();
    const { draft } = collaborating(() => {
      stop.abort(new Error('cancelled'));
      throw new Error('cut off');
    });
    await expect(draft({ signal: stop.signal })).rejects.toThrow('cancelled');
  });

  it('hands over what each area leaves, once they are merged', async () => {
    const left: PlannedArea[] = [];
    const { draft } = collaborating(
      (area) =>
        area === 'api'
          ? {
              ok: true,
              notes: [],
              plan: planOf({ id: 'E1', agent: 'coder', task: 'guard', needs: ['packages-store: change the store'] }),
            }
          : planned(area),
      { onAreas: (areas) => left.push(...areas) },
    );
    const drafted = await draft();
    expect(drafted.ok && drafted.plan.steps[1]!.dependsOn).toEqual(['E1']);
    expect(left.map(({ subPlan }) => subPlan.area.name)).toEqual(['packages-store', 'packages-api', 'packages-web']);
    expect(left[0]?.conflicts).toMatchObject([{ type: 'dependency', areas: ['packages-api', 'packages-store'] }]);
  });

  it('leaves a task in one piece where nothing says into how many', async () => {
    const { draft, asked } = collaborating(planned);
    await draft({ ...{ context: { ...context, areas: undefined } } });
    expect(asked.map(({ task: words }) => words)).toEqual([task]);
  });

  it('has a receipt for every area, as its planner gives them', async () => {
    const receipts: Receipt[] = [];
    const planner = createReceiptPlanner({ draft: async (words) => planned(areaOf(words)) }, async () => ({
      digest: 'd',
      files: new Map(),
    }));
    const { draft } = createCollaboratingPlanner({ planner });
    await draft(task, { signal, onReceipt: (receipt) => receipts.push(receipt), ...{ context } });
    expect(receipts).toHaveLength(3);
  });
});

describe('drafting areas again', () => {
  const redraftOf = (draft: Draft, changes: Partial<NonNullable<WorkOptions['redraft']>> = {}) => {
    if (!draft.ok) throw new Error('no draft');
    // As it comes back from the store.
    const plan = JSON.parse(JSON.stringify(draft.plan)) as Plan;
    return { redraft: { plan, feedback: null, findings: [], ...changes } };
  };
  const finding = { rule: 'r', severity: 'critical' as const, step: 'E2', message: 'm' };

  it('asks only for those that the findings are about, and shows them their own steps', async () => {
    const { draft, asked } = collaborating((area, { redraft }) =>
      redraft ? { ok: true, plan: oneStep(`better ${area}`), notes: [] } : planned(area),
    );
    const again = await draft(redraftOf(await draft(), { findings: [finding] }));
    expect(titles(again)).toEqual(['change the store', 'better api', 'change the web']);
    expect(asked.slice(3).map(({ area }) => area)).toEqual(['api']);
    expect(asked[3]?.options.redraft?.plan.steps.map(({ label }) => label)).toEqual(['E2']);
  });

  it('asks for all where the feedback names none', async () => {
    const { draft, asked } = collaborating(planned);
    await draft(redraftOf(await draft(), { feedback: 'smaller' }));
    expect(asked.slice(3).map(({ area }) => area)).toEqual(['store', 'api', 'web']);
  });

  it('asks for all where somebody has changed the plan since', async () => {
    const { draft, asked } = collaborating(planned);
    const { redraft } = redraftOf(await draft(), { findings: [finding] });
    await draft({ redraft: { ...redraft, plan: { ...redraft.plan, goal: 'another' } } });
    expect(asked).toHaveLength(6);
  });
});

describe('areas planned by a model', () => {
  it('are merged from its replies, with what one needs of another', async () => {
    const reply = (area: string, ...steps: readonly Readonly<Record<string, unknown>>[]) => ({
      when: { contains: `called packages-${area}:` },
      text: JSON.stringify({ goal: `do ${area}`, steps }),
    });
    const file = { path: 'packages/store/limit.ts', change: 'add a limit' };
    const model = createScriptedModel({
      replies: [
        reply('store', { id: 'TASK-001', agent: 'coder', task: 'Add the limit.', files: [file] }),
        reply('api', { id: 'TASK-101', agent: 'coder', task: 'Guard with it.', needs: ['packages-store: the limit'] }),
        reply(
          'web',
          { id: 'E1', agent: 'coder', task: 'Show it.', files: [file] },
          { id: 'E2', agent: 'tester', task: 'Check #E1.' },
        ),
      ],
    });
    const tools = { specs: [], class: 'reads' as const, call: async () => ({ ok: true, text: '' }) };
    const planner = createModelPlanner({ model, tools: async () => tools, root: '/project' });
    const drafted = await createCollaboratingPlanner({ planner }).draft(task, { signal, ...{ context } });
    if (!drafted.ok) throw new Error(drafted.problems.map(({ message }) => message).join('\n'));
    expect(
      drafted.plan.steps.map(({ label, alias, task: words, dependsOn }) => [label, alias, words, ...dependsOn]),
    ).toEqual([
      ['E1', 'TASK-001', 'Add the limit.'],
      ['E2', 'TASK-101', 'Guard with it.', 'E1'],
      ['E3', 'TASK-201', 'Show it.', 'E1'],
      ['E4', 'TASK-202', 'Check #E3.'],
    ]);
    expect(drafted.notes).toEqual(
      expect.arrayContaining([
        'E2 (packages-api) needs "packages-store: the limit": it waits for E1 (packages-store)',
        'E1 (packages-store) and E3 (packages-web) both touch packages/store/limit.ts: E3 waits for E1',
      ]),
    );
  });
});

describe('areas planned without a model', () => {
  it('are one plan without circles, from a project with three modules', async () => {
    const module = (name: string) =>
      `/** The ${name} knows the request limit. */\nexport function ${name}RequestLimit(request) {\n  return request.limit;\n}\n`;
    const root = await aProject(
      Object.fromEntries(
        ['store', 'api', 'web'].map((name) => [`packages/${name}/${name}-request-limit.js`, module(name)]),
      ),
    );
    const reader = createNodeWorkspaceReader(root);
    const words = 'Make the request limit configurable in the store, the api and the web';
    const explored = await routeAndExplore(words, {
      explorer: createOfflineExplorer({ reader, states: createWorkspaceStates(root, reader) }),
      kind: 'feature',
      clock: { now: () => '2026-01-01T00:00:00Z' },
      signal,
    });
    const left: PlannedArea[] = [];
    const planner = createCollaboratingPlanner({
      planner: createOfflinePlanner({ reader }),
      onAreas: (areas) => left.push(...areas),
    });
    const drafted = await planner.draft(words, {
      signal,
      ...{ context: { ...context, exploration: explored.merged } },
    });
    if (!drafted.ok) throw new Error(drafted.problems.map(({ message }) => message).join('\n'));
    expect(left.map(({ subPlan }) => subPlan.area.name).sort()).toEqual([
      'packages-api',
      'packages-store',
      'packages-web',
    ]);
    const { order, needs } = stepGraph(drafted.plan);
    const place = new Map(order.map((position, at) => [position, at]));
    needs.forEach((list, position) => {
      for (const need of list) expect(place.get(need)).toBeLessThan(place.get(position)!);
    });
    expect(drafted.plan.steps).toHaveLength(left.reduce((sum, { subPlan }) => sum + subPlan.plan.steps.length, 0));
  });
});
