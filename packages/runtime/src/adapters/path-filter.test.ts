import { describe, expect, it } from 'vitest';
import { createPathFilter } from './path-filter.js';

describe('createPathFilter', () => {
  it.each([
    ['*.ts', 'src/a.ts', true],
    ['*.ts', 'src/a.tsx', false],
    ['a?.md', 'docs/ab.md', true],
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/very/deep/a.ts', true],
    ['src/**', 'src/very/deep/a.ts', true],
    ['README.md', 'readme.md', true],
    ['a.b', 'axb', false],
    ['(a)+[b]', '(a)+[b]', true],
  ])('%s and %s: %s', (filter, path, fits) => {
    expect(createPathFilter(filter)(path)).toBe(fits);
  });
});
