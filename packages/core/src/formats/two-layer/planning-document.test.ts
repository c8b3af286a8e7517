import { describe, expect, it } from 'vitest';
import type { AngleFinding } from '../../explore/angle-finding.js';
import { mergeExplorations } from '../../explore/merge-explorations.js';
import { aPlan, aStep } from '../../testing/make-plan.js';
import { planningDocument } from './planning-document.js';

const finding: AngleFinding = {
  ...{ angle: 'security', dependencies: [], constraints: [], questions: [], reproduction: [], fixHints: [] },
  structure: ['Requests pass src/api.ts.'],
  patterns: [],
  integrationPoints: ['src/api.ts:12 calls the router'],
  cause: { file: 'src/api.ts', lines: '12-14', issue: 'nothing counts', confidence: 0.9 },
  files: [
    { path: 'src/api.ts', relevance: 0.9, rationale: 'every request\npasses it', role: 'modify_target', symbols: [] },
    { path: 'src/log.ts', relevance: 0.4, rationale: 'it logs refusals', role: 'context_only', symbols: [] },
  ],
};
const plan = aPlan([aStep('E1')], {
  approach: 'a token bucket',
  designDecisions: [
    { decision: 'count in src/api.ts', rationale: 'one place' },
    { decision: 'no Redis', rationale: 'one instance' },
  ],
});

describe('planning-context.md', () => {
  it('says what the plan rests on, with file and line, what was understood and what was decided', () => {
    const text = planningDocument({
      focusArea: 'limits',
      task: 'Limit callers',
      plan,
      exploration: mergeExplorations([finding]),
      entries: [{ angle: 'security', file: '../explorations/explore-security.json' }],
      dependsOn: ['storage'],
      provides: ['billing', 'reports'],
    });
    expect(text).toBe(
      [
        '# Planning Context: limits',
        '',
        '## Source Evidence',
        '- `../explorations/explore-security.json` - src/api.ts: every request passes it',
        '- `src/api.ts:12-14` - nothing counts',
        '- `src/api.ts:12` - every request passes it',
        '- `src/log.ts` - it logs refusals',
        '',
        '## Understanding',
        '- **Current State**: Requests pass src/api.ts.',
        '- **Problem**: Limit callers',
        '- **Approach**: a token bucket',
        '',
        '## Key Decisions',
        '- Decision: count in src/api.ts | Rationale: one place | Evidence: src/api.ts:12',
        '- Decision: no Redis | Rationale: one instance',
        '',
        '## Dependencies',
        '- Depends on: storage',
        '- Provides for: billing, reports',
        '',
      ].join('\n'),
    );
  });

  it('makes nothing up where nothing is known', () => {
    const text = planningDocument({ focusArea: 'all', task: 'Limit callers', plan: aPlan([aStep('E1')]) });
    expect(text).toContain('## Source Evidence\n- not stated\n');
    expect(text).toContain('**Approach**: not stated');
    expect(text).toContain('## Key Decisions\n- not stated\n');
    expect(text).toContain('Depends on: none\n- Provides for: none');
  });

  it('has the cause of a fault as the problem, and no text of others as its own heading', () => {
    const fix = aPlan([aStep('E1')], { kind: 'fix', fix: { rootCause: 'a race\n# in src/api.ts' } });
    const text = planningDocument({ focusArea: 'a\n# b', task: 'x', plan: fix });
    expect(text).toContain('**Problem**: a race # in src/api.ts');
    expect(text.match(/^# /gm)).toHaveLength(1);
  });
});
