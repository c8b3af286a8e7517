import { describe, expect, it } from 'vitest';
import { usesIn } from './uses.js';

describe('usesIn', () => {
  it('tells use, import, comment and definition apart', () => {
    const lines = [
      "import { a, planHash } from './x.js';",
      'import {',
      '  planHash,',
      "} from './y.js';",
      '/** Calls planHash. */',
      'export function planHash(plan: Plan) {',
      '  return planHash(plan); // planHash',
      '  other(); // planHash',
      '  planHashes();',
      '}',
    ];
    expect(usesIn('a.ts', lines, 'planHash').map(({ line, kind }) => `${line} ${kind}`)).toEqual([
      '1 import',
      '3 import',
      '5 comment',
      '6 definition',
      '7 use',
      '8 comment',
    ]);
  });

  it('calls a use in a test or a document what it is', () => {
    expect(usesIn('a.test.ts', ['  expect(planHash(plan))'], 'planHash')).toMatchObject([{ kind: 'test' }]);
    expect(usesIn('a.md', ['call planHash'], 'planHash')).toMatchObject([{ kind: 'document' }]);
  });
});
