import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, script } from '../testing/program-in.js';

describe('a plan with steps that nobody here can do', () => {
  const plan = JSON.stringify({
    task_summary: 'Greet',
    steps: [
      { id: 'E1', agent: 'search', task: 'Find the greeting' },
      { id: 'E2', agent: 'coder', task: 'Change what #E1 found' },
    ],
  });

  it('says which before it is approved, and says nothing where a model does them', async () => {
    const { planwright, root } = createTestFolder({ 'plan.json': plan, 'script.yaml': script });
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const asked = (model: string) => planwright(['run', 'plan.json', '--model', model]);
    expect((await asked('offline')).stdout).toContain('\nFor you to do: E2 (coder). Nobody here can; ');
    expect((await asked('script:script.yaml')).stdout).not.toContain('For you to do');
  });
});
