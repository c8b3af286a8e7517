import { describe, expect, it } from 'vitest';
import { createSymbolReader } from '../symbols/symbol-reader.js';
import { createTextReader } from './source-text.js';
import { usesIn } from './uses.js';

const readSymbols = createSymbolReader();

/** As a parser sees it. */
async function usesInCode(path: string, lines: readonly string[], name: string): Promise<readonly string[]> {
  const text = lines.join('\n');
  const code = await readSymbols(path, text, 'references');
  return usesIn(createTextReader()(path, text, code), name).map(
    ({ line, kind, within }) => `${line} ${kind}${within === undefined ? '' : ` in ${within}`}`,
  );
}

/** By the look of its lines. */
function usesByLook(path: string, lines: readonly string[], name: string) {
  return usesIn(createTextReader()(path, lines.join('\n')), name);
}

describe('usesIn, by the look of the lines', () => {
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
    expect(usesByLook('a.ts', lines, 'planHash').map(({ line, kind }) => `${line} ${kind}`)).toEqual([
      '1 import',
      '3 import',
      '5 comment',
      '6 definition',
      '7 use',
      '8 comment',
    ]);
  });

  it('calls a use in a test or a document what it is', () => {
    expect(usesByLook('a.test.ts', ['  expect(planHash(plan))'], 'planHash')).toMatchObject([{ kind: 'test' }]);
    expect(usesByLook('a.md', ['call planHash'], 'planHash')).toMatchObject([{ kind: 'document' }]);
  });
});

describe('usesIn, with what a parser found', () => {
  it('counts code only, and says what each use stands in', async () => {
    const lines = [
      "import { planHash } from './x.js';",
      '/** Calls planHash. */',
      'export function store(plan: Plan) {',
      "  log('planHash'); // planHash",
      '  const later = () => planHash(plan);',
      '  return [planHash, x.planHash()];',
      '}',
      'planHash(nothing);',
    ];
    expect(await usesInCode('a.ts', lines, 'planHash')).toEqual([
      '1 import',
      '5 call in store.later',
      '6 use in store',
      '8 call',
    ]);
  });

  it('names the test that a use stands in', async () => {
    const lines = [
      "describe('hashes', () => {",
      "  it('are equal', () => {",
      '    expect(planHash(plan)).toBe(1);',
      '  });',
      '});',
    ];
    expect(await usesInCode('a.test.ts', lines, 'planHash')).toEqual(['3 test call in test "are equal"']);
  });

  it('looks at the lines for what is no identifier', async () => {
    expect(await usesInCode('a.ts', ["on('run.paused', act);"], 'run.paused')).toEqual(['1 use']);
  });
});
