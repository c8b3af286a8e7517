import { describe, expect, it } from 'vitest';
import { importsIn, resolveImport } from './import-graph.js';

describe('importsIn', () => {
  it('finds the imports of a script', () => {
    const lines = [
      "import a from './a.js';",
      "export { b } from '../b';",
      "const c = require('c');",
      "await import('./d.js')",
      'const from = "x";',
    ];
    expect(importsIn('x.ts', lines)).toEqual([
      { line: 1, specifier: './a.js' },
      { line: 2, specifier: '../b' },
      { line: 3, specifier: 'c' },
      { line: 4, specifier: './d.js' },
    ]);
  });

  it('finds the imports of Python, and none elsewhere', () => {
    expect(importsIn('x.py', ['from .a.b import c', 'import d.e'])).toEqual([
      { line: 1, specifier: '.a.b' },
      { line: 2, specifier: 'd.e' },
    ]);
    expect(importsIn('x.md', ["import a from './a'"])).toEqual([]);
  });
});

describe('resolveImport', () => {
  const paths = new Set(['src/a.ts', 'src/b/index.ts', 'src/c.tsx', 'pkg/d.py', 'pkg/e/__init__.py', 'src/lib/f.py']);

  it.each([
    ['src/x.ts', './a.js', 'src/a.ts'],
    ['src/x.ts', './b', 'src/b/index.ts'],
    ['src/b/index.ts', '../c', 'src/c.tsx'],
    ['src/x.ts', 'react', undefined],
    ['src/x.ts', './missing.js', undefined],
    ['pkg/x.py', '.d', 'pkg/d.py'],
    ['pkg/sub/x.py', '..e', 'pkg/e/__init__.py'],
    ['x.py', 'lib.f', 'src/lib/f.py'],
  ])('%s imports %s', (from, specifier, path) => {
    expect(resolveImport(from, specifier, paths)).toBe(path);
  });
});
