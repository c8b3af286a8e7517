import { describe, expect, it } from 'vitest';
import { shouldPlanFirst } from './plan-first.js';

describe('shouldPlanFirst', () => {
  it('never plans when it is off, and says that /plan is overridden', () => {
    expect(shouldPlanFirst({ score: 10 }, { mode: 'off', threshold: 0, armed: false })).toEqual({
      plan: false,
      reason: 'planning first is off',
    });
    expect(shouldPlanFirst({ score: 10 }, { mode: 'off', threshold: 0, armed: true })).toEqual({
      plan: false,
      reason: 'planning first is off, though a plan was asked for',
    });
  });

  it('always plans when it is set to always', () => {
    expect(shouldPlanFirst({ score: 0 }, { mode: 'always', threshold: 10, armed: false })).toEqual({
      plan: true,
      reason: 'planning first is set to always',
    });
  });

  it('plans once when /plan was typed, whatever the score', () => {
    expect(shouldPlanFirst({ score: 0 }, { mode: 'auto', threshold: 6, armed: true })).toEqual({
      plan: true,
      reason: 'a plan was asked for',
    });
  });

  it('plans from the threshold on and gives both numbers', () => {
    expect(shouldPlanFirst({ score: 6 }, { mode: 'auto', threshold: 6, armed: false })).toEqual({
      plan: true,
      reason: 'the task scores 6 of 10, at or above the threshold 6',
    });
    expect(shouldPlanFirst({ score: 5 }, { mode: 'auto', threshold: 6, armed: false })).toEqual({
      plan: false,
      reason: 'the task scores 5 of 10, below the threshold 6',
    });
  });

  it('plans everything at threshold 0', () => {
    expect(shouldPlanFirst({ score: 0 }, { mode: 'auto', threshold: 0, armed: false }).plan).toBe(true);
  });
});
