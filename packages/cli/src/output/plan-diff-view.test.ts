import { planDiff, type Plan, planSchema } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import { planDiffView } from './plan-diff-view.js';
import { withoutStyles } from './style.js';

const aPlan = (steps: readonly object[], given: object = {}): Plan =>
  planSchema.parse({
    goal: 'Reach it',
    mode: 'parallel',
    steps: steps.map((step, index) => ({ id: `0000${index}`, label: `E${index + 1}`, agent: 'search', ...step })),
    ...given,
  });
const view = (before: Plan, after: Plan): string => withoutStyles(planDiffView(planDiff(before, after), 1, 2));

const find = { id: '000e1', label: 'E1', title: 'Find it', task: 'Find it' };
const test = { id: '000e2', label: 'E2', title: 'Test it', task: 'Test it' };

describe('the difference between two revisions', () => {
  it('is nothing where nothing changed', () => {
    expect(view(aPlan([find, test]), aPlan([find, test]))).toBe('');
  });

  it('names what was added, removed and changed, with what it was', () => {
    const added = { id: '000e3', label: 'E3', title: 'Document it', task: 'Document it' };
    const after = aPlan([{ ...find, agent: 'file', criteria: ['Names 1 file'] }, added], { goal: 'Reach it all' });
    expect(view(aPlan([find, test]), after)).toBe(
      [
        'Changes from revision 1 to 2:',
        '  ~ goal: Reach it → Reach it all',
        '  - E2  Test it',
        '  + E3  Document it',
        '  ~ E1  Find it',
        '      agent: search → file',
        '      criteria: (none) → ["Names 1 file"]',
      ].join('\n'),
    );
  });

  it('names what moved', () => {
    expect(view(aPlan([find, test]), aPlan([test, find]))).toMatch(
      /^ {2}↕ E\d {2}(?:Find|Test) it: from place \d to \d$/m,
    );
  });

  it('shows text of models as what it is, on one line and cut', () => {
    const after = aPlan([{ ...find, task: `\u001b[31mred\n${'x'.repeat(500)}` }]);
    const lines = view(aPlan([find]), after).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^ {6}task: Find it → red x{196}…$/);
  });
});
