import { describe, expect, it } from 'vitest';
import { priorAnalysis } from './prior-analysis.js';

describe('a prior analysis in a task', () => {
  it('is split off with all that stands below its heading', () => {
    const text =
      'Limit callers\n\n## Prior Analysis\nThe router is src/api.ts.\n### Risks\nmemory\n## Wishes\nno Redis';
    expect(priorAnalysis(text)).toEqual({
      task: 'Limit callers\n\n## Wishes\nno Redis',
      analysis: 'The router is src/api.ts.\n### Risks\nmemory',
    });
  });

  it.each([
    '# PRIOR ANALYSIS\nfound',
    '**Prior Analysis**: found',
    '**Prior Analysis:** found',
    'Prior analysis: found',
    '## Análise prévia\nfound',
    '## **Prior Analysis**\nfound',
  ])('is recognised as %j', (block) => {
    expect(priorAnalysis(`Limit callers\n${block}`)).toEqual({ task: 'Limit callers', analysis: 'found' });
  });

  it.each([
    'Limit callers, see the prior analysis of May',
    'Write a page "Prior Analysis"',
    '```\n## Prior Analysis\n```\nexplain this',
    '## Prior Analysis\n\n',
    '',
  ])('is not seen in %j', (text) => {
    expect(priorAnalysis(text)).toEqual({ task: text });
  });

  it('keeps headings inside its code', () => {
    const text = 'Limit\n## Prior Analysis\n```\n# a comment\n```\nend';
    expect(priorAnalysis(text)).toEqual({ task: 'Limit', analysis: '```\n# a comment\n```\nend' });
  });

  it('leaves a task that is nothing else as it was written', () => {
    const text = '## Prior Analysis\nthe limit is missing';
    expect(priorAnalysis(text)).toEqual({ task: text, analysis: 'the limit is missing' });
  });

  it('is found in a long text without delay', () => {
    expect(priorAnalysis(`${'**'.repeat(50_000)}\n${'#'.repeat(50_000)}`).analysis).toBeUndefined();
  });
});
