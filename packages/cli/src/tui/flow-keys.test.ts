import { describe, expect, it } from 'vitest';
import { flowKeys } from './flow-keys.js';
import { keymap } from './keymap.js';

const linesAt = (width: number, step = 'E2'): readonly string[] =>
  flowKeys(width, step, (_does, word) => ({ word, enabled: true })).map(({ label, keys }) =>
    [...(label === '' ? [] : [label]), ...keys.map(({ key, word }) => `${key} ${word}`)].join('  '),
  );

describe('flowKeys', () => {
  it('keeps the keys of the plan and of the step apart where they fit', () => {
    expect(linesAt(79)).toEqual([
      'a approve  p pause  r resume  c cancel  q leave',
      'E2  ↑↓ select  enter open  t retry  s skip  d done  f failed',
    ]);
  });

  it('breaks where it must', () => {
    expect(linesAt(39)).toEqual([
      'a approve  p pause  r resume  c cancel',
      'q leave  ↑↓ select  enter open  t retry',
      's skip  d done  f failed',
    ]);
  });

  it('has no keys for a step where there is none', () => {
    expect(linesAt(79, '')).toEqual(['a approve  p pause  r resume  c cancel  q leave']);
  });

  it('shows every action at every width', () => {
    const shown = keymap.filter((binding) => binding.shown !== undefined).length;
    for (const width of [10, 20, 40, 60, 80, 200]) {
      const keys = flowKeys(width, 'E2', (_does, word) => ({ word, enabled: false })).flatMap((line) => line.keys);
      expect(keys).toHaveLength(shown);
    }
  });
});
