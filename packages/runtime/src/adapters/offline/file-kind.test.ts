import { describe, expect, it } from 'vitest';
import { fileKind, hasKnownExtension, languageOf } from './file-kind.js';

describe('fileKind', () => {
  it.each([
    ['src/a.ts', 'source'],
    ['src/a.test.ts', 'test'],
    ['tests/e2e/a.py', 'test'],
    ['pkg/a_test.go', 'test'],
    ['README.md', 'document'],
    ['LICENSE', 'document'],
    ['package.json', 'manifest'],
    ['services/a/Cargo.toml', 'manifest'],
    ['tsconfig.json', 'settings'],
    ['examples/a.json', 'data'],
    ['data/a.csv', 'data'],
    ['package-lock.json', 'lockfile'],
    ['dist/a.js', 'generated'],
    ['lib/a.min.js', 'generated'],
  ])('%s is %s', (path, kind) => {
    expect(fileKind(path)).toBe(kind);
  });
});

describe('languageOf and hasKnownExtension', () => {
  it('go by the ending', () => {
    expect(languageOf('a/b.tsx')).toBe('TypeScript');
    expect(languageOf('a/b.md')).toBeUndefined();
    expect(['a.ts', 'a.md', 'yarn.lock', 'run.paused', '.env', 'v1.2'].map(hasKnownExtension)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
