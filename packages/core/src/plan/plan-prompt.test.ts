import { describe, expect, it } from 'vitest';
import { twoLayerFiles } from '../formats/two-layer/two-layer-files.js';
import { builtInAgents } from '../tools/agents.js';
import { parsePlan } from './parse-plan.js';
import { planReplyJsonSchema, planReplySchema } from './plan-prompt-schema.js';
import { planShape } from './plan-prompt-shape.js';
import { planMessage, planSystemPrompt } from './plan-prompt.js';

const levels = ['low', 'medium', 'high'] as const;

describe('planSystemPrompt', () => {
  it('names every agent with what it is for, and the limit of steps', () => {
    const prompt = planSystemPrompt(builtInAgents, { maxSteps: 7 });
    expect(prompt).toContain('At most 7 steps');
    for (const { name, purpose } of builtInAgents) expect(prompt).toContain(`${name} (${purpose})`);
  });

  it('asks for more where the task is bigger, and for the cause where it is a fix', () => {
    const asked = levels.map((level) => planSystemPrompt([], { context: { kind: 'feature', level } }));
    expect(asked.map((prompt) => prompt.includes('"designDecisions"'))).toEqual([false, true, true]);
    expect(asked.map((prompt) => prompt.includes('"codeSkeleton"'))).toEqual([false, false, true]);
    expect(asked.map((prompt) => prompt.includes('2 to 7 steps'))).toEqual([false, true, true]);
    expect(asked[0]).not.toContain('rootCause');
    expect(planSystemPrompt([], { context: { kind: 'fix' } })).toContain('rootCause');
  });

  it('asks nothing of a planner that was told nothing', () => {
    const told = 'What was found out about the task is given to you';
    expect(planSystemPrompt([])).not.toContain(told);
    expect(planSystemPrompt([], { context: { kind: 'fix', fromDescription: true } })).not.toContain(told);
    expect(planSystemPrompt([], { context: { kind: 'fix' } })).toContain(told);
  });
});

describe('the form that is shown', () => {
  it.each(levels)('is read, and fits the schema that models are held to: %s', (level) => {
    const shape = planShape({ level, kind: 'feature' });
    expect(planReplySchema.safeParse(shape)).toMatchObject({ success: true });
    expect(parsePlan(JSON.stringify(shape))).toMatchObject({ ok: true });
  });

  it.each(levels)('has all that a plan of that level needs in two layers: %s', (level) => {
    const text = JSON.stringify(planShape({ level, kind: 'fix' }))
      .replaceAll('"modify, create or delete"', '"modify"')
      .replaceAll('"Low, Medium or High"', '"Low"')
      .replaceAll('"low, medium or high"', '"low"')
      .replace(/"(Low), Medium, High or Critical"/, '"$1"')
      .replace(/"(immediate_patch), [^"]+"/, '"$1"')
      .replace(/"(Create), [^"]+"/, '"$1"')
      .replace('"implementation":[]', '"implementation":["look","change"]')
      .replace('"criteria":[]', '"criteria":["`npm test` ends with 0"]')
      .replace('"verify":[]', '"verify":["npm test"]');
    const parsed = parsePlan(text);
    if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
    const written = twoLayerFiles({ ...parsed.plan, complexity: level }, { session: 's', at: '2026-01-01T00:00:00Z' });
    expect(written).toMatchObject({ ok: true, missing: [] });
  });

  it('is a JSON Schema of an object with steps', () => {
    expect(planReplyJsonSchema()).toMatchObject({ type: 'object', properties: { steps: { type: 'array' } } });
  });
});

describe('planMessage', () => {
  it('is the task alone at first', () => {
    expect(planMessage('Add a flag')).toBe('Task:\n\nAdd a flag');
  });

  it('says what was wrong with the last reply, and where', () => {
    const message = planMessage('Add a flag', [
      { code: 'task-missing', step: 'E2', field: 'task', message: 'step "E2" has no task' },
      { code: 'goal-missing', step: null, field: null, message: 'the plan has no goal' },
    ]);
    expect(message).toContain('- E2, task: step "E2" has no task\n- the plan has no goal');
    expect(message).toContain('Answer again with the whole plan, corrected.');
  });
});
