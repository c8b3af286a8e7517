import { describe, expect, it } from 'vitest';
import type { AngleFinding, FoundFile } from './angle-finding.js';
import { explorationText } from './exploration-text.js';
import { mergeExplorations, modulesTouched } from './merge-explorations.js';

const aFinding = (changes: Partial<AngleFinding>): AngleFinding => ({
  angle: 'general',
  structure: [],
  files: [],
  patterns: [],
  dependencies: [],
  integrationPoints: [],
  constraints: [],
  questions: [],
  cause: undefined,
  reproduction: [],
  fixHints: [],
  ...changes,
});
const aFile = (path: string, changes: Partial<FoundFile> = {}): FoundFile => ({
  path,
  relevance: 0.5,
  rationale: 'it is concerned',
  role: 'context_only',
  symbols: [],
  ...changes,
});

const security = aFinding({
  angle: 'security',
  files: [aFile('a.ts', { relevance: 0.9, role: 'modify_target', rationale: 'decides', symbols: ['decide'] })],
  constraints: ['No Redis'],
  cause: { file: 'a.ts', issue: 'unguarded', confidence: 0.4, lines: '3' },
});
const testing = aFinding({
  angle: 'testing',
  files: [aFile('a.ts', { relevance: 0.6, rationale: 'is tested', symbols: ['decide', 'test'] }), aFile('b.ts')],
  constraints: ['no  redis', 'Node 20'],
  cause: { file: 'b.ts', issue: 'late', confidence: 0.8, lines: undefined },
});

describe('mergeExplorations', () => {
  it('merges by path, and the highest relevance wins with its reason and role', () => {
    for (const order of [
      [security, testing],
      [testing, security],
    ]) {
      const { files } = mergeExplorations(order);
      expect(files.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
      expect(files[0]).toMatchObject({ relevance: 0.9, role: 'modify_target', rationale: 'decides' });
      expect(files[0]?.angles.toSorted()).toEqual(['security', 'testing']);
      expect(files[0]?.symbols.toSorted()).toEqual(['decide', 'test']);
    }
  });

  it('keeps a statement once, with the angle that made it first, and the surest cause first', () => {
    const { constraints, causes } = mergeExplorations([security, testing]);
    expect(constraints).toEqual([
      { text: 'No Redis', angle: 'security' },
      { text: 'Node 20', angle: 'testing' },
    ]);
    expect(causes.map(({ issue }) => issue)).toEqual(['late', 'unguarded']);
  });

  it('is empty for nothing', () => {
    expect(mergeExplorations([])).toMatchObject({ angles: [], files: [], questions: [] });
  });
});

describe('modulesTouched', () => {
  it('counts the folders of files that will be changed, not those that are read', () => {
    const target = (path: string, relevance = 0.9) => aFile(path, { role: 'modify_target', relevance });
    const merged = mergeExplorations([
      aFinding({
        files: [
          target('packages/core/src/a.ts'),
          target('packages/core/test/b.ts'),
          target('packages/cli/src/a.ts'),
          target('src/api/deep/x.ts'),
          target('lib/y.ts'),
          target('main.ts'),
          target('docs/z.ts', 0.5),
          aFile('web/index.ts', { relevance: 1 }),
        ],
      }),
    ]);
    expect(modulesTouched(merged)).toEqual(['lib', 'packages/cli', 'packages/core', 'src/api']);
  });
});

describe('explorationText', () => {
  it('tells what was found, as data', () => {
    const text = explorationText(mergeExplorations([security, testing]));
    expect(text).toMatch(/^The project was explored for this task \(security, testing\)\./);
    expect(text).toMatch(/<data from="exploration" digest="[0-9a-f]{16}">/);
    expect(text).toContain('- a.ts (0.90, modify target): decides; decide, test');
    expect(text).toContain('- b.ts: late (confidence 0.80, testing)');
    expect(text).toContain('- No Redis (security)');
  });

  it('is empty where nothing was found, and says how much it leaves out', () => {
    expect(explorationText(mergeExplorations([]))).toBe('');
    const files = Array.from({ length: 40 }, (_, place) => aFile(`f${place}.ts`));
    expect(explorationText(mergeExplorations([aFinding({ files })]))).toContain('- … and 10 more');
  });
});
