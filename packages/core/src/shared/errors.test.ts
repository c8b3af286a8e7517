import { describe, expect, it } from 'vitest';
import { PlanwrightError, toErrorInfo } from './errors.js';

const messageOf = (thrown: unknown): string => toErrorInfo(thrown, 'agent-failed').message;

describe('what was thrown, as data', () => {
  it('keeps the code of ours, and has the given one for all else', () => {
    expect(toErrorInfo(new PlanwrightError('budget-spent', 'spent'), 'agent-failed')).toMatchObject({
      code: 'budget-spent',
      message: 'spent',
    });
    expect(toErrorInfo(new Error('boom'), 'agent-failed')).toMatchObject({ code: 'agent-failed', message: 'boom' });
  });

  it.each([
    ['nothing', undefined, 'undefined'],
    ['a text', 'no', 'no'],
    ['an error without words', new TypeError(), 'TypeError'],
    ['an error with something else for words', Object.assign(new Error(), { message: 404 }), '404'],
    ['an object that cannot be made a text of', Object.create(null), 'object without a text was thrown'],
  ])('has a text for %s', (_, thrown, expected) => {
    expect(messageOf(thrown)).toBe(expected);
  });

  it('is the beginning of a message that is too long to read', () => {
    expect(messageOf(new Error('x'.repeat(50_000_000)))).toBe(`${'x'.repeat(16_000)}…`);
  });
});
