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
});
