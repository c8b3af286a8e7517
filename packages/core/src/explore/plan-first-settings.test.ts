import { describe, expect, it } from 'vitest';
import { planFirstSettings } from './plan-first-settings.js';

const ours = { mode: 'PLANWRIGHT_PLAN_FIRST_MODE', threshold: 'PLANWRIGHT_PLAN_FIRST_THRESHOLD' };
const theirs = { mode: 'CHATCLI_QUALITY_PLAN_FIRST_MODE', threshold: 'CHATCLI_QUALITY_PLAN_FIRST_THRESHOLD' };

describe('planFirstSettings', () => {
  it('is auto with threshold 6 when nothing is set', () => {
    expect(planFirstSettings({})).toEqual({ mode: 'auto', threshold: 6, problems: [] });
    expect(planFirstSettings({ [ours.mode]: ' ', [ours.threshold]: '' })).toEqual(planFirstSettings({}));
  });

  it('reads ours, without regard to case and blanks', () => {
    expect(planFirstSettings({ [ours.mode]: ' ALWAYS ', [ours.threshold]: ' 8 ' })).toEqual({
      mode: 'always',
      threshold: 8,
      problems: [],
    });
  });

  it("falls back to ChatCLI's, and prefers ours where both are set", () => {
    expect(planFirstSettings({ [theirs.mode]: 'off', [theirs.threshold]: '3' })).toMatchObject({
      mode: 'off',
      threshold: 3,
    });
    expect(planFirstSettings({ [ours.mode]: 'always', [theirs.mode]: 'nonsense', [theirs.threshold]: '3' })).toEqual({
      mode: 'always',
      threshold: 3,
      problems: [],
    });
  });

  it.each([
    [ours.mode, 'sometimes', `${ours.mode}: expected off, auto or always, found "sometimes"`],
    [ours.threshold, '11', `${ours.threshold}: expected a whole number from 0 to 10, found "11"`],
    [ours.threshold, '-1', `${ours.threshold}: expected a whole number from 0 to 10, found "-1"`],
    [ours.threshold, '6.5', `${ours.threshold}: expected a whole number from 0 to 10, found "6.5"`],
    [ours.threshold, 'six', `${ours.threshold}: expected a whole number from 0 to 10, found "six"`],
  ])('calls a wrong value of ours an error: %s=%s', (name, value, message) => {
    expect(planFirstSettings({ [name]: value }).problems).toEqual([{ severity: 'error', name, message }]);
  });

  it.each([
    [theirs.mode, 'garbage', { mode: 'auto', threshold: 6 }],
    [theirs.threshold, 'abc', { mode: 'auto', threshold: 6 }],
    [theirs.threshold, '99', { mode: 'auto', threshold: 10 }],
    [theirs.threshold, '-1', { mode: 'auto', threshold: 0 }],
  ])("goes on with a warning where a value of ChatCLI's cannot be used: %s=%s", (name, value, settings) => {
    const { problems, ...rest } = planFirstSettings({ [name]: value });
    expect(rest).toEqual(settings);
    expect(problems).toEqual([
      { severity: 'warning', name, message: expect.stringMatching(/found ".*"; using /) as string },
    ]);
  });

  it('accepts both ends of the range', () => {
    for (const threshold of [0, 10]) {
      expect(planFirstSettings({ [ours.threshold]: String(threshold) })).toMatchObject({ threshold, problems: [] });
    }
  });
});
