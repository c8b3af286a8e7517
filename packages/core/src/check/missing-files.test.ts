import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { missingFileFindings, neededFiles } from './missing-files.js';

const plan = aPlan([
  aStep('E1', {
    files: [
      { path: './src/old.ts', action: 'modify' },
      { path: 'src/new.ts', action: 'create' },
      { path: 'src/unsaid.ts' },
      { path: 'src/**/*.test.ts', action: 'modify' },
    ],
    reference: { files: ['src/pattern.ts'] },
  }),
  aStep('E2', { files: [{ path: 'src/new.ts', action: 'Update' }] }),
]);

describe('the files a plan takes for granted', () => {
  it('are those it changes, names or follows, and none that it makes', () => {
    expect(neededFiles(plan)).toEqual([
      { step: 'E1', path: 'src/old.ts', use: 'changed' },
      { step: 'E1', path: 'src/unsaid.ts', use: 'named' },
      { step: 'E1', path: 'src/pattern.ts', use: 'followed' },
    ]);
  });

  it('are findings where they are not there: critical when they should be changed', () => {
    const missing = new Set(['src/old.ts', 'src/unsaid.ts', 'src/pattern.ts']);
    expect(missingFileFindings(neededFiles(plan), missing).map(({ severity, message }) => [severity, message])).toEqual(
      [
        ['critical', 'step "E1" changes "src/old.ts", which is not there'],
        [
          'minor',
          'step "E1" names "src/unsaid.ts", which is not there; if the step makes it, the file\'s action is "create"',
        ],
        ['minor', 'step "E1" follows "src/pattern.ts", which is not there'],
      ],
    );
    expect(missingFileFindings(neededFiles(plan), new Set())).toEqual([]);
  });
});
