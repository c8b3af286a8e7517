import { describe, expect, it } from 'vitest';
import { stepIdSchema } from '../shared/ids.js';
import { stepIdFor } from './step-id.js';

describe('stepIdFor', () => {
  it('gives the same label the same id every time', () => {
    expect(stepIdFor('E1', new Set())).toBe(stepIdFor('E1', new Set()));
    expect(stepIdFor('E1', new Set())).not.toBe(stepIdFor('E2', new Set()));
  });

  it('gives an id that is one', () => {
    for (let n = 1; n <= 200; n += 1) expect(stepIdSchema.safeParse(stepIdFor(`E${n}`, new Set())).success).toBe(true);
  });

  it('gives another id, again the same, when the first is taken', () => {
    const first = stepIdFor('E1', new Set());
    const second = stepIdFor('E1', new Set([first]));
    expect(second).not.toBe(first);
    expect(stepIdFor('E1', new Set([first]))).toBe(second);
    expect([first, second]).not.toContain(stepIdFor('E1', new Set([first, second])));
  });

  it('never changes: stored plans and their answers depend on it', () => {
    expect(stepIdFor('E1', new Set())).toMatchInlineSnapshot(`"8akw5"`);
  });
});
