import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../ports/model.js';
import type { Tools } from '../ports/tools.js';
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

function plannerFor(script: ScriptInput) {
  const scripted = createScriptedModel(script);
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: 'm',
    reply: (request, options) => (requests.push(request), scripted.reply(request, options)),
  };
  const planner = createModelPlanner({ model, tools: async () => reading, root: '/project' });
  return { planner, requests };
}

describe('a planner over a model', () => {
  it('asks once, as the planner, and reads the plan in the reply', async () => {
    const { planner, requests } = plannerFor({ replies: [{ text: plan }] });
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
    const requests: ModelRequest[] = [];
    const model: Model = {
      name: 'm',
      reply: async (request) => (requests.push(request), { text: plan, toolCalls: [] }),
    };
    const lessonsFor = async (task: string) => `Lessons about ${task}`;
    await createModelPlanner({ model, tools: async () => reading, root: '/', lessonsFor }).draft('Find it', { signal });
    expect(requests[0]?.messages[0]?.text).toContain('Lessons about Find it');
  });

  it('counts what it cost', async () => {
    const { planner } = plannerFor({
      replies: [
        { text: 'no plan', usage: { inputTokens: 1 } },
        { text: plan, usage: { inputTokens: 2 } },
      ],
    });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ usage: { inputTokens: 3 } });
  });

  it('asks once more with the problems when the reply is no plan', async () => {
    const { planner, requests } = plannerFor({ replies: [{ text: 'I would rather not.' }, { text: plan }] });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ ok: true });
    expect(requests[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', text: 'I would rather not.' },
      { role: 'user', text: expect.stringContaining('Your last reply cannot be used as a plan') },
    ]);
  });

  it('answers with the problems when the second reply is none either, and asks no third time', async () => {
    const { planner, requests } = plannerFor({ otherwise: { text: '{"steps":[{"id":"E1","agent":"search"}]}' } });
    const draft = await planner.draft('Find it', { signal });
    expect(draft.ok).toBe(false);
    expect(draft.ok ? [] : draft.problems.map(({ code }) => code)).toContain('task-missing');
    expect(requests).toHaveLength(2);
  });

  it('passes on that the model cannot be reached', async () => {
    const { planner } = plannerFor({ replies: [{ error: { status: 401, message: 'no key' } }] });
    await expect(planner.draft('Find it', { signal })).rejects.toMatchObject({ code: 'model-unavailable' });
  });
});
