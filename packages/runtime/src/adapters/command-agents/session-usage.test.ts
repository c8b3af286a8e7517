import { describe, expect, it } from 'vitest';
import { createSessionUsage } from './session-usage.js';

describe('createSessionUsage', () => {
  it('tells what each call of a session added, also in a branch of it', () => {
    const usageOf = createSessionUsage();
    expect(usageOf({ type: 'new', id: 'ours' }, 'a', { inputTokens: 100, outputTokens: 10 })).toEqual({
      inputTokens: 100,
      outputTokens: 10,
    });
    expect(usageOf({ type: 'resume', id: 'a' }, 'a', { inputTokens: 250, outputTokens: 15 })).toEqual({
      inputTokens: 150,
      outputTokens: 5,
    });
    expect(usageOf({ type: 'fork', from: 'a', id: 'ours' }, 'b', { inputTokens: 260 })).toEqual({ inputTokens: 10 });
  });

  it('says nothing about a session whose earlier calls it has not seen', () => {
    expect(createSessionUsage()({ type: 'resume', id: 'a' }, 'a', { inputTokens: 100 })).toBeUndefined();
  });
});
