import type { PlanningContext } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../ports/model.js';
import type { Tools } from '../ports/tools.js';
import { aProject } from '../testing/temporary-project.js';
import type { ModelPlannerOptions } from './model-planner-options.js';
import { createModelPlanner } from './model-planner.js';
import type { ScriptInput } from './script-schema.js';
import { createScriptedModel } from './scripted-model.js';

const { signal } = new AbortController();

const reading: Tools = {
  specs: [{ name: 'read', description: 'reads', parameters: {} }],
  class: 'reads',
  call: async ({ args }) => ({ ok: true, text: `content of ${String(args.path)}` }),
};

const plan = '```json\n{"goal":"g","steps":[{"id":"E1","agent":"search","task":"Find it."}]}\n```';

function recorded(model: Model): { readonly model: Model; readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const reply: Model['reply'] = (request, options) => (requests.push(request), model.reply(request, options));
  return { model: { name: model.name, reply }, requests };
}

function plannerFor(script: ScriptInput, options: Partial<ModelPlannerOptions> = {}) {
  const { model, requests } = recorded(createScriptedModel(script, { name: 'm' }));
  const planner = createModelPlanner({ model, tools: async () => reading, root: '/project', ...options });
  return { planner, requests };
}

const saying = (...texts: readonly string[]): ScriptInput => ({ replies: texts.map((text) => ({ text })) });

describe('a planner over a model', () => {
  it('asks once, as the planner, and reads the plan in the reply', async () => {
    const { planner, requests } = plannerFor(saying(plan));
    expect(await planner.draft('Find it', { signal })).toMatchObject({
      ok: true,
      plan: { goal: 'g', steps: [{ label: 'E1', agent: 'search' }] },
    });
    expect(requests).toMatchObject([
      {
        phase: 'plan',
        agent: 'planner',
        label: null,
        messages: [{ text: expect.stringContaining('Find it') }],
        workplace: { root: '/project', access: 'reads' },
      },
    ]);
  });

  it('lets the planner look at the project before it answers', async () => {
    const { planner, requests } = plannerFor({
      replies: [{ tools: [{ name: 'read', args: { path: 'a.ts' } }] }, { text: plan }],
    });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ ok: true });
    expect(requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', text: 'content of a.ts' });
  });

  it('tells the planner what earlier runs taught', async () => {
    const lessonsFor = async (task: string) => `Lessons about ${task}`;
    const { planner, requests } = plannerFor(saying(plan), { lessonsFor });
    await planner.draft('Find it', { signal });
    expect(requests[0]?.messages[0]?.text).toContain('Lessons about Find it');
  });

  it('counts what it cost', async () => {
    const { planner } = plannerFor({
      replies: [
        { text: 'no plan', usage: { inputTokens: 1 } },
        { text: 'no plan', usage: { inputTokens: 2 } },
        { text: plan, usage: { inputTokens: 4 } },
      ],
    });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ usage: { inputTokens: 7 } });
  });

  it('passes on that the model cannot be reached', async () => {
    const { planner } = plannerFor({ replies: [{ error: { status: 401, message: 'no key' } }] });
    await expect(planner.draft('Find it', { signal })).rejects.toMatchObject({ code: 'model-unavailable' });
  });
});

describe('a reply that is no plan', () => {
  it('is asked for again with its problems', async () => {
    const { planner, requests } = plannerFor(saying('I would rather not.', plan));
    expect(await planner.draft('Find it', { signal })).toMatchObject({ ok: true });
    expect(requests[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', text: 'I would rather not.' },
      { role: 'user', text: expect.stringContaining('Your last reply cannot be used as a plan') },
    ]);
    expect(requests[1]).not.toHaveProperty('output');
  });

  it('is asked for by schema in the end, without tools and without what they gave', async () => {
    const { planner, requests } = plannerFor({
      replies: [
        { tools: [{ name: 'read', args: { path: 'a.ts' } }] },
        { text: 'Hm.' },
        { text: '{"steps": []}' },
        { text: plan },
      ],
    });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ ok: true });
    expect(requests[3]).toMatchObject({
      tools: [],
      output: { name: 'plan', schema: { type: 'object', properties: { steps: { type: 'array' } } } },
      messages: [{ role: 'user' }, { role: 'assistant', text: '{"steps": []}' }, { role: 'user' }],
    });
  });

  it('is asked for without a schema where the model takes none', async () => {
    const { planner, requests } = plannerFor({
      replies: [
        { text: 'Hm.' },
        { text: 'Hm.' },
        { error: { status: 400, message: 'response_format is not supported' } },
        { text: plan },
      ],
    });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ ok: true });
    expect(requests.map((request) => 'output' in request)).toEqual([false, false, true, false]);
  });

  it.each([
    ['prose', 'I would begin with the tests and then see.', 'no-plan-found'],
    ['half a plan', '{"goal":"g","steps":[{"label":"E1","agent":"coder","task":"Cha', 'json-truncated'],
    [
      'a plan with a circle',
      '{"goal":"g","steps":[{"label":"E1","agent":"coder","task":"use #E2"},{"label":"E2","agent":"coder","task":"use #E1"}]}',
      'dependency-cycle',
    ],
    [
      'a plan of 260 steps',
      JSON.stringify({
        goal: 'g',
        steps: Array.from({ length: 260 }, (_, place) => ({ label: `E${place + 1}`, agent: 'coder', task: 'work' })),
      }),
      'steps-too-many',
    ],
    ['a step without a task', '{"steps":[{"id":"E1","agent":"search"}]}', 'task-missing'],
    ['nothing', '', 'text-empty'],
  ])('is a problem when it stays %s, and nothing is made of it', async (_, text, code) => {
    const { planner, requests } = plannerFor({ otherwise: { text } });
    const draft = await planner.draft('Find it', { signal });
    expect(draft.ok ? [] : draft.problems.map((problem) => problem.code)).toContain(code);
    expect(requests).toHaveLength(3);
  });

  it('is read from markdown in the end, and every field that cannot be read is told', async () => {
    const tasks = '### TASK-001: Add it\n**Description**: do it\n**Depends On**: None\n**Risks**:\n- it may grow';
    const { planner } = plannerFor(saying(tasks, 'As I said.', 'As I said.'));
    const draft = await planner.draft('Find it', { signal });
    expect(draft).toMatchObject({
      ok: true,
      degraded: 'read from markdown, of which 1 field could not be read',
      plan: {
        steps: [{ alias: 'TASK-001', dependsOn: [], implementation: [], criteria: [] }],
      },
    });
    expect(draft.ok && draft.notes.join('\n')).toContain('"Risks" of TASK-001 could not be read');
  });

  it('stands when the model is gone before it can be asked again; else the failure does', async () => {
    const gone = { error: { status: 401, message: 'no key' } };
    const tasks = '### TASK-001: Add it\n**Description**: do it';
    const { planner } = plannerFor({ replies: [{ text: tasks }], otherwise: gone });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ ok: true });
    const { planner: other } = plannerFor({ replies: [{ text: 'Hm.' }], otherwise: gone });
    await expect(other.draft('Find it', { signal })).rejects.toMatchObject({ code: 'model-unavailable' });
  });

  it('is asked of the next model, and the change is noted', async () => {
    const next = createScriptedModel({ otherwise: { text: plan, usage: { inputTokens: 1 } } }, { name: 'next' });
    const { planner } = plannerFor({ otherwise: { text: 'Hm.', usage: { inputTokens: 1 } } }, { others: [next] });
    const notices: unknown[] = [];
    const draft = await planner.draft('Find it', { signal, onNotice: (notice) => notices.push(notice) });
    expect(draft).toMatchObject({ ok: true, usage: { inputTokens: 4 } });
    expect(notices).toMatchObject([{ type: 'model-replaced', from: 'm', to: 'next', failure: 'unreadable' }]);
  });
});

describe('a planner that is told what is known', () => {
  const context: PlanningContext = {
    ...{ kind: 'fix', level: 'medium', severity: 'High' },
    answers: [{ question: 'Which store?', answer: 'SQLite', assumed: true }],
  };

  it('gets it as data and plans for its level', async () => {
    const { planner, requests } = plannerFor(saying(plan));
    const draft = await planner.draft('Fix it', { signal, context });
    expect(requests[0]?.messages[0]?.text).toContain('- Which store? → SQLite (assumed');
    expect(requests[0]?.system).toContain('rootCause');
    expect(draft).toMatchObject({
      plan: {
        kind: 'fix',
        complexity: 'medium',
        fix: { severity: 'High' },
        extra: { assumptions: ['Which store? Assumed, since nobody was asked: SQLite'] },
      },
    });
  });

  it('plans from an analysis by schema at once, without reading', async () => {
    const { planner, requests } = plannerFor(saying(plan));
    const given = { kind: 'feature', analysis: 'the router is src/api.ts' } as const;
    expect(await planner.draft('Limit', { signal, context: given })).toMatchObject({ ok: true });
    expect(requests).toMatchObject([{ tools: [], output: { name: 'plan' } }]);
    expect(requests[0]?.messages[0]?.text).toContain('the router is src/api.ts');
  });

  it('asks for a plan that fits the given schema, and finds what does not', async () => {
    const schema = { type: 'object', properties: { owner: { type: 'string' } }, required: ['owner'] };
    const { planner, requests } = plannerFor(saying(plan));
    const given = { kind: 'feature', analysis: 'known', schema } as const;
    const draft = await planner.draft('Limit', { signal, context: given });
    expect(requests[0]?.output?.schema).toEqual(schema);
    expect(draft).toMatchObject({
      ok: true,
      review: {
        findings: [{ dimension: 'constraints', severity: 'critical', message: expect.stringContaining('"owner"') }],
      },
    });
  });

  it('uses its own schema where the given one is none, and says so', async () => {
    const { planner, requests } = plannerFor(saying(plan));
    const given = { kind: 'feature', analysis: 'known', schema: ['nonsense'] } as const;
    const draft = await planner.draft('Limit', { signal, context: given });
    expect(requests[0]?.output?.schema).toMatchObject({ properties: { steps: { type: 'array' } } });
    expect(draft).toMatchObject({
      notes: ['the given schema was not used, but the built-in one: a JSON Schema is an object'],
    });
    expect(draft).not.toHaveProperty('review');
  });
});

describe('a plan that could be read', () => {
  it('is held against the project: files that are not there are findings', async () => {
    const root = await aProject({ 'src/there.ts': 'export {};' });
    const text = JSON.stringify({
      goal: 'g',
      steps: [
        {
          ...{ label: 'E1', agent: 'coder', task: 'Change it.' },
          files: [
            { path: 'src/there.ts', action: 'modify' },
            { path: 'src/not-there.ts', action: 'modify' },
            { path: 'src/new.ts', action: 'create' },
            { path: '../../etc/passwd', action: 'modify' },
          ],
        },
      ],
    });
    const { planner } = plannerFor(saying(text), { root });
    expect(await planner.draft('Change it', { signal })).toMatchObject({
      ok: true,
      review: {
        findings: [
          {
            ...{ dimension: 'completeness', severity: 'critical', step: 'E1' },
            message: 'step "E1" changes "src/not-there.ts", which is not there',
          },
        ],
      },
    });
  });

  it('is reviewed where there is a reviewer, which is told what the rules found', async () => {
    const orders: unknown[] = [];
    const finding = { dimension: 'completeness', severity: 'minor', step: null, message: 'no test' } as const;
    const { planner } = plannerFor(saying(plan), {
      review: async (order) => {
        orders.push(order);
        return { review: { findings: [finding] }, usage: { inputTokens: 3 } };
      },
    });
    expect(await planner.draft('Change src/api.ts', { signal })).toMatchObject({
      review: { findings: [finding] },
      usage: { inputTokens: 3 },
    });
    expect(orders).toMatchObject([
      {
        ...{ task: 'Change src/api.ts', plan: { goal: 'g' } },
        findings: [{ rule: 'requirements-covered' }, { rule: 'step-size' }],
      },
    ]);
  });

  it('stands without a review, and says why there is none', async () => {
    const { planner } = plannerFor(saying(plan), {
      review: async () => ({ note: 'no model reviewed the plan: down' }),
    });
    const draft = await planner.draft('Find it', { signal });
    expect(draft).toMatchObject({ ok: true, notes: expect.arrayContaining(['no model reviewed the plan: down']) });
    expect(draft).not.toHaveProperty('review');
  });
});
