import { describe, expect, it } from 'vitest';
import { literalPattern, regularPattern } from './line-pattern.js';

function matches(pattern: ReturnType<typeof regularPattern>, line: string): boolean {
  return pattern.ok && pattern.matches(line);
}

describe('literalPattern', () => {
  it('finds a text as it stands, without regard to case', () => {
    expect(matches(literalPattern('a.B('), 'x A.b(y)')).toBe(true);
    expect(matches(literalPattern('a.b'), 'axb')).toBe(false);
  });
});

describe('regularPattern', () => {
  it.each(['a.+b', '^import .* from', '(?:foo|bar)\\(', '[a-z]+_[a-z]+', 'a{2,3}', '(abc){1,3}x?', '[(|*+]'])(
    'takes %s',
    (source) => {
      expect(regularPattern(source)).toMatchObject({ ok: true });
    },
  );

  it('finds lines, without regard to case', () => {
    expect(matches(regularPattern('^export (?:const|function) step'), 'EXPORT const stepClass')).toBe(true);
  });

  it.each(['(a+)+b', '(a|aa)+$', '((a)*)*', '(.*a){20,}', '(a)\\1', '.*.*.*.*.*'])(
    'refuses %s, which can take for ever',
    (source) => {
      expect(regularPattern(source)).toMatchObject({ ok: false });
    },
  );

  it('says what is wrong with a pattern that is none', () => {
    expect(regularPattern('(')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Invalid regular expression') as string,
    });
    expect(regularPattern('a'.repeat(400))).toEqual({ ok: false, problem: 'has more than 300 characters' });
  });
});
