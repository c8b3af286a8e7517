import { describe, expect, it } from 'vitest';
import { stoppedLine } from './ending.js';

describe('whoever stops while a run is under way', () => {
  it.each([
    [undefined, 'planwright run run-a'],
    ['offline', 'planwright run run-a --model offline'],
    ['compatible:http://127.0.0.1:1/v1#m', 'planwright run run-a --model compatible:http://127.0.0.1:1/v1#m'],
    ["acp:it's --acp", "planwright run run-a --model 'acp:it'\\''s --acp'"],
  ])('is told to go on with the model that was named: %s', (model, command) => {
    const values = new Map(model === undefined ? [] : [['model', model]]);
    expect(stoppedLine('run-a', { values })).toBe(`\nStopped. run-a keeps all that was done; go on with: ${command}`);
  });
});
