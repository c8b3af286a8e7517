import { type AngleFinding, mergeExplorations, readSpecContext } from '@planwright/core';
import type { RoutedExploration } from '@planwright/runtime';
import { describe, expect, it } from 'vitest';
import { explorationDocument, explorationView } from './exploration-view.js';
import { withoutStyles } from './style.js';

const finding: AngleFinding = {
  angle: 'security',
  structure: [],
  files: [
    { path: 'src/a.ts', relevance: 0.9, rationale: 'decides\nwho may', role: 'modify_target', symbols: ['may'] },
    { path: 'src/b.ts', relevance: 0.5, rationale: 'named \u001b[31mred', role: 'context_only', symbols: [] },
  ],
  patterns: [],
  dependencies: [],
  integrationPoints: ['src/c.ts:3 imports src/a.ts'],
  constraints: ['No Redis'],
  questions: [{ question: 'Per key?', context: 'both reach it', options: ['Yes', 'No'], recommended: 1 }],
  cause: { file: 'src/a.ts', issue: 'unguarded', confidence: 0.4, lines: '3-5' },
  reproduction: [],
  fixHints: [],
};
const found: RoutedExploration = {
  kind: 'fix',
  route: { level: 'medium', reasons: ['it touches 2 parts of the project: a, b'], angles: { least: 2, most: 3 } },
  raisedFrom: 'low',
  presets: [{ name: 'security', words: ['auth'] }],
  explored: [
    // The view looks at nothing of the document.
    { angle: 'security', source: 'cached', file: 'explore-security.json', finding, notes: [], document: {} as never },
  ],
  failed: [{ angle: 'testing', reason: 'too dark' }],
  merged: mergeExplorations([finding]),
  notes: ['a note'],
};

describe('explorationView', () => {
  it('tells everything on plain lines', () => {
    expect(withoutStyles(explorationView(found, readSpecContext('', {})))).toMatchInlineSnapshot(`
      "Complexity medium, raised from low by what was found
        it touches 2 parts of the project: a, b

      Angles  called for by security (auth)
        security: 2 files, from the cache
        testing: failed: too dark

      Files
        0.90  src/a.ts  modify target (security)
              decides who may; may
        0.50  src/b.ts  context only (security)
              named red

      Likely causes
        0.40  src/a.ts:3-5: unguarded

      Where it connects
        src/c.ts:3 imports src/a.ts (security)

      Constraints
        No Redis (security)

      Questions
        Q1  Per key?
            both reach it
            1  Yes
            2  No (recommended)"
    `);
  });

  it('says how many files it leaves out', () => {
    const files = Array.from({ length: 20 }, (_, place) => ({ ...finding.files[0]!, path: `f${place}.ts` }));
    const many = { ...found, merged: mergeExplorations([{ ...finding, files }]) };
    expect(explorationView(many, readSpecContext('', {}))).toContain('… and 5 more; --json shows all');
  });
});

describe('explorationDocument', () => {
  it('has all of it for programs', () => {
    expect(explorationDocument('Fix auth', found, readSpecContext('', {}))).toMatchObject({
      task: 'Fix auth',
      kind: 'fix',
      complexity: { level: 'medium', raisedFrom: 'low' },
      angles: [{ angle: 'security', source: 'cached', files: 2, file: 'explore-security.json' }],
      failed: [{ angle: 'testing', reason: 'too dark' }],
      files: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }],
      questions: [{ id: 'Q1', recommended: 'No' }],
      spec: { isImplOnly: true },
      notes: ['a note'],
    });
  });
});
