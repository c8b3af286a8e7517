import { describe, expect, it } from 'vitest';
import type { AngleFinding } from './angle-finding.js';
import { angleOfFile, readExploration } from './read-exploration.js';

function read(value: unknown, file?: string): AngleFinding {
  const result = readExploration(value, file === undefined ? {} : { file });
  if (!result.ok) throw new Error(result.message);
  return result.finding;
}

describe('readExploration', () => {
  it('takes a bare path for what it is: something to understand by', () => {
    expect(read({ relevant_files: ['./src\\a.ts'] }).files).toEqual([
      { path: 'src/a.ts', relevance: 0.5, rationale: 'named without a reason', role: 'context_only', symbols: [] },
    ]);
  });

  it.each([
    [0.8, undefined, 0.8],
    [80, undefined, 0.8],
    ['high', undefined, 0.9],
    ['Existing login form', 'low', 0.3],
    ['Existing login form', undefined, 0.5],
    [-1, undefined, 0.5],
    [1000, undefined, 0.5],
  ])('reads a relevance of %j with priority %j as %d', (relevance, priority, expected) => {
    expect(read({ relevant_files: [{ path: 'a.ts', relevance, priority }] }).files[0]?.relevance).toBe(expected);
  });

  it('finds the reason wherever it was written', () => {
    const reason = (file: object) => read({ relevant_files: [{ path: 'a.ts', ...file }] }).files[0]?.rationale;
    expect(reason({ rationale: 'holds the router' })).toBe('holds the router');
    expect(reason({ relevance: 'high', summary: 'Request handler' })).toBe('Request handler');
    expect(reason({ relevance: 'Existing login form', priority: 'high' })).toBe('Existing login form');
    expect(reason({ relevance: 'high' })).toBe('named without a reason');
  });

  it('reads the files of a diagnosis and what is to happen to them', () => {
    const { files, cause } = read({
      affected_files: [
        { path: 'a.ts', relevance: 1, rationale: 'reads the token', change_type: 'fix_target' },
        { path: 'a.test.ts', relevance: 0.4, rationale: 'its tests', change_type: 'test_coverage' },
        'b.ts',
      ],
      root_cause: { file: 'a.ts', line_range: '4-7', issue: 'read before the check', confidence: 0.9 },
    });
    expect(files.map(({ path, role }) => [path, role])).toEqual([
      ['a.ts', 'modify_target'],
      ['a.test.ts', 'test_target'],
      ['b.ts', 'context_only'],
    ]);
    expect(cause).toEqual({ file: 'a.ts', lines: '4-7', issue: 'read before the check', confidence: 0.9 });
  });

  it('reads a cause in words alone', () => {
    expect(read({ root_cause: 'listeners stay' }).cause).toMatchObject({ file: '', issue: 'listeners stay' });
  });

  it('reads lists where the form has texts, and nothing where it says none', () => {
    const finding = read({
      patterns: [{ name: 'Repository', description: 'access through classes', files: ['a.ts', 'b.ts'] }, 'Middleware'],
      dependencies: 'None',
      constraints: ['No Redis', ''],
    });
    expect(finding.patterns).toEqual(['Repository: access through classes: a.ts, b.ts', 'Middleware']);
    expect(finding.dependencies).toEqual([]);
    expect(finding.constraints).toEqual(['No Redis']);
  });

  it('reads questions, and a recommendation only where it names an option', () => {
    const { questions } = read({
      clarification_needs: [
        { question: 'Per key?', context: 'both', options: ['Yes', 'No'], recommended: 1 },
        { question: 'Per IP?', context: '', options: ['Yes'], recommended: 4 },
        { question: '' },
      ],
      questions_for_analysis: ['Is it safe?'],
    });
    expect(questions.map(({ question, recommended }) => [question, recommended])).toEqual([
      ['Per key?', 1],
      ['Per IP?', undefined],
      ['Is it safe?', undefined],
    ]);
  });

  it.each([
    [{ _metadata: { exploration_angle: 'security' }, angle: 'other' }, undefined, 'security'],
    [{ _metadata: { diagnosis_angle: 'dataflow' } }, undefined, 'dataflow'],
    [{ angle: '<angle>' }, 'x/exploration-caching.json', 'caching'],
    [{}, 'explore-testing.json', 'testing'],
    [{}, undefined, 'general'],
    [{ angle: '../../etc' }, undefined, 'general'],
  ])('knows the angle of %j in %s', (value, file, angle) => {
    expect(read(value, file).angle).toBe(angle);
  });

  it('leaves out and notes what names no file of the project', () => {
    const result = readExploration(
      { relevant_files: ['/etc/passwd', '../secret', '', { path: 7 }, 'C:\\x', 'ok.ts'] },
      { file: 'explore-x.json' },
    );
    expect(result).toMatchObject({ ok: true, finding: { files: [{ path: 'ok.ts' }] } });
    expect(result.ok ? result.notes : []).toHaveLength(5);
    expect(result.ok ? result.notes[0] : '').toBe(
      'explore-x.json: "/etc/passwd" names no file of the project and is left out',
    );
  });

  it.each([null, [], 'text', 7])('refuses %j', (value) => {
    expect(readExploration(value, { file: 'explore-x.json' })).toEqual({
      ok: false,
      message: 'explore-x.json: expected a JSON object with what was found',
    });
  });
});

describe('angleOfFile', () => {
  it.each([
    ['exploration-security.json', 'security'],
    ['../explorations/explore-auth-patterns.json', 'auth-patterns'],
    ['diagnosis-dataflow.json', 'dataflow'],
    ['plan.json', undefined],
  ])('%s → %s', (file, angle) => {
    expect(angleOfFile(file)).toBe(angle);
  });
});
