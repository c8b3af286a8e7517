import { describe, expect, it } from 'vitest';
import { describeProject, projectFacts } from './project-facts.js';

describe('projectFacts', () => {
  it('tells languages, documents, manifests and where it starts', () => {
    const facts = projectFacts([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bench/main.ts',
      'docs/guide.md',
      'package.json',
      'packages/a/package.json',
      'packages/a/src/index.ts',
      'packages/a/src/main.ts',
      'packages/a/src/main.test.ts',
      'scripts/x.py',
    ]);
    expect(facts).toEqual({
      fileCount: 11,
      rootFiles: ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'],
      languages: ['TypeScript', 'Python'],
      documents: ['README.md', 'CHANGELOG.md', 'docs/guide.md'],
      manifests: ['package.json', 'packages/a/package.json'],
      entryPoints: ['packages/a/src/main.ts', 'packages/a/src/index.ts'],
    });
    expect(describeProject(facts)).toBe('The project has 11 files, source in TypeScript and Python (package.json:1).');
  });

  it('says so when there is nothing', () => {
    expect(describeProject(projectFacts([]))).toBe('The project has no files that can be read.');
  });
});
