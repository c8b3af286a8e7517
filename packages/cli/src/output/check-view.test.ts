import { checkPlan, parsePlan, type Plan } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { checkView } from './check-view.js';
import { withoutStyles } from './style.js';

function planOf(...steps: readonly object[]): Plan {
  const parsed = parsePlan(JSON.stringify({ goal: 'Find the limit', steps }));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.plan;
}

function view(plan: Plan, notes: readonly string[] = []): string {
  const check = checkPlan(plan, { source: 'imported', agents: ['search', 'coder'] });
  return withoutStyles(checkView(check, { named: 'plan.json', steps: plan.steps.length, notes }));
}

describe('a check as text', () => {
  it('is short where nothing was found', () => {
    expect(view(planOf({ agent: 'search', task: 'Find where the limit is set' }), ['read from a fence'])).toBe(
      [
        'plan.json: pass, 1 step, score 100 of 100 (pass)',
        '  completeness    100',
        '  dependencies    100',
        '  constraints     100',
        '  granularity     100',
        '  criteria        100',
        '  implementation  100',
        'Note: read from a fence',
      ].join('\n'),
    );
  });

  it('says what was found in which dimension and what would put it right', () => {
    const text = view(
      planOf(
        { id: 'E1', agent: 'serch', task: 'Find where the limit is set', criteria: ['prints 3 lines'] },
        { id: 'E2', agent: 'search', task: 'Explain #E1.sumary to everybody' },
      ),
    );
    expect(text).toContain(
      'plan.json: auto-fix: all that stands in the way follows from the plan itself, 2 steps, score 72',
    );
    expect(text).toContain('  dependencies     97  1 minor');
    expect(text).toContain('  constraints      75  1 critical');
    expect(text).toContain('✗ critical  step "E1" names the agent "serch"');
    expect(text).toContain(
      '  E1  "serch" is "search", misspelt\n      {"op":"replace","path":"/agent","value":"search"}',
    );
  });
});
