import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/program-in.js';

const plan = {
  goal: 'Find the limit',
  steps: [
    { id: 'E1', agent: 'serch', task: 'Find where the limit is set', criteria: ['names 1 file'] },
    { id: 'E2', agent: 'search', task: 'Find who uses the limit', criteria: ['Works properly'] },
  ],
};

describe('check', () => {
  it('gives dimensions, score, gate, findings and fixes as JSON, and fails on what is critical', async () => {
    const { planwright } = createTestFolder({ 'plan.json': JSON.stringify(plan) });
    const { exit, stdout } = await planwright(['check', 'plan.json', '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'auto-fix',
      critical: 1,
      minor: 1,
      score: 72,
      gate: 'review',
      steps: 2,
      dimensions: [
        { dimension: 'completeness', score: 100 },
        { dimension: 'dependencies', score: 100 },
        { dimension: 'constraints', score: 75, critical: 1 },
        { dimension: 'granularity', score: 100 },
        { dimension: 'criteria', score: 97, minor: 1 },
        { dimension: 'implementation', score: 100 },
      ],
      findings: [
        { rule: 'known-agent', dimension: 'constraints', severity: 'critical', step: 'E1' },
        { rule: 'measurable-criteria', dimension: 'criteria', severity: 'minor', step: 'E2' },
      ],
      fixes: [
        {
          step: 'E1',
          rule: 'known-agent',
          patch: [
            { op: 'test', path: '/agent', value: 'serch' },
            { op: 'replace', path: '/agent', value: 'search' },
          ],
        },
      ],
    });
  });

  const spec = {
    'spec/requirements/_index.md': '| ID | Title |\n|---|---|\n| REQ-001 | limit callers |\n| REQ-002 | log it |\n',
    'spec/spec-config.json': '{ "constraints": ["never touch src/cart.js"] }',
    'src/price.js': 'export const limit = 5;\n',
  };
  const changes = {
    goal: 'Limit callers',
    steps: [
      {
        ...{ id: 'E1', agent: 'coder', task: 'Limit callers (REQ-001)', criteria: ['the 61st call gets 429'] },
        files: [
          { path: 'src/price.js', action: 'modify' },
          { path: 'src/nowhere.js', action: 'modify' },
          { path: 'src/cart.js', action: 'create' },
        ],
      },
    ],
  };

  it('holds a plan against what the project specified and the files it has', async () => {
    const { planwright } = createTestFolder({ ...spec, 'plan.json': JSON.stringify(changes) });
    const { stdout } = await planwright(['check', 'plan.json', '--json']);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly message: string }[] };
    expect(findings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'no step refers to REQ-002 (log it)',
        'step "E1" would change "src/cart.js", and it is said: "never touch src/cart.js"',
        'step "E1" changes "src/nowhere.js", which is not there',
      ]) as unknown,
    );
    expect(stdout).not.toContain('REQ-001 (');
  });

  it('says of the plan of a run what was found when it was drafted: against its task, too', async () => {
    const script = { replies: [{ when: { agent: 'planner' }, text: JSON.stringify(changes) }] };
    const { planwright } = createTestFolder({ ...spec, 'script.yaml': JSON.stringify(script) });
    const drafted = await planwright(['plan', '--model', 'script:script.yaml', '--json', 'Limit callers with --most']);
    const { run } = JSON.parse(drafted.stdout) as { readonly run: string };
    const { exit, stdout } = await planwright(['check', run, '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ result: 'regenerate' });
    for (const message of [
      'no step speaks of \\"--most\\", which the task names',
      'REQ-002',
      'src/cart.js',
      'src/nowhere.js',
    ])
      expect(stdout).toContain(message);
  });
});
