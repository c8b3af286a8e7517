import { describe, expect, it } from 'vitest';
import { respellModifiers } from './respell-modifiers.js';

describe('respellModifiers', () => {
  it('puts every misspelt modifier right and leaves the rest as it is', () => {
    expect(respellModifiers('a #E1.sumary, #E2.tail=5 and #E1.sumary of #E3.json')).toBe(
      'a #E1.summary, #E2.last=5 and #E1.summary of #E3.json',
    );
  });

  it('does not touch what is written as text', () => {
    expect(respellModifiers('not \\#E1.sumary but #E1.sumary')).toBe('not \\#E1.sumary but #E1.summary');
  });

  it('respells a long text as readily as a short one', () => {
    const count = 100_000;
    expect(respellModifiers('#E1.tail=5 '.repeat(count))).toBe('#E1.last=5 '.repeat(count));
  });
});
