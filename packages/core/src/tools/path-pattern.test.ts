import { describe, expect, it } from 'vitest';
import { fitsPathPattern } from './path-pattern.js';

describe('fitsPathPattern', () => {
  it.each([
    ['src/a.ts', 'src/*.ts', true],
    ['src/a.ts', 'src/?.ts', true],
    ['src/ab.ts', 'src/?.ts', false],
    ['src/x/y/a.ts', 'src/**/a.ts', true],
    ['src/a.ts', 'src/**/a.ts', true],
    ['src/x/b.ts', 'src/**/a.ts', false],
    ['a/b/c/d', '**/b/**/d', true],
    ['a', '', false],
  ])('%s fits %s: %s', (path, pattern, fits) => {
    expect(fitsPathPattern(path, pattern)).toBe(fits);
  });

  it('takes no longer for a pattern made to take long', () => {
    expect(fitsPathPattern('a'.repeat(20_000), `${'*a'.repeat(50)}*b`)).toBe(false);
    expect(fitsPathPattern('a/'.repeat(5000), `${'**/a/'.repeat(50)}b`)).toBe(false);
  });
});
