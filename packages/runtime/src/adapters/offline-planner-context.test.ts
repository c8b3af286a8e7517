import { type AngleFinding, mergeExplorations, type Plan, type PlanningContext } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { aSmallRepository } from '../testing/a-small-repository.js';
import { aProject } from '../testing/temporary-project.js';
import { createNodeWorkspaceReader } from './node-workspace-reader.js';
import { createOfflinePlanner } from './offline-planner.js';

const { signal } = new AbortController();

async function draft(task: string, context?: PlanningContext): Promise<Plan> {
  const reader = createNodeWorkspaceReader(await aProject(aSmallRepository));
  const drafted = await createOfflinePlanner({ reader }).draft(task, { signal, context });
  if (!drafted.ok) throw new Error('no plan');
  return drafted.plan;
}

const finding: AngleFinding = {
  ...{ angle: 'dataflow', structure: [], patterns: [], dependencies: [], integrationPoints: [], constraints: [] },
  ...{ questions: [], reproduction: [], fixHints: [], cause: undefined },
  files: [
    { path: 'src/main.js', relevance: 0.9, rationale: 'it asks for the price', role: 'modify_target', symbols: [] },
    { path: 'src/gone.js', relevance: 0.8, rationale: 'it was there', role: 'modify_target', symbols: [] },
    { path: 'README.md', relevance: 0.2, rationale: 'it tells of it', role: 'context_only', symbols: [] },
  ],
};
const explored = (changes: Partial<AngleFinding> = {}): PlanningContext => ({
  ...{ kind: 'fix', severity: 'High', level: 'medium' },
  exploration: mergeExplorations([{ ...finding, ...changes }]),
});
const cause = { file: 'src/price.js', lines: '2-4', issue: 'it compares with >', confidence: 0.8 };

describe('a plan without a model, in its context', () => {
  it('points to the files that were explored, the most relevant first, and to none that is gone', async () => {
    const plan = await draft('Add a larger discount', explored());
    const files = plan.steps.find(({ agent }) => agent === 'coder')?.reference?.files ?? [];
    expect(files[0]).toBe('src/main.js');
    expect(files).toContain('src/price.js');
    expect(files).not.toContain('src/gone.js');
  });

  it('has the kind, level and severity that were decided, and the cause only where somebody found it', async () => {
    expect(await draft('Add a larger discount', explored({ cause }))).toMatchObject({
      kind: 'fix',
      complexity: 'medium',
      fix: { severity: 'High', rootCause: 'src/price.js:2-4: it compares with >' },
    });
    const unsure = await draft('Add a larger discount', explored({ cause: { ...cause, confidence: 0.3 } }));
    expect(unsure.fix).toEqual({ severity: 'High' });
  });

  it('records what was assumed', async () => {
    const answers = [{ question: 'Which store?', answer: 'SQLite', assumed: true }];
    expect((await draft('Add a larger discount', { kind: 'feature', answers })).extra).toEqual({
      assumptions: ['Which store? Assumed, since nobody was asked: SQLite'],
    });
  });

  it('is as before where nothing is known', async () => {
    expect(await draft('Add a larger discount', { kind: 'feature' })).toEqual(await draft('Add a larger discount'));
  });
});
