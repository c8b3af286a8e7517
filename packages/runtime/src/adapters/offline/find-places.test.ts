import { describe, expect, it } from 'vitest';
import { findPlaces } from './find-places.js';

const paths = [
  'README.md',
  'package.json',
  'packages/core/src/plan/plan.ts',
  'packages/core/package.json',
  'packages/web/src/plan.ts',
];

describe('findPlaces', () => {
  it('finds a file by its whole path, by the end of it and by its bare name', () => {
    const mentions = [{ path: 'package.json' }, { path: 'plan/plan.ts', line: 3 }, { path: 'readme' }];
    expect(findPlaces(mentions, paths)).toEqual({
      files: [{ path: 'package.json' }, { path: 'packages/core/src/plan/plan.ts', line: 3 }, { path: 'README.md' }],
      folders: [],
      missing: [],
    });
  });

  it('takes a bare name for every file of that name, the nearest to the root first', () => {
    expect(findPlaces([{ path: 'plan.ts' }], paths).files).toEqual([
      { path: 'packages/web/src/plan.ts' },
      { path: 'packages/core/src/plan/plan.ts' },
    ]);
  });

  it('finds folders, also from the middle of a path', () => {
    expect(findPlaces([{ path: 'packages/core' }, { path: 'src/plan' }], paths).folders).toEqual([
      'packages/core',
      'packages/core/src/plan',
    ]);
  });

  it('says what is not there', () => {
    expect(findPlaces([{ path: 'Node.js' }], paths)).toEqual({ files: [], folders: [], missing: ['Node.js'] });
  });
});
