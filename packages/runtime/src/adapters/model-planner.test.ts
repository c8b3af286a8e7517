import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../ports/model.js';
import { createModelPlanner, type PlanPrompts } from './model-planner.js';
import type { ScriptInput } from './script-schema.js';
import { createScriptedModel } from './scripted-model.js';

const { signal } = new AbortController();

const prompts: PlanPrompts = {
  planSystemPrompt: (agents) => `for ${agents.length} agents`,
  planMessage: (task, problems) => [task, ...(problems ?? []).map(({ code }) => code)].join('\n'),
};

const plan = '```json\n{"goal":"g","steps":[{"id":"E1","agent":"search","task":"Find it."}]}\n```';

function plannerFor(script: ScriptInput) {
  const scripted = createScriptedModel(script);
  const requests: ModelRequest[] = [];
  const model: Model = {
    name: 'm',
    reply: (request, options) => (requests.push(request), scripted.reply(request, options)),
  };
  return { planner: createModelPlanner({ model, prompts }), requests };
}

describe('a planner over a model', () => {
  it('asks once, as the planner, and reads the plan in the reply', async () => {
    const { planner, requests } = plannerFor({ replies: [{ text: plan }] });
    expect(await planner.draft('Find it', { signal })).toMatchObject({
      ok: true,
      plan: { goal: 'g', steps: [{ label: 'E1', agent: 'search' }] },
    });
    expect(requests).toMatchObject([
      { agent: 'planner', label: null, system: 'for 17 agents', messages: [{ text: 'Find it' }] },
    ]);
  });

  it('asks once more with the problems when the reply is no plan', async () => {
    const { planner, requests } = plannerFor({ replies: [{ text: 'I would rather not.' }, { text: plan }] });
    expect(await planner.draft('Find it', { signal })).toMatchObject({ ok: true });
    expect(requests[1]?.messages).toMatchObject([
      { role: 'user', text: 'Find it' },
      { role: 'assistant', text: 'I would rather not.' },
      { role: 'user', text: 'Find it\nno-plan-found' },
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
