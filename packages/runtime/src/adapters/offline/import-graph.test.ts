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

  it.each([
    ['x.go', ['import (', '\t"fmt"', '\tp "example.org/shop/price"', ')'], ['fmt', 'example.org/shop/price']],
    [
      'X.java',
      ['package shop;', 'import static shop.Price.sum;', 'import java.util.List;'],
      ['shop.Price.sum', 'java.util.List'],
    ],
    ['x.rs', ['use std::fmt;', 'use crate::price::sum;', 'mod cart;'], ['crate::price::sum', 'cart']],
  ])('finds the imports of %s', (path, lines, specifiers) => {
    expect(importsIn(path, lines).map(({ specifier }) => specifier)).toEqual(specifiers);
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
  const paths = new Set([
    ...['src/a.ts', 'src/b/index.ts', 'src/c.tsx', 'pkg/d.py', 'pkg/e/__init__.py', 'src/lib/f.py'],
    ...['packages/core/src/index.ts', 'packages/core/src/plan.ts', 'cart/cart.go', 'cart/total.go', 'main.go'],
    ...['src/main/java/shop/Price.java', 'src/price.rs', 'src/cart/mod.rs'],
  ]);
  const packages = new Map([
    ['@shop/core', 'packages/core'],
    ['example.org/shop', ''],
  ]);

  it.each([
    ['src/x.ts', './a.js', 'src/a.ts'],
    ['src/x.ts', './b', 'src/b/index.ts'],
    ['src/b/index.ts', '../c', 'src/c.tsx'],
    ['src/x.ts', '@shop/core', 'packages/core/src/index.ts'],
    ['src/x.ts', '@shop/core/plan.js', 'packages/core/src/plan.ts'],
    ['src/x.ts', '@shop/corebook', undefined],
    ['src/x.ts', 'react', undefined],
    ['src/x.ts', './missing.js', undefined],
    ['src/x/Cart.java', 'shop.Price', 'src/main/java/shop/Price.java'],
    ['src/main.rs', 'crate::price::sum', 'src/price.rs'],
    ['src/main.rs', 'cart', 'src/cart/mod.rs'],
    ['pkg/x.py', '.d', 'pkg/d.py'],
    ['pkg/sub/x.py', '..e', 'pkg/e/__init__.py'],
    ['x.py', 'lib.f', 'src/lib/f.py'],
  ])('%s imports %s', (from, specifier, path) => {
    expect(resolveImport(from, specifier, { paths, packages })[0]).toBe(path);
  });

  it('takes an import of Go for every file of the folder', () => {
    expect(resolveImport('main.go', 'example.org/shop/cart', { paths, packages })).toEqual([
      'cart/cart.go',
      'cart/total.go',
    ]);
    expect(resolveImport('main.go', 'fmt', { paths, packages })).toEqual([]);
  });
});
