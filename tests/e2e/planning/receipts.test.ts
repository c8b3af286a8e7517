import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../cli-process.js';
import { aRepository } from './a-throwaway-repository.js';

const built = buildProgram();
afterAll(built.remove);

const findings = JSON.stringify({
  ...{ project_structure: '', patterns: '', dependencies: '', integration_points: '', constraints: '' },
  relevant_files: [{ path: 'src/price.js', relevance: 0.9, rationale: 'it holds the limit', role: 'modify_target' }],
  clarification_needs: [
    { question: 'Is the limit per cart?', context: '', options: ['Per cart', 'Per day'], recommended: 1 },
  ],
});
const plan = JSON.stringify({
  goal: 'Change the limit',
  steps: [{ id: 'E1', agent: 'search', task: 'Find the limit', criteria: ['the line is quoted'] }],
});
const script = JSON.stringify({
  replies: [
    { when: { agent: 'explorer' }, tools: [{ name: 'read', args: { path: 'src/price.js' } }] },
    { when: { agent: 'explorer' }, text: findings },
    { when: { agent: 'planner' }, text: plan },
  ],
});

describe('exploring with a model', () => {
  it('leaves a receipt of what was looked at and that nothing changed, and its questions are answered before the plan is drafted', async () => {
    const { planwright, json } = aRepository(built.program, {
      'src/price.js': 'export const discountLimit = 5;\n',
      'script.yaml': script,
    });
    const argv = ['plan', '--model', 'script:script.yaml', '--complexity', 'medium', '--yes', 'Change the limit'];
    expect((await planwright(...argv)).exit).toBe(0);
    expect(await json('show', '--receipt')).toMatchObject([
      { phase: 'explore', agent: 'explorer', changes: [], calls: [{ tool: 'read', count: 2 }] },
      { phase: 'plan', agent: 'planner', changes: [] },
    ]);
    expect(await json('show')).toMatchObject({
      planning: {
        level: 'medium',
        files: [{ path: 'src/price.js', rationale: 'it holds the limit' }],
        answers: [{ question: 'Is the limit per cart?', answer: 'Per day', by: 'recommendation' }],
      },
    });
  });
});
