import { describe, expect, it } from 'vitest';
import { builtInAgents } from '../tools/agents.js';
import { parsePlan } from './parse-plan.js';
import { planMessage, planSystemPrompt } from './plan-prompt.js';

describe('planSystemPrompt', () => {
  it('names every agent with what it is for, and the limit of steps', () => {
    const prompt = planSystemPrompt(builtInAgents, 7);
    expect(prompt).toContain('At most 7 steps');
    for (const { name, purpose } of builtInAgents) expect(prompt).toContain(`${name} (${purpose})`);
  });

  it('shows a form that the parser reads', () => {
    const shown = /\{[\s\S]*\}/.exec(planSystemPrompt([]))?.[0] ?? '';
    expect(parsePlan(shown.replace('feature or fix', 'feature'))).toMatchObject({ ok: true });
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
