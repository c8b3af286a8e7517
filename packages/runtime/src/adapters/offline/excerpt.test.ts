import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.js';
import { understandTask } from './inquiry.js';

describe('excerptOf', () => {
  const filler = 'filler '.repeat(60);

  it('gives a short line as it is', () => {
    expect(excerptOf('short', understandTask('throttle'), 50)).toBe('short');
  });

  it('gives the part of a long line that holds most of what was asked', () => {
    const line = `${filler}throttle here. ${filler}The throttle counts every start. ${filler}`;
    const excerpt = excerptOf(line, understandTask('What does the throttle count?'), 80);
    expect(excerpt).toContain('throttle counts every start');
    expect(excerpt.startsWith('…')).toBe(true);
    expect(excerpt.length).toBeLessThanOrEqual(82);
  });

  it('gives the beginning where nothing of it was asked', () => {
    expect(excerptOf(filler, understandTask('throttle'), 20)).toBe('filler filler fille…');
  });
});
